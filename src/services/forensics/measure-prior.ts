import type { DexTrade } from '../../chain/solana/dexes/dex.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { DAY_SECS } from '../../config/durations.ts'
import type { DevTokenEvidence } from '../evidence-bundle/input-bundle.ts'
import { CURVES, marketLife, priceBefore } from './market-life.ts'
import type { Acts } from './transaction-acts.ts'

/** An earlier token of a creator as its launch named it. */
export type PriorLaunch = {
  readonly mint: string
  readonly signature: string
  readonly slot: number
  readonly timeSec: number | null
  readonly dex: string
  readonly quoteMint: string
  /** The curve that its launch names; null for a mint of the creator's own with a pool. */
  readonly curve: string | null
  /** Pools that were seen to be made for it; curves are not among them. */
  readonly pools: readonly string[]
}
export type PriorHistory = {
  readonly launch: PriorLaunch
  readonly dev: string
  /** Wallets of the launch that act for the creator. */
  readonly insiders: ReadonlySet<string>
  /** Oldest first. */
  readonly acts: readonly Acts[]
  readonly complete: boolean
  readonly supplyRaw: bigint | null
  readonly decimals: number
  readonly slotMs: number
}

/** Nine tenths below the peak so far, and not again above a fifth of it within a day. Later the token may be anyone's:
 *  who buys an old rug back up, weeks after, does not undo it. */
const COLLAPSE_SHARE = 0.1
const RECOVERY_SHARE = 0.2
const RECOVERY_SECS = DAY_SECS
/** Sales this close together are one exit. */
const EXIT_SECS = 120
const SOL_DECIMALS = 9
const USUAL_DECIMALS = 6

type Priced = { readonly trade: DexTrade; readonly timeSec: number; readonly price: number | null }

/** A token's life in figures: its price at its peak and after, who of its makers sold when, and whether its liquidity
 *  was taken out. Prices are those after each trade where the program says the reserves. Pure; a few µs a
 *  transaction. */
export function measurePrior(history: PriorHistory): DevTokenEvidence {
  const { launch, dev, insiders, complete, supplyRaw, decimals } = history
  const acts = history.acts.map((one) => ({
    ...one,
    trades: one.trades.filter(({ baseMint }) => baseMint === launch.mint),
  }))
  const trades = acts.flatMap(({ transaction, trades: own }) =>
    own.map((trade) => toPriced(history, transaction, trade)),
  )
  const priced = trades.filter(({ trade, price }) => price !== null && trade.quoteMint === launch.quoteMint)
  const peak = peakOf(priced)
  const own = acts.flatMap(({ launches }) => launches.filter(({ mint }) => mint === launch.mint))
  const pools = new Set([...launch.pools, ...own.filter(({ kind }) => kind !== 'launch').map(({ pool }) => pool)])
  const sumOf = (side: 'buy' | 'sell', isOne: (wallet: string) => boolean) =>
    trades
      .filter(({ trade }) => trade.side === side && isOne(trade.trader))
      .reduce((sum, { trade }) => sum + trade.baseAmountRaw, 0n)
      .toString()
  const isDev = (wallet: string) => wallet === dev
  const isInsider = (wallet: string) => wallet !== dev && insiders.has(wallet)
  return {
    mint: launch.mint,
    signature: launch.signature,
    launchSlot: launch.slot,
    launchTimeSec: launch.timeSec,
    dex: launch.dex,
    graduated: own.some(({ kind }) => kind === 'graduation'),
    trades: trades.length,
    complete,
    supplyRaw: supplyRaw?.toString() ?? null,
    decimals,
    quoteMint: launch.quoteMint,
    openPriceQuote: priced[0]?.price ?? null,
    peakPriceQuote: peak?.price ?? null,
    peakTimeSec: peak?.timeSec ?? null,
    lastPriceQuote: priced.at(-1)?.price ?? null,
    lastTradeTimeSec: trades.at(-1)?.timeSec ?? null,
    collapsedTimeSec: collapseOf(priced),
    pulled: largestPull(acts, pools, launch.mint),
    devBoughtRaw: sumOf('buy', isDev),
    devSoldRaw: sumOf('sell', isDev),
    insidersBoughtRaw: sumOf('buy', isInsider),
    insidersSoldRaw: sumOf('sell', isInsider),
    ...lifeOf(priced),
    sales: salesOf(trades, (wallet) => isDev(wallet) || insiders.has(wallet)),
    exit: exitOf(priced, (wallet) => isDev(wallet) || insiders.has(wallet)),
  }
}

