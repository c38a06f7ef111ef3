import { type EvmContracts, NATIVE_TOKEN } from '../../chain/evm/contracts.ts'
import { NATIVE_PRICE } from '../../config/evm-limits.ts'

/** A trade as it moves a price. */
export type PricedTrade = {
  readonly pool: string
  readonly token0: string
  readonly token1: string
  /** Of one whole token 0 in whole tokens 1, after the trade. */
  readonly price: number
  /** Whole tokens that moved. */
  readonly amount0: number
  readonly amount1: number
  readonly timeSec: number
}

/** What one whole unit of a quote is worth, in dollars. */
export type EvmPrices = {
  /** In tape order. */
  learn(trade: PricedTrade): void
  /** Null when no one knows. */
  of(token: string, timeSec: number): number | null
  /** Of the native coin, by the reference pools of this chain alone. */
  ownNativeUsd(timeSec: number): number | null
  /** The lower the better a token is to be paid with; null for one that is no quote. */
  rankOf(token: string): number | null
}

type SeenPrice = { readonly timeSec: number; readonly priceUsd: number }
/** By token, then by pool, the one that showed a price longest ago first. */
type NotedPrices = Map<string, Map<string, SeenPrice>>

/** Stables are worth a dollar unless the pools between them say otherwise. The native coin is worth the median of what
 *  its reference pools said last, when enough of them have within ten minutes, else what `nativeUsd` says (an outside
 *  price). Other quotes are worth the median of their last trades against stables and the native coin. */
export function createEvmPrices(parts: {
  readonly contracts: EvmContracts
  readonly nativeUsd?: (timeSec: number) => number | null
}): EvmPrices {
  const { contracts } = parts
  const stables = contracts.stables.map(({ address }) => address)
  const others = contracts.otherQuotes.map(({ address }) => address)
  const ranks = new Map([...stables, contracts.wrappedNative, NATIVE_TOKEN, ...others].map((one, at) => [one, at]))
  const nativePools = new Set(contracts.nativePools)
  const isNative = (token: string): boolean => token === contracts.wrappedNative || token === NATIVE_TOKEN
  const isStable = (token: string): boolean => stables.includes(token)
  const minPools = Math.min(NATIVE_PRICE.minPools, nativePools.size)
  const native = new Map<string, SeenPrice>()
  const stableRatios: NotedPrices = new Map()
  const otherPrices: NotedPrices = new Map()

  /** Of the pools between stables, from the one whose price is asked for against the others. */
  function stableUsd(token: string, timeSec: number): number {
    const seen = recent(stableRatios.get(token), timeSec)
    const priceUsd = seen.length < 2 ? null : median(seen)
    return priceUsd === null || Math.abs(priceUsd - 1) <= NATIVE_PRICE.maxStableShare ? 1 : priceUsd
  }
  const ownNativeUsd = (timeSec: number) => medianOf(recent(native, timeSec), minPools)
  const { of: usdOf, forget } = rememberPrices((token, timeSec) => {
    if (!ranks.has(token)) return null
    if (isStable(token)) return stableUsd(token, timeSec)
    if (isNative(token)) return ownNativeUsd(timeSec) ?? parts.nativeUsd?.(timeSec) ?? null
    return medianOf(recent(otherPrices.get(token), timeSec), 1)
  })

  return {
    learn({ pool, token0, token1, price, amount0, amount1, timeSec }) {
      const sides = [
        { token: token0, against: token1, price, moved: amount1 },
        { token: token1, against: token0, price: 1 / price, moved: amount0 },
      ]
      for (const { token, against, price: inQuote, moved } of sides) {
        if (!ranks.has(token) || !ranks.has(against)) continue
        if (isStable(token) && isStable(against)) {
          forget()
          if (moved >= NATIVE_PRICE.minUsd) noteSeen(stableRatios, token, pool, { timeSec, priceUsd: inQuote })
          continue
        }
        const usd = usdOf(against, timeSec)
        if (usd === null || moved * usd < NATIVE_PRICE.minUsd) continue
        const seen = { timeSec, priceUsd: inQuote * usd }
        forget()
        if (isNative(token) && isStable(against) && nativePools.has(pool)) native.set(pool, seen)
        else if (others.includes(token) && ranks.get(against)! < ranks.get(token)!)
          noteSeen(otherPrices, token, pool, seen)
      }
    },
    of: usdOf,
    ownNativeUsd,
    rankOf: (token) => ranks.get(token) ?? null,
  }
}

/** Of one quote so many pools are noted. */
const POOLS_HEARD = 15

/** Most trades of a block ask for the price of one and the same token, and few change it. */
function rememberPrices(priceOf: (token: string, timeSec: number) => number | null) {
  let memo = new Map<string, number | null>()
  let memoSec = Number.NaN
  return {
    of(token: string, timeSec: number): number | null {
      if (memoSec !== timeSec) memo = new Map()
      memoSec = timeSec
      const known = memo.get(token)
      if (known !== undefined) return known
      const usd = priceOf(token, timeSec)
      // Asked for by what anyone may trade in: others than the quotes are none.
      if (usd !== null) memo.set(token, usd)
      return usd
    },
    forget: () => memo.clear(),
  }
}

function noteSeen(noted: NotedPrices, token: string, pool: string, seen: SeenPrice): void {
  const own = noted.get(token) ?? new Map<string, SeenPrice>()
  noted.set(token, own)
  own.delete(pool)
  own.set(pool, seen)
  if (own.size > POOLS_HEARD) own.delete(own.keys().next().value!)
}

function recent(seen: ReadonlyMap<string, SeenPrice> | undefined, timeSec: number): number[] {
  if (seen === undefined) return []
  return [...seen.values()]
    .filter((one) => Math.abs(timeSec - one.timeSec) <= NATIVE_PRICE.maxAgeSec)
    .map(({ priceUsd }) => priceUsd)
    .sort((a, b) => a - b)
}

/** Null of fewer than so many, and of none. */
function medianOf(ascending: readonly number[], least: number): number | null {
  return ascending.length === 0 || ascending.length < least ? null : median(ascending)
}

/** The lower one of two in the middle. */
function median(ascending: readonly number[]): number {
  return ascending[(ascending.length - 1) >> 1]!
}
