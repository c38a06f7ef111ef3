import type { Dex, DexName, Pool } from '../../chain/solana/dexes/dex.ts'
import { isSolLike } from '../../chain/solana/dexes/quote-mints.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type FoundPools, findCandidates, findPairCandidates, tradedDexes } from '../pools/find-candidates.ts'
import type { DollarRate } from './dollar-rate.ts'
import { mintFacts } from './hot-chain.ts'
import { type WarmPool, warmPool } from './warm-pools.ts'

/** What a pool is wanted for: a token against one of several quotes, or a pair of two kinds of money. */
export type PoolQuery = {
  readonly mint: string
  readonly quotes: ReadonlySet<string>
  /** Either of the two may be the base. */
  readonly isPair: boolean
  readonly dex: DexName | null
  readonly poolAddress: string | null
}

export type Choice = {
  readonly dex: Dex
  readonly warm: WarmPool
  readonly degraded: readonly DexName[]
  readonly detectMs: number
}

/** Null where no pool shows it. */
export type SolRate = () => Promise<DollarRate | null>

/** The pool named, or else the deepest, in SOL, of those that can be traded now. Fails `no_route` with the reason,
 *  `invalid_mint` for an address that is no mint, or as the node fails. */
export function choosePool(ctx: Context, params: PoolQuery, solRate: SolRate): Promise<Outcome<Choice>> {
  return params.poolAddress === null ? deepest(ctx, params, solRate) : named(ctx, params, params.poolAddress)
}

async function named(ctx: Context, params: PoolQuery, address: string): Promise<Outcome<Choice>> {
  const startMs = ctx.clock.monotonicMs()
  const read = await ctx.parts.hotAccounts.getOrRead([address], 'slow')
  if (!read.ok) return read
  const detectMs = ctx.clock.monotonicMs() - startMs
  const account = read.value.accounts.get(address)
  if (!account) return fail('no_route', 'no account at pool_address')
  const dex = tradedDexes().find(
    ({ programIds, isPoolAccount }) => programIds.includes(account.owner) && isPoolAccount(account),
  )
  if (dex === undefined) return fail('no_route', 'pool_address is no pool of a DEX that is traded')
  if (params.dex !== null && params.dex !== dex.name)
    return fail('no_route', `pool_address is a pool of ${dex.name}, not of ${params.dex}`)
  const warm = await warmPool(ctx, dex, address, params.mint)
  if (!warm.ok) return warm
  const problem = mismatch(warm.value.pool, params)
  return problem === null ? ok({ dex, warm: warm.value, degraded: [], detectMs }) : fail('no_route', problem)
}

/** What is remembered of a mint's pools may rest on a false reply: where none of them can be traded, those that are
 *  some seconds old are searched for again. */
async function deepest(ctx: Context, params: PoolQuery, solRate: SolRate): Promise<Outcome<Choice>> {
  const startMs = ctx.clock.monotonicMs()
  const found = await candidates(ctx, params)
  if (!found.ok) return found
  const choice = await deepestOf(ctx, params, { found: found.value, startMs, solRate })
  if (choice.ok || choice.code !== 'no_route') return choice
  const again = await candidates(ctx, params, TRADING.poolsOfMintDegradedMs)
  if (!again.ok) return again
  return again.value.isHit ? choice : deepestOf(ctx, params, { found: again.value, startMs, solRate })
}

function candidates(ctx: Context, params: PoolQuery, maxAgeMs?: number): Promise<Outcome<FoundPools>> {
  const age = maxAgeMs === undefined ? {} : { maxAgeMs }
  const [quote] = params.quotes
  return params.isPair
    ? findPairCandidates(ctx, params.mint, { other: quote!, ...age })
    : findCandidates(ctx, params.mint, { dex: params.dex, ...age })
}

