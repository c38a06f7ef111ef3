import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MintInfo } from '../../../chain/solana/mint-info.ts'
import { associatedTokenAddress } from '../../../chain/solana/pda.ts'
import type { SignatureRow } from '../../../chain/solana/rpc.ts'
import { HOLDER_TRAILS, PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { isBase58Of32 } from '../../../hot-paths/base58.ts'
import { createByteBoundedMap } from '../../../runtime/byte-bounded-map.ts'
import { pastBudget } from './past-budget.ts'
import type { PastReads } from './past-reads.ts'

/** Token accounts of a mint as its own transactions show them: those of this answer and of all before it, and those of
 *  the wallets that the tape saw trading it. What they hold is for the reader to ask. Fails as the node fails. */
export type HolderTrails = {
  accountsOf(mint: Pick<MintInfo, 'mint' | 'tokenProgram'>): Promise<Outcome<readonly string[]>>
}

/** What is kept of a token. */
type Trail = {
  readonly accounts: readonly string[]
  /** The stretch of its transactions that was read, by its ends; null before the first. */
  readonly read: { readonly newest: string; readonly oldest: string } | null
}

const NO_TRAIL: Trail = { accounts: [], read: null }

type Parts = Pick<Context, 'config' | 'store'> & { readonly parts: { readonly pastReads: PastReads } }

export function createHolderTrails(ctx: Parts): HolderTrails {
  const { pastReads } = ctx.parts
  const trails = createByteBoundedMap<Trail>({ maxEntries: HOLDER_TRAILS.tokens, maxBytes: HOLDER_TRAILS.bytes })
  return {
    async accountsOf({ mint, tokenProgram }) {
      const trail = trails.get(mint) ?? NO_TRAIL
      const page = await pastReads.signatures(mint, { limit: PAST.rowsPerPage })
      if (!page.ok) return page
      const rows = await rowsToRead(pastReads, { mint, trail, page: page.value, most: pastBudget(ctx) })
      const read = await pastReads.transactions(rows.filter(({ err }) => err === null))
      const found = read.flatMap((one) => one?.tokenAccounts[mint] ?? [])
      const traders = await accountsOfTraders(ctx, mint, tokenProgram)
      const accounts = [...new Set([...trail.accounts, ...found])].slice(0, HOLDER_TRAILS.accounts)
      trails.set(mint, { accounts, read: stretchOf(trail, rows, page.value) })
      return ok([...new Set([...accounts, ...traders])])
    },
  }
}

/** Rows that were not read yet: those above the stretch that was read, from it upwards, then those below it. */
async function rowsToRead(
  pastReads: PastReads,
  parts: {
    readonly mint: string
    readonly trail: Trail
    readonly page: readonly SignatureRow[]
    readonly most: number
  },
): Promise<readonly SignatureRow[]> {
  const { mint, trail, page, most } = parts
  const newestAt = trail.read === null ? -1 : page.findIndex(({ signature }) => signature === trail.read!.newest)
  // More was traded since than a page holds: the newest are read anew, and what is known of accounts is kept.
  if (newestAt < 0) return page.slice(0, most)
  const above = page.slice(0, newestAt).slice(-most)
  if (above.length >= most) return above
  const oldestAt = page.findIndex(({ signature }) => signature === trail.read!.oldest)
  const isInPage = oldestAt >= 0 && (oldestAt < page.length - 1 || page.length < PAST.rowsPerPage)
  const below = isInPage ? page.slice(oldestAt + 1) : await rowsBefore(pastReads, mint, trail.read!.oldest)
  return [...above, ...below.slice(0, most - above.length)]
}

async function rowsBefore(pastReads: PastReads, mint: string, before: string): Promise<readonly SignatureRow[]> {
  const page = await pastReads.signatures(mint, { limit: PAST.rowsPerPage, before })
  return page.ok ? page.value : []
}

/** The stretch with what was read now. */
function stretchOf({ read }: Trail, rows: readonly SignatureRow[], page: readonly SignatureRow[]): Trail['read'] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return read
  const newestAt = read === null ? -1 : page.findIndex(({ signature }) => signature === read.newest)
  if (read === null || newestAt < 0) return { newest: first.signature, oldest: last.signature }
  const isAbove = (row: SignatureRow): boolean => page.indexOf(row) >= 0 && page.indexOf(row) < newestAt
  return {
    newest: isAbove(first) ? first.signature : read.newest,
    oldest: isAbove(last) ? read.oldest : last.signature,
  }
}

/** Of each wallet that traded the token lately, the account it has by convention: the tape names no others. */
async function accountsOfTraders(
  { store: { tape } }: Pick<Context, 'store'>,
  mint: string,
  tokenProgram: string,
): Promise<readonly string[]> {
  const { trades } = tape.trades({ by: 'mint', address: mint }, { limit: HOLDER_TRAILS.traders })
  const owners = [...new Set(trades.map(({ maker }) => maker))].filter(isBase58Of32)
  const accounts: string[] = []
  for (const [at, owner] of owners.entries()) {
    if (at % HOLDER_TRAILS.derivedPerTurn === HOLDER_TRAILS.derivedPerTurn - 1) await nextTurn()
    accounts.push(associatedTokenAddress(owner, mint, tokenProgram))
  }
  return accounts
}
