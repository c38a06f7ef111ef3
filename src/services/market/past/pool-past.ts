import type { SignatureRow } from '../../../chain/solana/rpc.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { type PastTrade, pricePast } from './price-past.ts'
import { quoteUsd } from './quote-usd.ts'

/** What the node still has of a pool. */
export type PoolPast = {
  /** Newest first. */
  readonly trades: readonly PastTrade[]
  /** Every trade since this time is among them; null where not even the newest could be read. */
  readonly wholeSinceSec: number | null
  /** When the pool came to be: its first transaction was read and made it. Null where the node does not list it. */
  readonly createdAtSec: number | null
  /** All trades there ever were in it. */
  readonly isWhole: boolean
  /** The token was launched in this pool. */
  readonly isLaunch: boolean
  /** The node did not return a transaction that it lists. */
  readonly isCut: boolean
}

export type PastOptions = {
  /** Transactions to read. */
  readonly budget: number
  /** Only what is older than this slot: the tape has the rest. */
  readonly belowSlot?: number
  /** Nothing older is wanted. */
  readonly sinceSec?: number
}

/** The newest trades of a pool and its beginning, read of the node. One call for signatures, and one for each
 *  transaction that is not known yet. Fails as the node fails. */
export async function readPoolPast(
  ctx: Context,
  pool: string,
  { budget, belowSlot = Number.POSITIVE_INFINITY, sinceSec = 0 }: PastOptions,
): Promise<Outcome<PoolPast>> {
  const { pastReads } = ctx.parts
  const listed = await pastReads.signatures(pool, { limit: PAST.rowsPerPage })
  if (!listed.ok) return listed
  const isListedWhole = listed.value.length < PAST.rowsPerPage
  const landed = listed.value.filter(({ err }) => err === null)
  const first = isListedWhole ? landed.at(-1) : undefined
  const wanted = landed.filter(({ slot, blockTime }) => slot < belowSlot && (blockTime ?? 0) >= sinceSec)
  const transactions = await pastReads.transactions(wanted.slice(0, budget))
  // Behind a transaction that the node does not have nothing is known to be whole.
  const reached = transactions.includes(null) ? transactions.indexOf(null) : transactions.length
  const rest = wanted.slice(reached)
  const [beginning = null] = first === undefined ? [] : await pastReads.transactions([first])
  const createdAtSec = beginning?.created.includes(pool) === true ? (first?.blockTime ?? null) : null
  const isFromStart = createdAtSec !== null
  const listedSince = isFromStart ? 0 : await sinceOf(ctx, listed.value, { isListedWhole, sinceSec })
  const usdAt = await quoteUsd(ctx)
  const trades = transactions.slice(0, reached).flatMap((one) =>
    one === null
      ? []
      : pricePast(one, usdAt)
          .filter((trade) => trade.pool === pool)
          .reverse(),
  )
  return ok({
    trades,
    wholeSinceSec: rest.length > 0 ? after(wanted[reached - 1]) : listedSince,
    createdAtSec,
    isWhole: createdAtSec !== null && rest.length === 0 && sinceSec <= createdAtSec,
    isLaunch: beginning?.launched.includes(pool) === true,
    isCut: reached < transactions.length,
  })
}

/** Of the second of a row some may not have been read. */
function after(row: SignatureRow | undefined): number | null {
  return row?.blockTime == null ? null : row.blockTime + 1
}

/** Where a list ends that does not begin with the pool. What it lacks from then on that the node has every block of did
 *  not happen. */
async function sinceOf(
  ctx: Context,
  rows: readonly SignatureRow[],
  { isListedWhole, sinceSec }: { readonly isListedWhole: boolean; readonly sinceSec: number },
): Promise<number | null> {
  const oldest = after(rows.at(-1))
  const kept = isListedWhole ? await ctx.parts.pastReads.keptSinceSec() : null
  const since = kept === null || oldest === null ? (oldest ?? kept) : Math.min(oldest, kept)
  return since === null ? null : Math.max(since, sinceSec)
}
