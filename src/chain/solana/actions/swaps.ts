import type { TradeVenue } from '../../../contract/tape-event.ts'
import type { Dex, DexTrade } from '../dexes/dex.ts'
import { decodePossibleTrades } from '../dexes/possible-trades.ts'
import { NATIVE_MINT } from '../program-ids.ts'
import type { ChainTransaction } from '../transaction.ts'
import { decodeGenericSwaps } from '../venues/generic-swaps.ts'
import { ROUTERS } from './families/routers.ts'
import type { Movement, MovementKind } from './movement.ts'
import { isNative } from './native-deposits.ts'

/** An amount of an asset in base units. SOL and wrapped SOL are one asset here, by the mint of wrapped SOL. */
export type Amount = { readonly mint: string; readonly amountRaw: bigint }

/** A trade in one pool. */
export type SwapLeg = {
  readonly dex: TradeVenue
  readonly programId: string
  readonly pool: string
  readonly path: readonly [number, number]
  readonly paid: Amount
  readonly got: Amount
}

/** One swap of a wallet: what a top-level instruction took from it and gave it. A route through several pools is one
 *  swap with a leg for each. */
export type Swap = {
  readonly top: number
  readonly trader: string
  /** The program of the instruction that was called: a DEX or a router. */
  readonly programId: string
  /** What left the wallet, fees of pools and routers included; network fee, tips and deposits of accounts are not. */
  readonly paid: Amount
  readonly got: Amount
  /** What a route left with the wallet of tokens between its ends. */
  readonly leftover: readonly Amount[]
  /** Taken beside the pools, by routers, bots and those who sent the user: what the wallet paid more than the first pools
   *  got, and got less than the last ones gave. Fees of the pools are in their prices. Empty where no leg was read. */
  readonly fees: readonly Amount[]
  /** Empty where a router's pools are none that we read: then what changed hands says the swap. */
  readonly legs: readonly SwapLeg[]
}

/** What is no part of a price. */
const ASIDE: ReadonlySet<MovementKind> = new Set(['fee', 'deposit', 'close', 'wrap', 'unwrap', 'handover'])

/** The swaps of a transaction, in order. `dexes`: those whose programs it names; `isTip`: whether an address takes tips for getting transactions into blocks. */
export function swapsOf(
  transaction: ChainTransaction,
  movements: readonly Movement[],
  { dexes, isTip }: { readonly dexes: readonly Dex[]; readonly isTip: (address: string) => boolean },
): readonly Swap[] {
  if (transaction.err !== null) return []
  const trades: readonly DexTrade<TradeVenue>[] = [
    ...decodePossibleTrades(transaction, dexes),
    ...decodeGenericSwaps(transaction),
  ]
  if (trades.length === 0 && !transaction.instructions.some(({ programId }) => ROUTERS.has(programId))) return []
  const byTop = Map.groupBy(trades, ({ instructionPath }) => instructionPath[0])
  return transaction.instructions.flatMap(({ programId }, top) => {
    const own = byTop.get(top)
    if (own !== undefined) return swapsOfTop({ transaction, movements, isTip, top, programId }, own)
    return ROUTERS.has(programId) ? routedBlind({ transaction, movements, isTip, top, programId }) : []
  })
}

type Call = {
  readonly transaction: ChainTransaction
  readonly movements: readonly Movement[]
  readonly isTip: (address: string) => boolean
  readonly top: number
  readonly programId: string
}

function swapsOfTop(call: Call, trades: readonly DexTrade<TradeVenue>[]): readonly Swap[] {
  const { transaction, top, programId } = call
  const sorted = trades.toSorted((a, b) => a.instructionPath[1] - b.instructionPath[1])
  const legs = sorted.map(legOf)
  const trader = traderOf(
    transaction,
    sorted.map((trade) => trade.trader),
  )
  const whole = wholeSwap(netOf(call, trader), legs)
  if (whole !== null) return [{ top, trader, programId, ...whole, fees: feesBeside(whole, legs), legs }]
  return sorted.map((trade, at) => {
    const leg = legs[at]!
    return { top, trader: trade.trader, programId, paid: leg.paid, got: leg.got, leftover: [], fees: [], legs: [leg] }
  })
}

