import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import { isHolderAlive } from '../process-mark.ts'
import type { FeeRow, LedgerRow, PendingTrade, TradeEnd, TradesTable } from '../trade-rows.ts'
import { openPositions } from './positions.ts'

type RowKey = [number, string, string]
type FeeKey = [string, number, string]
type Waiting = {
  readonly owner: string
  readonly sent: PendingTrade['sent']
  /** No one waits for its end any more who would record it. */
  readonly isLeft: boolean
  readonly sinceMs: number
}
const LAST_TEXT = '\uffff'

export function openTrades(env: Environment, ownName: string): TradesTable {
  const rows: Table<RowKey> = env.table('trades.v1')
  const keys: Table<string> = env.table('tradeKeys.v1')
  /** By id, so that the oldest come first. */
  const waiting: Table<string> = env.table('tradesPending.v1')
  /** By the wallet that gets it, and the time. */
  const fees: Table<FeeKey> = env.table('tradeFees.v1')
  const positions = openPositions(env)

  const read = (key: RowKey): LedgerRow | undefined => {
    const bytes = rows.get(key)
    return bytes === undefined ? undefined : decodeDurable<LedgerRow>(bytes)
  }
  /** `name`: an id or a signature. */
  const findBy = (name: string): LedgerRow | undefined => {
    const bytes = keys.get(name)
    return bytes === undefined ? undefined : read(decodeDurable<RowKey>(bytes))
  }

  function write(row: LedgerRow): void {
    const key: RowKey = [row.keyId, row.userRef, row.id]
    rows.put(key, encodeDurable(row))
    keys.put(row.id, encodeDurable(key))
    keys.put(row.signature, encodeDurable(key))
  }

  /** The end of a trade: what follows from it follows now and never again. */
  function end(row: LedgerRow): LedgerRow {
    write(row)
    waiting.remove(row.id)
    if (row.status !== 'landed') return row
    const atMs = row.settledAtMs ?? row.requestedAtMs
    positions.apply(row, atMs)
    const { platformFee, id: tradeId, keyId } = row
    if (platformFee !== null && platformFee.raw !== '0')
      fees.put([platformFee.wallet, atMs, tradeId], encodeDurable({ tradeId, keyId, ...platformFee, atMs }))
    return row
  }

  function record(row: LedgerRow, sent: PendingTrade['sent']): LedgerRow {
    const known = findBy(row.signature)
    if (known !== undefined && known.status !== 'pending') return known
    const own = { ...row, id: known?.id ?? row.id }
    if (own.status !== 'pending') return end(own)
    write(own)
    const bytes = waiting.get(own.id)
    const before = bytes === undefined ? null : decodeDurable<Waiting>(bytes)
    const isLeft = before !== null || sent === null
    const after: Waiting = { owner: ownName, sent: sent ?? before?.sent ?? null, isLeft, sinceMs: row.requestedAtMs }
    waiting.put(own.id, encodeDurable(after))
    return own
  }

  function settle(signature: string, { status, ...known }: TradeEnd): LedgerRow | undefined {
    const row = findBy(signature)
    return row?.status === 'pending' ? end({ ...row, ...known, status }) : undefined
  }

  function adoptPending({ limit, ownBeforeMs }: { limit: number; ownBeforeMs: number }): PendingTrade[] {
    const adopted: PendingTrade[] = []
    for (const { key: id, value } of Array.from(waiting.getRange())) {
      if (adopted.length >= limit) break
      const { owner, sent, isLeft, sinceMs } = decodeDurable<Waiting>(value)
      const isFree = owner === ownName ? isLeft || sinceMs < ownBeforeMs : !isHolderAlive(owner)
      if (!isFree) continue
      const row = findBy(id)
      if (row === undefined) continue
      // A copy: what LMDB lends is valid until the next read only.
      const own = sent === null ? null : { ...sent, wire: Uint8Array.from(sent.wire) }
      if (owner !== ownName)
        waiting.put(id, encodeDurable({ owner: ownName, sent: own, isLeft: true, sinceMs } satisfies Waiting))
      adopted.push({ row, sent: own })
    }
    return adopted
  }

  return {
    record: (row, sent) => env.write(() => record(row, sent)),
    settle: (signature, ending) => env.write(() => settle(signature, ending)),
    adoptPending: (which) => env.write(() => adoptPending(which)),
    find: findBy,
    findBySignature: findBy,
    list(keyId, userRef, { beforeId, limit }) {
      const start: RowKey = [keyId, userRef, beforeId ?? LAST_TEXT]
      return Array.from(
        rows.getRange({ start, end: [keyId, userRef, ''], reverse: true, limit: limit + 1 }),
        ({ value }) => decodeDurable<LedgerRow>(value),
      )
        .filter(({ id }) => id !== beforeId)
        .slice(0, limit)
    },
    positions: (keyId, userRef, page) => positions.list(keyId, userRef, page),
    position: (keyId, userRef, mint) => positions.open(keyId, userRef, mint),
    fees: (wallet, fromMs, toMs) =>
      Array.from(fees.getRange({ start: [wallet, fromMs, ''], end: [wallet, toMs, ''] }), ({ value }) =>
        decodeDurable<FeeRow>(value),
      ),
    clear: () =>
      env.write(() => {
        for (const table of [rows, keys, waiting, fees, ...positions.tables] as unknown as Table[])
          for (const key of Array.from(table.getKeys())) table.remove(key)
      }),
  }
}