function toPriced({ decimals, slotMs }: PriorHistory, transaction: ChainTransaction, trade: DexTrade): Priced {
  const timeSec = trade.blockTimeSec ?? Math.round((trade.slot * slotMs) / 1_000)
  const quoteDecimals = decimalsOf(transaction, trade.quoteMint)
  const hasReserves = trade.baseReserveRaw !== null && trade.quoteReserveRaw !== null && trade.baseReserveRaw > 0n
  const [base, quote] = hasReserves
    ? [trade.baseReserveRaw!, trade.quoteReserveRaw!]
    : [trade.baseAmountRaw, trade.quoteAmountRaw]
  if (base <= 0n || quote <= 0n) return { trade, timeSec, price: null }
  return { trade, timeSec, price: (Number(quote) / Number(base)) * 10 ** (decimals - quoteDecimals) }
}

function decimalsOf({ postTokenBalances }: ChainTransaction, mint: string): number {
  if (mint === NATIVE_MINT) return SOL_DECIMALS
  return postTokenBalances.find((row) => row.mint === mint)?.decimals ?? USUAL_DECIMALS
}

function lifeOf(priced: readonly Priced[]): Required<Pick<DevTokenEvidence, 'deadTimeSec' | 'leftPct'>> {
  const [first] = priced
  if (first === undefined) return { deadTimeSec: null, leftPct: null }
  const { side, baseAmountRaw, quoteAmountRaw, baseReserveRaw, quoteReserveRaw } = first.trade
  const before = priceBefore({
    side,
    baseRaw: baseAmountRaw,
    quoteRaw: quoteAmountRaw,
    baseReserveRaw,
    quoteReserveRaw,
  })
  const own =
    baseReserveRaw === null || quoteReserveRaw === null ? null : Number(quoteReserveRaw) / Number(baseReserveRaw)
  // Prices are in whole units; what lies between the two is the same factor.
  const floor = before === null || own === null ? first.price! : (first.price! * before) / own
  const points = priced.map(({ trade, timeSec, price }) => ({
    timeSec,
    price: price!,
    isCurve: CURVES.has(trade.dex),
  }))
  return marketLife(points, floor)
}

function salesOf(
  trades: readonly Priced[],
  isMaker: (wallet: string) => boolean,
): (DevTokenEvidence['sales'] & {}) | null {
  const sales = trades.filter(({ trade }) => trade.side === 'sell' && isMaker(trade.trader))
  const [first, last] = [sales[0], sales.at(-1)]
  if (first === undefined || last === undefined) return null
  return { firstTimeSec: first.timeSec, lastTimeSec: last.timeSec, signature: last.trade.signature }
}

function peakOf(priced: readonly Priced[]): (Priced & { readonly at: number }) | null {
  let at = -1
  for (let i = 0; i < priced.length; i++) if (at < 0 || priced[i]!.price! > priced[at]!.price!) at = i
  return at < 0 ? null : { ...priced[at]!, at }
}

function collapseOf(priced: readonly Priced[]): number | null {
  let peak = 0
  let collapsed: { readonly atSec: number; readonly peak: number } | null = null
  for (const { price, timeSec } of priced) {
    if (collapsed !== null && timeSec - collapsed.atSec > RECOVERY_SECS) break
    if (collapsed !== null && price! > collapsed.peak * RECOVERY_SHARE) collapsed = null
    peak = Math.max(peak, price!)
    if (collapsed === null && price! <= peak * COLLAPSE_SHARE) collapsed = { atSec: timeSec, peak }
  }
  return collapsed?.atSec ?? null
}

