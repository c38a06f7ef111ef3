import type { Dex, DexName } from '../../chain/solana/dexes/dex.ts'
import { isMoney } from '../../chain/solana/dexes/quote-mints.ts'
import type { TradablePool, TradeClock } from '../../chain/solana/dexes/trading.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { USDC_MINT } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { WorkLane } from '../../contract/work-lane.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { inBackground } from '../../runtime/background.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { currentLane } from '../../runtime/request-scope.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import { forgetCandidates } from '../pools/find-candidates.ts'
import { type Choice, choosePool, type PoolQuery } from './choose-pool.ts'
import { type DollarRate, dollarRateOf } from './dollar-rate.ts'
import { tradeClock } from './hot-chain.ts'
import { QUOTE_MINTS } from './quote-currencies.ts'
import { type WarmPool, warmPool } from './warm-pools.ts'

/** A pool ready to be traded against, and how it came to be at hand. */
export type HotPool = {
  readonly pool: TradablePool
  readonly clock: TradeClock
  /** Slot in which the newest of its accounts is known. */
  readonly slot: number
  /** Nothing was asked of the node. */
  readonly cacheHit: boolean
  /** Reading the pool's accounts, and finding out which pool it is. Milliseconds with their fraction. */
  readonly fetchMs: number
  readonly detectMs: number
  /** DEXs whose pools could not all be looked at. */
  readonly degraded: readonly DexName[]
}

export type PoolCriteria = {
  readonly mint: string
  readonly dex?: DexName
  readonly poolAddress?: string
  /** Quotes that will do: SOL, USDC and USDT by default. */
  readonly quoteMints?: readonly string[]
}

/** The pool to trade a token in: the one named, or else the deepest, in SOL, of those that can be traded. Once found it
 *  is kept warm. Fails `unsupported_quote` for a mint that is money itself, `invalid_mint` for an address that is no
 *  mint, `no_route` with the reason when there is no pool, or as the node fails. */
export function findTradePool(ctx: Context, params: PoolCriteria, signal?: AbortSignal): Promise<Outcome<HotPool>> {
  const { mint, dex = null, poolAddress = null, quoteMints = QUOTE_MINTS } = params
  if (!isBase58Of32(mint)) return Promise.resolve(fail('invalid_mint', 'invalid mint'))
  if (poolAddress !== null && !isBase58Of32(poolAddress))
    return Promise.resolve(fail('invalid_request', 'pool_address: expected an address'))
  if (isMoney(mint))
    return Promise.resolve(fail('unsupported_quote', 'mint must be the traded token, not SOL or a dollar token'))
  return ctx.parts.hotPools.find({ mint, quotes: new Set(quoteMints), isPair: false, dex, poolAddress }, signal)
}

/** The deepest pool of SOL against a dollar, or of two dollars, for the second hop of a trade. Either may be the base:
 *  each caller looks. Fails as `findTradePool`. */
export function findMoneyPool(
  ctx: Context,
  fromMint: string,
  toMint: string,
  signal?: AbortSignal,
): Promise<Outcome<HotPool>> {
  const [mint, other] = toMint === NATIVE_MINT || fromMint > toMint ? [toMint, fromMint] : [fromMint, toMint]
  const params = { mint, quotes: new Set([other]), isPair: true, dex: null, poolAddress: null }
  return ctx.parts.hotPools.find(params, signal)
}

/** From the deepest pool of SOL against USDC, which is kept warm for it; null where there is none. */
export async function readDollarRate(ctx: Context): Promise<DollarRate | null> {
  const found = await findMoneyPool(ctx, NATIVE_MINT, USDC_MINT)
  return found.ok ? dollarRateOf(found.value.pool) : null
}

/** Accounts that a transaction of ours has written in this slot: what is known of them from before it is not handed out
 *  any more. */
export function expectChange(ctx: Context, addresses: readonly string[], slot: number): void {
  ctx.parts.hotAccounts.expectChange(addresses, slot)
}

type Chosen = {
  readonly dex: Dex
  readonly address: string
  readonly chosenAtMs: number
  readonly lane: WorkLane
  readonly degraded: readonly DexName[]
}

/** The pools that were chosen for a mint, kept warm. */
export type HotPools = {
  find(params: PoolQuery, signal: AbortSignal | undefined): Promise<Outcome<HotPool>>
  /** Stops choosing pools in the background. */
  close(): void
}

export function createHotPools(ctx: Context): HotPools {
  const { clock } = ctx
  const hot = ctx.parts.hotAccounts
  let isClosed = false
  const choices = createBoundedMap<string, Chosen>(TRADING.knownMints)
  const flights = createSingleFlight<Outcome<Choice>>()

  function choose(params: PoolQuery, key: string): Promise<Outcome<Choice>> {
    return flights.join(key, async () => {
      const choice = await choosePool(ctx, params, () => readDollarRate(ctx))
      if (!choice.ok) choices.delete(key)
      else {
        const { dex, warm, degraded } = choice.value
        hot.watch(warm.pool.watch)
        choices.set(key, {
          dex,
          address: warm.pool.address,
          chosenAtMs: clock.monotonicMs(),
          lane: currentLane(),
          degraded,
        })
      }
      return choice
    }).result
  }

  /** The pool chosen before, while it can be traded; whether it still is the deepest is looked at beside the trade. */
  async function recall(params: PoolQuery, key: string, startMs: number): Promise<Outcome<HotPool> | null> {
    const before = choices.get(key)
    if (before === undefined || startMs - before.chosenAtMs > TRADING.chosenMaxMs) return null
    // What another lane could not look at may be deeper.
    if (before.degraded.length > 0 && before.lane !== currentLane()) return null
    if (startMs - before.chosenAtMs > TRADING.chosenMs && !isClosed) inBackground('pool choice', choose(params, key))
    const warm = await warmPool(ctx, before.dex, before.address, params.mint)
    // What was let go in between is watched again.
    if (warm.ok && !warm.value.isHit) hot.watch(warm.value.pool.watch)
    if (warm.ok) return withClock(warm.value, { startMs, detectMs: 0, isRecalled: true, degraded: before.degraded })
    if (warm.code !== 'no_route') return warm
    // It graduated, or closed: the token may trade elsewhere now.
    choices.delete(key)
    forgetCandidates(ctx, params.mint)
    return null
  }

  async function withClock(
    warm: WarmPool,
    how: { startMs: number; detectMs: number; isRecalled: boolean; degraded: readonly DexName[] },
  ): Promise<Outcome<HotPool>> {
    const now = await tradeClock(ctx)
    if (!now.ok) return now
    return ok({
      pool: warm.pool,
      clock: now.value,
      slot: warm.slot,
      cacheHit: how.isRecalled && warm.isHit,
      fetchMs: Math.max(0, clock.monotonicMs() - how.startMs - how.detectMs),
      detectMs: how.detectMs,
      degraded: how.degraded,
    })
  }

  return {
    async find(params, signal) {
      if (signal?.aborted) return fail('cancelled', 'request cancelled by client')
      const startMs = clock.monotonicMs()
      const key = `${params.mint} ${params.dex ?? ''} ${params.poolAddress ?? ''} ${[...params.quotes].join(',')}`
      const recalled = await recall(params, key, startMs)
      if (recalled !== null) return recalled
      const choice = await choose(params, key)
      if (!choice.ok) return choice
      const { warm, degraded, detectMs } = choice.value
      return withClock(warm, { startMs, detectMs, isRecalled: false, degraded })
    },
    close() {
      isClosed = true
    },
  }
}
