import type { Dex, DexName, Pool } from '../../../chain/solana/dexes/dex.ts'
import { USDC_MINT } from '../../../chain/solana/dexes/pumpfun/addresses.ts'
import { dollarMints, isMoney, isSolLike } from '../../../chain/solana/dexes/quote-mints.ts'
import type { TradablePool, TradeClock } from '../../../chain/solana/dexes/trading.ts'
import { NATIVE_MINT } from '../../../chain/solana/program-ids.ts'
import { TRADING } from '../../../config/trading.ts'
import type { Context } from '../../../context.ts'
import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { type BoundedMap, createBoundedMap } from '../../../runtime/bounded-map.ts'
import { findCandidates, forgetCandidates, tradedDexes } from './find-candidates.ts'
import { hotAccounts } from './hot-accounts.ts'
import { mintFacts, tradeClock } from './hot-chain.ts'
import { QUOTE_MINTS } from './quote-currencies.ts'
import { type WarmPool, warmPool } from './warm-pools.ts'

/** A pool ready to be traded against, and how it came to be at hand. */
export type HotPool = {
  readonly pool: TradablePool
  readonly clock: TradeClock
  readonly slot: number
  /** Nothing was asked of the node. */
  readonly cacheHit: boolean
  /** Reading the pool's accounts, and finding out which pool it is. Milliseconds with their fraction. */
  readonly fetchMs: number
  readonly detectMs: number
  /** DEXs whose pools could not all be looked at. */
  readonly degraded: readonly DexName[]
}

export type PoolWish = {
  readonly mint: string
  readonly dex?: DexName
  readonly poolAddress?: string
  /** Quotes that will do: SOL, USDC and USDT by default. */
  readonly quoteMints?: readonly string[]
}

/** The pool to trade a coin in: the one named, or else the deepest, in SOL, of those that can be traded. Fails
 *  `unsupported_quote` for a mint that is money itself, `invalid_mint` for an address that is no mint, `no_route` with
 *  the reason when there is no pool, or as the node fails. */
export function findTradePool(ctx: Context, wish: PoolWish, signal?: AbortSignal): Promise<Outcome<HotPool>> {
  if (isMoney(wish.mint))
    return Promise.resolve(fail('unsupported_quote', 'mint must be a coin: SOL and dollars are what it is traded for'))
  return find(ctx, { ...wish, quotes: new Set(wish.quoteMints ?? QUOTE_MINTS) }, signal)
}

/** The pool of SOL against a dollar, or of two dollars, for the second hop of a trade. Whoever asks looks which of its
 *  mints is the base. Fails as `findTradePool`. */
export function findMoneyPool(
  ctx: Context,
  fromMint: string,
  toMint: string,
  signal?: AbortSignal,
): Promise<Outcome<HotPool>> {
  const [mint, quote] =
    fromMint === NATIVE_MINT ? [fromMint, toMint] : toMint === NATIVE_MINT ? [toMint, fromMint] : [fromMint, toMint]
  return find(ctx, { mint, quotes: new Set([quote]) }, signal)
}

/** What is told to be in this slot is waited for: accounts known from before it are read anew. For pools and token
 *  accounts that a transaction of ours has written. */
export function expectChange(ctx: Context, addresses: readonly string[], slot: number): void {
  hotAccounts(ctx).expectChange(addresses, slot)
}

type Wish = Omit<PoolWish, 'quoteMints'> & { readonly quotes: ReadonlySet<string> }
type Chosen = {
  readonly dex: Dex
  readonly address: string
  readonly chosenAtMs: number
  readonly degraded: readonly DexName[]
}
/** Depths move slowly: for so long the deepest pool stays the deepest. */
const CHOSEN_FOR_MS = 15_000

function choices(): BoundedMap<string, Chosen> {
  return createBoundedMap(TRADING.knownMints)
}

