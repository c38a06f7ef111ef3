import { DEXES } from '../../../chain/solana/dexes/index.ts'
import type { SignatureRow } from '../../../chain/solana/rpc.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { speaksLouder } from '../../pricing/best-pair.ts'
import { loadPairs } from '../../pricing/load-pairs.ts'
import { readMergedRows } from './merged-rows.ts'
import { ALL_TRADES, type PastPlace } from './page-cursor.ts'
import { pastBudget } from './past-budget.ts'
import { type PastTrade, pricePast } from './price-past.ts'
import { type QuoteUsd, quoteUsd } from './quote-usd.ts'

export type TokenPage = {
  /** Newest first. */
  readonly trades: readonly PastTrade[]
  /** Older ones begin here; null when the node lists none. */
  readonly next: PastPlace | null
  /** Transactions of which the node lists the signature and does not have the rest. */
  readonly lost: number
}
export type TokenPageOptions = {
  readonly limit: number
  /** Begins behind this place; with the newest trades when absent. */
  readonly after?: PastPlace
  /** Only what is older than this slot: the tape has the rest. */
  readonly belowSlot?: number
}

/** A page of a token's trades, read of the node: of its best pools and of the curves it may have been launched on, their
 *  histories merged by slot. Reads at most `pastBudget` transactions. Fails as the node fails. */
export async function readTokenPage(
  ctx: Context,
  mint: string,
  { limit, after, belowSlot = Number.POSITIVE_INFINITY }: TokenPageOptions,
): Promise<Outcome<TokenPage>> {
  const addresses = await addressesOf(ctx, mint)
  if (!addresses.ok) return addresses
  const reader = createReader(ctx, { mint, limit, usdAt: await quoteUsd(ctx) })
  // Of the place's own transaction some trades may not have been shown.
  if (after !== undefined && after.trades < ALL_TRADES) await reader.read([rowAt(after)], after.trades)
  let before = after
  for (let look = 0; look < PAST.looksPerPage && !reader.isDone(); look++) {
    const listed = await readMergedRows(ctx, addresses.value, before?.signature)
    if (!listed.ok) return listed
    const { rows, hasMore } = listed.value
    await reader.read(rows.filter(({ slot, err }) => err === null && slot < belowSlot))
    const oldest = rows.at(-1)
    if (reader.isDone()) break
    if (!hasMore || oldest === undefined) return ok({ ...reader.found(), next: null })
    before = { slot: oldest.slot, signature: oldest.signature, trades: ALL_TRADES }
  }
  return ok({ ...reader.found(), next: reader.isDone() ? (reader.place() ?? before ?? null) : (before ?? null) })
}

/** Decodes row after row until the page is full or the budget is used up, and knows where it stopped. */
function createReader(
  ctx: Context,
  { mint, limit, usdAt }: { readonly mint: string; readonly limit: number; readonly usdAt: QuoteUsd },
) {
  const trades: PastTrade[] = []
  let left = pastBudget(ctx)
  let lost = 0
  let place: PastPlace | null = null
  const isDone = (): boolean => trades.length >= limit || left <= 0

  return {
    isDone,
    place: () => place,
    found: () => ({ trades, lost }),
    async read(rows: readonly SignatureRow[], shownBefore = 0): Promise<void> {
      for (let at = 0; at < rows.length && !isDone(); ) {
        const chunk = rows.slice(at, at + Math.min(PAST.rowsAtOnce, left))
        const transactions = await ctx.parts.pastReads.transactions(chunk)
        left -= chunk.length
        at += chunk.length
        for (const [i, transaction] of transactions.entries()) {
          if (trades.length >= limit) return
          const { signature, slot } = chunk[i]!
          if (transaction === null) lost++
          const own = transaction === null ? [] : pricePast(transaction, usdAt)
          const rest = own
            .filter(({ baseMint }) => baseMint === mint)
            .reverse()
            .slice(shownBefore)
          const taken = rest.slice(0, limit - trades.length)
          trades.push(...taken)
          place = { slot, signature, trades: taken.length < rest.length ? shownBefore + taken.length : ALL_TRADES }
        }
      }
    },
  }
}

function rowAt({ slot, signature }: PastPlace): SignatureRow {
  return { slot, signature, err: null, memo: null, blockTime: null }
}

async function addressesOf(ctx: Context, mint: string): Promise<Outcome<readonly string[]>> {
  const pairs = await loadPairs(ctx, [mint])
  if (!pairs.ok) return pairs
  const best = [...(pairs.value.get(mint) ?? [])]
    .filter(({ base }) => base.address === mint)
    .sort((a, b) => (speaksLouder(a, b) ? -1 : 1))
    .slice(0, PAST.poolsPerPage)
    .map(({ pairAddress }) => pairAddress)
  const curves = DEXES.filter(({ isLaunchpad }) => isLaunchpad).flatMap((dex) => dex.launchAddress(mint) ?? [])
  return ok([...new Set([...best, ...curves])])
}
