import { HOUR_MS } from '../../config/durations.ts'
import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isAddress } from '../../contract/params.ts'
import type { ScreenerList, ScreenerPair } from '../../contract/screener.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { liquidityOf } from './apply-events.ts'
import { checkPathChain } from './check-chains.ts'
import { rowOfMarketPair } from './provider-rows.ts'
import { sayMissing } from './say-missing.ts'
import { namesSolana } from './search-pairs.ts'
import { showRow } from './show-row.ts'

const NO_PAIR = 'no such pair'

/** One pair with its history; from the tape, else from the market provider. Fails `not_found`, `invalid_request` for an
 *  address that is none of the chain, and as `checkPathChain` does. */
export async function showPair(
  ctx: Context,
  { chain, pair }: { readonly chain: string; readonly pair: string },
): Promise<Outcome<ScreenerPair>> {
  const nowMs = ctx.clock.nowMs()
  const served = checkPathChain(ctx, chain)
  if (!served.ok && !hasProvider(ctx, chain, served.code)) return served
  if (!isAddress(pair)) return fail('invalid_request', 'invalid address for solana')
  const noHistory = { liquidity: [], holders: [] }
  if (served.ok) {
    const index = await ctx.parts.screener.look()
    const row = index.store.rowOf(pair)
    if (row !== undefined) {
      await ctx.parts.screener.facts.now(index.store, [row])
      const liquidity = historyOf(ctx, pair)
      return ok({
        pair: showRow(index.store, row, { rank: null, nowMs }),
        history: { liquidity, holders: [] },
        source: 'tape',
        generatedAt: nowMs,
        ...missingOf([
          ...sayMissing(ctx, index, { fields: [], window: 'h24' }),
          liquidity.length === 0 ? 'history.liquidity: the trades of this venue do not say reserves' : null,
          'history.holders: this server keeps no history of holder counts',
        ]),
      })
    }
  }
  const found = await ctx.upstreams.pairs?.searchPairs(pair)
  if (found !== undefined && !found.ok) return found
  const match = found?.value.find(({ pairAddress }) => pairAddress === pair)
  if (match === undefined) return fail('not_found', NO_PAIR)
  return ok({
    pair: rowOfMarketPair(match, { rank: null, nowMs }),
    history: noHistory,
    source: 'provider',
    generatedAt: nowMs,
    missing: ['the pair is not on the tape: figures are those of the market provider, without a history'],
  })
}

function hasProvider(ctx: Context, chain: string, code: string): boolean {
  return code === 'unsupported_on_chain' && namesSolana([chain.trim().toLowerCase()]) && ctx.upstreams.pairs !== null
}

/** What was in the pool at the end of each hour in which it was traded, newest trades first read. */
function historyOf({ store: { tape } }: Context, pool: string): { t: number; usd: number }[] {
  const hours = new Map<number, number>()
  const { trades } = tape.trades({ by: 'pool', address: pool }, { limit: SCREENER.historyTrades })
  for (const trade of trades) {
    const usd = liquidityOf(trade)
    if (usd === null || trade.blockTimeSec === null) continue
    const hour = Math.floor((trade.blockTimeSec * 1_000) / HOUR_MS) * HOUR_MS
    if (!hours.has(hour)) hours.set(hour, usd)
  }
  return [...hours]
    .slice(0, SCREENER.historyPoints)
    .map(([t, usd]) => ({ t, usd }))
    .reverse()
}

/** All pairs of a token: those of the tape, and those that only the other sources know; busiest first. */
export async function listTokenPairs(
  ctx: Context,
  { chain, address, limit }: { readonly chain: string; readonly address: string; readonly limit: number },
): Promise<Outcome<ScreenerList>> {
  const nowMs = ctx.clock.nowMs()
  const served = checkPathChain(ctx, chain)
  if (!served.ok && !hasProvider(ctx, chain, served.code)) return served
  if (!isAddress(address)) return fail('invalid_request', 'invalid address for solana')
  const others = await loadPairs(ctx, [address])
  const index = served.ok ? await ctx.parts.screener.look() : null
  const own = index?.store.rowsOf(address) ?? []
  if (index !== null) await ctx.parts.screener.facts.now(index.store, own.slice(0, SCREENER.tokenPairs.max))
  if (own.length === 0 && !others.ok) return others
  const onTape = own.map((row) => showRow(index!.store, row, { rank: null, nowMs }))
  const known = new Set(onTape.map(({ pair }) => pair))
  const rest = (others.ok ? (others.value.get(address) ?? []) : [])
    .filter(({ base, pairAddress }: MarketPair) => base.address === address && !known.has(pairAddress))
    .map((pair) => rowOfMarketPair(pair, { rank: null, nowMs }))
  const volumeOf = ({ volume }: { readonly volume: { readonly h24: number | null } }): number => volume.h24 ?? -1
  const all = [...onTape, ...rest].sort((a, b) => volumeOf(b) - volumeOf(a) || (a.pair < b.pair ? -1 : 1))
  const rows = all.slice(0, limit).map((row, at) => ({ ...row, rank: at + 1 }))
  return ok({
    rows,
    count: rows.length,
    total: all.length,
    generatedAt: nowMs,
    maxAgeMs: SCREENER.maxAgeMs,
    input: { chain: ['solana'], address, limit },
    ...missingOf([
      ...(index === null
        ? ['solana is not followed: rows are those of the market provider']
        : sayMissing(ctx, index, { fields: [], window: 'h24' })),
      others.ok ? null : 'the market provider or the node did not answer: pairs that are not on the tape are left out',
      rest.length > 0 && index !== null
        ? `${counted(rest.length, 'pair is', 'pairs are')} not on the tape: ${oneOrMany(rest.length, 'its', 'their')} figures are those of the other sources`
        : null,
    ]),
  })
}