/** The sales of the makers within two minutes that moved most. O(trades). */
function exitOf(priced: readonly Priced[], isMaker: (wallet: string) => boolean): DevTokenEvidence['exit'] {
  const sales = priced.flatMap((one, at) =>
    one.trade.side === 'sell' && isMaker(one.trade.trader) ? [{ ...one, at }] : [],
  )
  let best: { readonly first: number; readonly last: number; readonly soldRaw: bigint } | null = null
  let sumRaw = 0n
  for (let first = 0, last = 0; last < sales.length; last++) {
    sumRaw += sales[last]!.trade.baseAmountRaw
    while (sales[last]!.timeSec - sales[first]!.timeSec > EXIT_SECS) sumRaw -= sales[first++]!.trade.baseAmountRaw
    if (best === null || sumRaw > best.soldRaw) best = { first, last, soldRaw: sumRaw }
  }
  if (best === null) return null
  const burst = sales.slice(best.first, best.last + 1)
  const [opening, closing] = [burst[0]!, burst.at(-1)!]
  const later = priced
    .slice(closing.at + 1)
    .filter(({ timeSec }) => timeSec - closing.timeSec <= RECOVERY_SECS)
    .map(({ price }) => price!)
  return {
    signature: opening.trade.signature,
    timeSec: opening.timeSec,
    wallets: new Set(burst.map(({ trade }) => trade.trader)).size,
    soldRaw: best.soldRaw.toString(),
    priceBeforeQuote: priced[opening.at - 1]?.price ?? null,
    priceAfterQuote: closing.price,
    highestAfterQuote: later.length === 0 ? null : Math.max(...later),
  }
}

/** The largest share of a pool's quote side that left it together with base tokens, outside any trade: liquidity that
 *  was taken out, whatever the program calls it. */
function largestPull(acts: readonly Acts[], pools: ReadonlySet<string>, mint: string): DevTokenEvidence['pulled'] {
  let largest: DevTokenEvidence['pulled'] = null
  for (const { transaction, trades, launches } of acts) {
    for (const pool of pools) {
      // A migration empties a curve into the pool that it makes.
      if ([...trades, ...launches].some((one) => one.pool === pool)) continue
      const sharePct = takenPct(transaction, pool, mint)
      if (sharePct === null || sharePct <= (largest?.sharePct ?? 0)) continue
      largest = { signature: transaction.signature, timeSec: transaction.blockTimeSec, sharePct }
    }
  }
  return largest
}

/** Percent by which both sides of a pool shrank in a transaction, the smaller of the two; null when one did not. */
function takenPct(transaction: ChainTransaction, pool: string, mint: string): number | null {
  const before = vaultsOf(transaction, pool, mint)
  if (before.length < 2) return null
  const after = new Map(transaction.postTokenBalances.map(({ accountIndex, amountRaw }) => [accountIndex, amountRaw]))
  const shares = before.map(({ accountIndex, amountRaw }) => {
    const takenRaw = amountRaw - (after.get(accountIndex) ?? 0n)
    return Number((takenRaw * 1_000_000n) / amountRaw) / 10_000
  })
  const least = Math.min(...shares)
  return least > 0 ? least : null
}

/** Balances of a pool before a transaction. The vaults of many programs belong to one authority for all pools: then
 *  they are told by the transaction's naming the pool, as long as it names no other pool's as well. */
function vaultsOf({ preTokenBalances, accountKeys }: ChainTransaction, pool: string, mint: string) {
  const held = preTokenBalances.filter(({ amountRaw }) => amountRaw > 0n)
  const own = held.filter(({ owner }) => owner === pool)
  if (own.length > 0 || !accountKeys.includes(pool)) return own
  const shared = held.filter(({ owner }) => owner !== null && knownAddress(owner)?.kind === 'liquidity')
  return shared.length === 2 && shared.some((row) => row.mint === mint) ? shared : []
}