/** A router's call whose pools are none that we read: a swap where a signer gave one asset and got another. */
function routedBlind(call: Call): readonly Swap[] {
  const { transaction, top, programId } = call
  for (const trader of transaction.signers) {
    const changed = [...netOf(call, trader)].filter(([, raw]) => raw !== 0n)
    const [given, gained] = [changed.filter(([, raw]) => raw < 0n), changed.filter(([, raw]) => raw > 0n)]
    if (given.length !== 1 || gained.length !== 1) continue
    const paid = { mint: given[0]![0], amountRaw: -given[0]![1] }
    const got = { mint: gained[0]![0], amountRaw: gained[0]![1] }
    return [{ top, trader, programId, paid, got, leftover: [], fees: [], legs: [] }]
  }
  return []
}

function feesBeside({ paid, got }: Pick<Swap, 'paid' | 'got'>, legs: readonly SwapLeg[]): readonly Amount[] {
  const sum = (side: 'paid' | 'got', mint: string): bigint =>
    legs.reduce((total, leg) => (leg[side].mint === mint ? total + leg[side].amountRaw : total), 0n)
  // What pools of the route itself took and gave of an end's asset cancels out.
  const before = paid.amountRaw - (sum('paid', paid.mint) - sum('got', paid.mint))
  const after = sum('got', got.mint) - sum('paid', got.mint) - got.amountRaw
  if (paid.mint === got.mint) return []
  return [
    { mint: paid.mint, amountRaw: before },
    { mint: got.mint, amountRaw: after },
  ].filter(({ amountRaw }) => amountRaw > 0n)
}

function legOf(trade: DexTrade<TradeVenue>): SwapLeg {
  const base = { mint: trade.baseMint, amountRaw: trade.baseAmountRaw }
  const quote = { mint: trade.quoteMint, amountRaw: trade.quoteAmountRaw }
  const { dex, programId, pool, instructionPath: path } = trade
  return trade.side === 'buy'
    ? { dex, programId, pool, path, paid: quote, got: base }
    : { dex, programId, pool, path, paid: base, got: quote }
}

/** Who traded: routers trade through accounts of their own for the wallet that signed. */
function traderOf({ signers, feePayer }: ChainTransaction, traders: readonly string[]): string {
  return traders.find((one) => signers.includes(one)) ?? feePayer
}

/** What an owner gained and lost in a top-level instruction by asset. */
function netOf({ movements, isTip, top }: Call, owner: string): ReadonlyMap<string, bigint> {
  const net = new Map<string, bigint>()
  for (const { path, kind, mint, amountRaw, from, to } of movements) {
    if (path === null || path[0] !== top || ASIDE.has(kind)) continue
    if (from?.owner === to?.owner || (to !== null && isTip(to.account))) continue
    const asset = mint === null || isNative(mint) ? NATIVE_MINT : mint
    if (from?.owner === owner) net.set(asset, (net.get(asset) ?? 0n) - amountRaw)
    if (to?.owner === owner) net.set(asset, (net.get(asset) ?? 0n) + amountRaw)
  }
  return net
}

/** The ends of a route: what the wallet has less of, and what the last pool paid out. One that ends where it began is
 *  worth what went in and came out of the pools at its ends. Null where the wallet's balances show no such thing: it gave
 *  several assets, or its legs stand for themselves. */
function wholeSwap(
  net: ReadonlyMap<string, bigint>,
  legs: readonly SwapLeg[],
): Pick<Swap, 'paid' | 'got' | 'leftover'> | null {
  const given = [...net].filter(([, raw]) => raw < 0n)
  const gained = [...net].filter(([, raw]) => raw > 0n).map(([mint, amountRaw]) => ({ mint, amountRaw }))
  const first = legs[0]!.paid.mint
  const last = legs.at(-1)!.got.mint
  if (first === last && given.every(([mint]) => mint === first)) {
    const sum = (side: 'paid' | 'got'): bigint =>
      legs.reduce((total, leg) => (leg[side].mint === first ? total + leg[side].amountRaw : total), 0n)
    const leftover = gained.filter(({ mint }) => mint !== first)
    return { paid: { mint: first, amountRaw: sum('paid') }, got: { mint: first, amountRaw: sum('got') }, leftover }
  }
  const got = gained.length === 1 ? gained[0] : gained.find(({ mint }) => mint === last)
  if (given.length !== 1 || got === undefined) return null
  const [mint, raw] = given[0]!
  return { paid: { mint, amountRaw: -raw }, got, leftover: gained.filter((one) => one !== got) }
}