async function find(ctx: Context, wish: Wish, signal: AbortSignal | undefined): Promise<Outcome<HotPool>> {
  const { clock } = ctx
  if (signal?.aborted) return fail('cancelled', 'nobody waits for it any more')
  const startMs = clock.monotonicMs()
  const known = ctx.only(choices)
  const key = `${wish.mint} ${wish.dex ?? ''} ${wish.poolAddress ?? ''} ${[...wish.quotes].join(',')}`
  const before = known.get(key)
  if (before !== undefined && startMs - before.chosenAtMs < CHOSEN_FOR_MS) {
    const warm = await warmPool(ctx, before.dex, before.address, wish.mint)
    if (warm.ok) return withClock(ctx, warm.value, { startMs, detectMs: 0, isKnown: true, degraded: before.degraded })
    if (warm.code !== 'no_route') return warm
    // It graduated, or closed: the coin may trade elsewhere now.
    known.delete(key)
    forgetCandidates(ctx, wish.mint)
  }
  const chosen = wish.poolAddress === undefined ? await deepest(ctx, wish) : await named(ctx, wish, wish.poolAddress)
  if (!chosen.ok) return chosen
  const { dex, warm, degraded, detectMs } = chosen.value
  known.set(key, { dex, address: warm.pool.address, chosenAtMs: clock.monotonicMs(), degraded })
  return withClock(ctx, warm, { startMs, detectMs, isKnown: false, degraded })
}

type Selection = {
  readonly dex: Dex
  readonly warm: WarmPool
  readonly degraded: readonly DexName[]
  readonly detectMs: number
}

async function withClock(
  ctx: Context,
  warm: WarmPool,
  how: { startMs: number; detectMs: number; isKnown: boolean; degraded: readonly DexName[] },
): Promise<Outcome<HotPool>> {
  const clock = await tradeClock(ctx)
  if (!clock.ok) return clock
  const totalMs = ctx.clock.monotonicMs() - how.startMs
  return ok({
    pool: warm.pool,
    clock: clock.value,
    slot: warm.slot,
    cacheHit: how.isKnown && warm.isHit,
    fetchMs: Math.max(0, totalMs - how.detectMs),
    detectMs: how.detectMs,
    degraded: how.degraded,
  })
}

async function named(ctx: Context, wish: Wish, address: string): Promise<Outcome<Selection>> {
  const startMs = ctx.clock.monotonicMs()
  const read = await hotAccounts(ctx).getOrRead([address], 'watched')
  if (!read.ok) return read
  const detectMs = ctx.clock.monotonicMs() - startMs
  const account = read.value.accounts.get(address)
  if (!account) return fail('no_route', 'pool_address has no account')
  const dex = tradedDexes().find(
    ({ programIds, isPoolAccount }) => programIds.includes(account.owner) && isPoolAccount(account),
  )
  if (dex === undefined) return fail('no_route', 'pool_address is no pool of a DEX that is traded')
  if (wish.dex !== undefined && wish.dex !== dex.name)
    return fail('no_route', `pool_address is a pool of ${dex.name}, not of ${wish.dex}`)
  const warm = await warmPool(ctx, dex, address, wish.mint)
  if (!warm.ok) return warm
  const problem = mismatch(warm.value.pool, wish)
  return problem === null ? ok({ dex, warm: warm.value, degraded: [], detectMs }) : fail('no_route', problem)
}

async function deepest(ctx: Context, wish: Wish): Promise<Outcome<Selection>> {
  const startMs = ctx.clock.monotonicMs()
  const found = await poolsOf(ctx, wish)
  if (!found.ok) return found
  const detectMs = ctx.clock.monotonicMs() - startMs
  const { pools, degraded } = found.value
  const candidates = pools.filter(
    (pool) => pool.tradeable && pool.baseMint === wish.mint && wish.quotes.has(quoteOf(pool.quoteMint)),
  )
  const rates = await lamportRates(
    ctx,
    candidates.map(({ quoteMint }) => quoteOf(quoteMint)),
  )
  const ranked = candidates
    .map((pool) => ({ pool, depth: inLamports(rates, pool.quoteMint, pool.quoteReserveRaw) }))
    .sort((a, b) => (a.depth === b.depth ? 0 : a.depth < b.depth ? 1 : -1))
    .slice(0, TRADING.comparedPools)
  const dexes = new Map(tradedDexes().map((dex) => [dex.name, dex]))
  const read = await Promise.all(
    ranked.map(async ({ pool }) => ({
      dex: dexes.get(pool.dex)!,
      warm: await warmPool(ctx, dexes.get(pool.dex)!, pool.address, wish.mint),
    })),
  )
  let best: { dex: Dex; warm: WarmPool } | null = null
  let bestDepth = -1n
  for (const { dex, warm } of read) {
    if (!warm.ok || mismatch(warm.value.pool, wish) !== null) continue
    const depth = inLamports(rates, warm.value.pool.quoteMint, warm.value.pool.quoteDepthRaw)
    if (depth > bestDepth) {
      best = { dex, warm: warm.value }
      bestDepth = depth
    }
  }
  if (best !== null) return ok({ ...best, degraded, detectMs })
  const failed = read.find(({ warm }) => !warm.ok && warm.code !== 'no_route')?.warm
  if (failed !== undefined && !failed.ok) return failed
  return noRoute(ctx, wish, { reason: read.find(({ warm }) => !warm.ok)?.warm, degraded, pools })
}

