import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { LedgerRow, PositionRow } from '../trade-rows.ts'

type OpenKey = [number, string, string]
type ClosedKey = [number, string, number, string]
const LAST_TEXT = '\uffff'

/** Positions as trades make them. `apply` runs inside the transaction of the trade. */
export type Positions = {
  apply(trade: LedgerRow, atMs: number): void
  open(keyId: number, userRef: string, mint: string): PositionRow | undefined
  list(keyId: number, userRef: string, page: { readonly isOpen: boolean; readonly limit: number }): PositionRow[]
  tables: readonly Table[]
}

export function openPositions(env: Environment): Positions {
  const open: Table<OpenKey> = env.table('positionsOpen.v1')
  /** By the time of the end. */
  const closed: Table<ClosedKey> = env.table('positionsClosed.v1')

  const find = (key: OpenKey): PositionRow | undefined => {
    const bytes = open.get(key)
    return bytes === undefined ? undefined : decodeDurable<PositionRow>(bytes)
  }

  return {
    apply(trade, atMs) {
      const { keyId, userRef, mint } = trade
      const key: OpenKey = [keyId, userRef, mint]
      const before = find(key)
      // What is sold without having been bought here was never a position.
      if (before === undefined && trade.side === 'sell') return
      const after = moved(before ?? opened(trade, atMs), trade, atMs)
      if (after.closedAtMs === null) {
        open.put(key, encodeDurable(after))
        return
      }
      open.remove(key)
      closed.put([keyId, userRef, after.closedAtMs, trade.id], encodeDurable(after))
    },
    open: (keyId, userRef, mint) => find([keyId, userRef, mint]),
    list(keyId, userRef, { isOpen, limit }) {
      if (!isOpen) {
        const start: ClosedKey = [keyId, userRef, Number.MAX_SAFE_INTEGER, LAST_TEXT]
        const rows = closed.getRange({ start, end: [keyId, userRef, 0, ''], reverse: true, limit })
        return Array.from(rows, ({ value }) => decodeDurable<PositionRow>(value))
      }
      const range = { start: [keyId, userRef, ''] as OpenKey, end: [keyId, userRef, LAST_TEXT] as OpenKey }
      return Array.from(open.getRange(range), ({ value }) => decodeDurable<PositionRow>(value))
        .sort((a, b) => b.openedAtMs - a.openedAtMs)
        .slice(0, limit)
    },
    tables: [open, closed] as unknown as readonly Table[],
  }
}

function opened({ keyId, userRef, walletId, mint }: LedgerRow, atMs: number): PositionRow {
  return {
    keyId,
    userRef,
    walletId,
    mint,
    amountRaw: '0',
    cost: {},
    costOfSold: {},
    proceeds: {},
    trades: 0,
    openedAtMs: atMs,
    lastTradeAtMs: atMs,
    closedAtMs: null,
  }
}

/** The position after a trade. A sale takes its share of the cost along, rounded down; the sale of everything takes all
 *  of it and ends the position, also where the wallet held other tokens than those bought here. */
function moved(before: PositionRow, trade: LedgerRow, atMs: number): PositionRow {
  const held = BigInt(before.amountRaw)
  const moment = { trades: before.trades + 1, lastTradeAtMs: atMs }
  if (trade.side === 'buy') {
    const cost = plus(before.cost, trade.inMint, BigInt(trade.amountInRaw))
    return { ...before, ...moment, amountRaw: String(held + BigInt(trade.amountOutRaw)), cost }
  }
  const given = BigInt(trade.amountInRaw)
  const isEnd = trade.isFullSale || given >= held
  let { cost, costOfSold } = before
  for (const [mint, text] of Object.entries(before.cost)) {
    const paid = BigInt(text)
    const share = isEnd ? paid : (paid * given) / held
    cost = plus(cost, mint, -share)
    costOfSold = plus(costOfSold, mint, share)
  }
  const proceeds = plus(before.proceeds, trade.outMint, BigInt(trade.amountOutRaw))
  const amountRaw = isEnd ? '0' : String(held - given)
  return { ...before, ...moment, amountRaw, cost, costOfSold, proceeds, closedAtMs: isEnd ? atMs : null }
}

function plus(amounts: Readonly<Record<string, string>>, mint: string, raw: bigint): Record<string, string> {
  return { ...amounts, [mint]: String(BigInt(amounts[mint] ?? '0') + raw) }
}
