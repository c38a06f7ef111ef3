import { ACCOUNT_BOUNDS } from '../../config/accounts.ts'
import type { SessionRow, SessionsTable } from '../account-rows.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, rowsIn, type Table } from '../environment.ts'

/** Sessions of wallets without and with a key. */
const POOLS = [ACCOUNT_BOUNDS.sessionsWithoutKey, ACCOUNT_BOUNDS.sessionsWithKey] as const

type Stored = SessionRow & { readonly pool: number }

/** When sessions of each pool end: `[epoch ms, digest]`. */
const END_TABLES = ['sessionEndsWithoutKey.v1', 'sessionEndsWithKey.v1']
export const SESSION_TABLES = ['sessions.v1', 'sessionsOfWallet.v1', ...END_TABLES]

export function createSessions(env: Environment, pools: readonly number[] = POOLS): SessionsTable {
  const rows: Table<string> = env.table('sessions.v1')
  const ofWallet: Table<[string, number, string]> = env.table('sessionsOfWallet.v1')
  const ends = END_TABLES.map((name): Table<[number, string]> => env.table(name))

  const read = (digestHex: string): Stored | undefined => {
    const row = rows.get(digestHex)
    return row === undefined ? undefined : decodeDurable<Stored>(row)
  }

  function remove({ digestHex, wallet, createdAtMs, expiresAtMs, pool }: Stored): void {
    rows.remove(digestHex)
    ofWallet.remove([wallet, createdAtMs, digestHex])
    ends[pool]!.remove([expiresAtMs, digestHex])
  }

  function removeAll(digests: readonly string[]): void {
    for (const digest of digests) {
      const row = read(digest)
      if (row !== undefined) remove(row)
    }
  }

  const walletDigests = (wallet: string): string[] =>
    Array.from(
      ofWallet.getKeys({ start: [wallet, 0, ''], end: [wallet, Number.MAX_SAFE_INTEGER, ''] }),
      ([, , digest]) => digest,
    )

  /** What has run out goes first; then the oldest, when the pool is full. */
  function makeRoom(pool: number, nowMs: number): void {
    const table = ends[pool]!
    const isFull = rowsIn(table) >= pools[pool]!
    const oldest = Array.from(table.getKeys({ limit: ACCOUNT_BOUNDS.prunedPerWrite }))
    const over = oldest.filter(([expiresAtMs], at) => expiresAtMs <= nowMs || (isFull && at === 0))
    removeAll(over.map(([, digest]) => digest))
  }

  return {
    open: (session, { hasKey }) =>
      env.writeNow(() => {
        const pool = hasKey ? 1 : 0
        makeRoom(pool, session.createdAtMs)
        const own = walletDigests(session.wallet)
        removeAll(own.slice(0, Math.max(0, own.length + 1 - ACCOUNT_BOUNDS.sessionsOfWallet)))
        const { digestHex, wallet, createdAtMs, expiresAtMs } = session
        const stored: Stored = { ...session, pool }
        rows.put(digestHex, encodeDurable(stored))
        ofWallet.put([wallet, createdAtMs, digestHex], PRESENT)
        ends[pool]!.put([expiresAtMs, digestHex], PRESENT)
      }),
    find(digestHex, nowMs) {
      // A sibling may have opened or ended it within this turn of the loop.
      env.refresh()
      const stored = read(digestHex)
      if (stored === undefined) return undefined
      const { pool: _, ...session } = stored
      if (nowMs < session.expiresAtMs) return session
      env.writeNow(() => remove(stored))
      return undefined
    },
    dropOthers: (wallet, keptDigestHex) =>
      env.writeNow(() => {
        const others = walletDigests(wallet).filter((digest) => digest !== keptDigestHex)
        removeAll(others)
        return others.length
      }),
  }
}

const PRESENT = Buffer.alloc(1)