/** Why there is none, as far as it can be told. */
async function noRoute(
  ctx: Context,
  wish: Wish,
  seen: { reason: Outcome<unknown> | undefined; degraded: readonly DexName[]; pools: readonly Pool[] },
): Promise<Outcome<Selection>> {
  const mint = await mintFacts(ctx, wish.mint)
  if (!mint.ok) return mint
  if (mint.value === null) return fail('invalid_mint', 'no mint at this address')
  if (seen.reason !== undefined && !seen.reason.ok) return seen.reason
  const where = wish.dex === undefined ? '' : ` on ${wish.dex}`
  const why =
    seen.pools.length > 0 ? `no pool${where} that can be traded now against SOL, USDC or USDT` : `no pool${where}`
  const doubt = seen.degraded.length === 0 ? '' : `; not all pools of ${seen.degraded.join(', ')} could be looked at`
  return fail('no_route', `${why}${doubt}`)
}

/** Pools by the mint; those of SOL and a dollar by either of them, for addresses are derived from one. */
async function poolsOf(ctx: Context, wish: Wish) {
  if (!isMoney(wish.mint)) return findCandidates(ctx, wish.mint, wish.dex)
  const all = await Promise.all([wish.mint, ...wish.quotes].map((mint) => findCandidates(ctx, mint, wish.dex)))
  const byAddress = new Map<string, Pool>()
  for (const answer of all) {
    if (!answer.ok) return answer
    for (const pool of answer.value.pools) byAddress.set(pool.address, pool)
  }
  return ok({ pools: [...byAddress.values()], degraded: [], isHit: false })
}

function mismatch(pool: TradablePool, wish: Wish): string | null {
  if (pool.baseMint !== wish.mint) return `the pool trades ${pool.baseMint}, not this mint`
  return wish.quotes.has(pool.quoteMint) ? null : `the pool is quoted in ${pool.quoteMint}`
}

/** Curves spell SOL in several ways. */
function quoteOf(mint: string): string {
  return isSolLike(mint) ? NATIVE_MINT : mint
}

type Rate = readonly [lamports: bigint, raw: bigint]

/** Lamports for one raw unit of each quote, as fractions. A dollar without a SOL pool has none, and its pools rank last. */
async function lamportRates(ctx: Context, quotes: readonly string[]): Promise<ReadonlyMap<string, Rate>> {
  const rates = new Map<string, Rate>([[NATIVE_MINT, [1n, 1n]]])
  const distinct = new Set(quotes)
  if (distinct.size < 2) {
    for (const quote of distinct) rates.set(quote, [1n, 1n])
    return rates
  }
  if (![...distinct].some((quote) => dollarMints.has(quote))) return rates
  // Dollars are a dollar each: one pool prices them all.
  const sol = await findMoneyPool(ctx, NATIVE_MINT, USDC_MINT)
  if (!sol.ok) return rates
  const [dollars, lamports] = sol.value.pool.spotPrice
  if (dollars > 0n) for (const mint of dollarMints) rates.set(mint, [lamports, dollars])
  return rates
}

function inLamports(rates: ReadonlyMap<string, Rate>, quoteMint: string, raw: bigint): bigint {
  const rate = rates.get(quoteOf(quoteMint))
  return rate === undefined ? 0n : (raw * rate[0]) / rate[1]
}