async function deepestOf(
  ctx: Context,
  params: PoolQuery,
  search: { readonly found: FoundPools; readonly startMs: number; readonly solRate: SolRate },
): Promise<Outcome<Choice>> {
  const { found, startMs, solRate } = search
  const { pools, degraded } = found
  const wanted = pools.filter((pool) => pool.tradeable && mismatch(pool, params) === null)
  const worth = await worthInSol(wanted, solRate)
  const compared = wanted
    .map((pool) => ({ pool, depth: worth(pool.quoteMint, pool.quoteReserveRaw) }))
    .sort((a, b) => (a.depth === b.depth ? 0 : a.depth < b.depth ? 1 : -1))
    .slice(0, TRADING.comparedPools)
  const detectMs = ctx.clock.monotonicMs() - startMs
  const dexes = new Map(tradedDexes().map((dex) => [dex.name, dex]))
  const read = await Promise.all(
    compared.map(async ({ pool }): Promise<{ dex: Dex; warm: Outcome<WarmPool> }> => {
      const dex = dexes.get(pool.dex)!
      return { dex, warm: await warmPool(ctx, dex, pool.address, params.mint) }
    }),
  )
  // The operator's own pools need not be found.
  const own = params.isPair
    ? await Promise.all(ctx.config.trading.moneyPools.map((one) => named(ctx, params, one)))
    : []
  for (const one of own) if (one.ok) read.push({ dex: one.value.dex, warm: ok(one.value.warm) })
  let best: { dex: Dex; warm: WarmPool } | null = null
  let bestDepth = -1n
  for (const { dex, warm } of read) {
    if (!warm.ok || mismatch(warm.value.pool, params) !== null) continue
    const depth = worth(warm.value.pool.quoteMint, warm.value.pool.quoteDepthRaw)
    if (depth <= bestDepth) continue
    best = { dex, warm: warm.value }
    bestDepth = depth
  }
  if (best !== null) return ok({ ...best, degraded, detectMs })
  const refusals = read.flatMap(({ warm }) => (warm.ok ? [] : [warm]))
  const failure = refusals.find(({ code }) => code !== 'no_route') ?? refusals[0]
  return failure ?? noRoute(ctx, params, { degraded, pools })
}

/** The reason why there is none, where it is known. */
async function noRoute(
  ctx: Context,
  params: PoolQuery,
  seen: { readonly degraded: readonly DexName[]; readonly pools: readonly Pool[] },
): Promise<Outcome<Choice>> {
  const mint = await mintFacts(ctx, params.mint)
  if (!mint.ok) return mint
  if (mint.value === null) return fail('invalid_mint', 'no mint at this address')
  const where = params.dex === null ? '' : ` on ${params.dex}`
  const what = seen.pools.length === 0 ? `no pool${where}` : `no pool${where} in this money that can be traded now`
  const doubt = seen.degraded.length === 0 ? '' : `; not all pools of ${seen.degraded.join(', ')} could be looked at`
  return fail('no_route', `${what}${doubt}`)
}

/** Null when the pool is one of those that are wanted. */
function mismatch({ baseMint, quoteMint }: Pick<Pool, 'baseMint' | 'quoteMint'>, params: PoolQuery): string | null {
  const quote = isSolLike(quoteMint) ? NATIVE_MINT : quoteMint
  if (baseMint === params.mint && params.quotes.has(quote)) return null
  if (params.isPair && quote === params.mint && params.quotes.has(baseMint)) return null
  return baseMint === params.mint ? `the pool is quoted in ${quoteMint}` : `the pool trades ${baseMint}, not this mint`
}

/** Compares amounts of different money. Dollars are a dollar each, so one rate serves them all; without it their pools
 *  rank after those against SOL. */
async function worthInSol(
  pools: readonly Pool[],
  solRate: SolRate,
): Promise<(quoteMint: string, raw: bigint) => bigint> {
  const isMixed = new Set(pools.map(({ quoteMint }) => isSolLike(quoteMint))).size > 1
  const rate = isMixed ? await solRate() : ([1n, 1n] as const)
  return (quoteMint, raw) => {
    if (isSolLike(quoteMint)) return raw
    if (rate === null || !DOLLAR_MINTS.has(quoteMint) || rate[0] === 0n) return 0n
    return (raw * rate[1]) / rate[0]
  }
}
