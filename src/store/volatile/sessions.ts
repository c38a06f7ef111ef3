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

  return {
    open: (session, { hasKey }) =>
      env.writeNow(() => {
        const pool = hasKey ? 1 : 0
        removeAll(dueIn(ends[pool]!, pools[pool]!, session.createdAtMs))
        const own = digestsOf(ofWallet, session.wallet)
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
      if (nowMs < stored.expiresAtMs) return withoutPool(stored)
      env.writeNow(() => remove(stored))
      return undefined
    },
    dropOthers: (wallet, keptDigestHex) =>
      env.writeNow(() => {
        const others = digestsOf(ofWallet, wallet).filter((digest) => digest !== keptDigestHex)
        removeAll(others)
        return others.length
      }),
  }
}

/** Sessions that make room for one more: what has run out first; then the oldest, when the pool is full. */
function dueIn(pool: Table<[number, string]>, maxRows: number, nowMs: number): string[] {
  const isFull = rowsIn(pool) >= maxRows
  const oldest = Array.from(pool.getKeys({ limit: ACCOUNT_BOUNDS.prunedPerWrite }))
  const due = oldest.filter(([expiresAtMs], at) => expiresAtMs <= nowMs || (isFull && at === 0))
  return due.map(([, digest]) => digest)
}

/** Sessions of a wallet, the oldest first. */
function digestsOf(ofWallet: Table<[string, number, string]>, wallet: string): string[] {
  const range = { start: [wallet, 0, ''], end: [wallet, Number.MAX_SAFE_INTEGER, ''] } satisfies Parameters<
    typeof ofWallet.getKeys
  >[0]
  return Array.from(ofWallet.getKeys(range), ([, , digest]) => digest)
}

function withoutPool({ pool: _, ...session }: Stored): SessionRow {
  return session
}

const PRESENT = Buffer.alloc(1)
