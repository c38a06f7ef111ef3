import type { TradeVenue } from '../../../contract/tape-event.ts'
import type { DexTrade } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { NATIVE_MINT } from '../program-ids.ts'
import type { ChainTransaction } from '../transaction.ts'
import { decodeGenericSwaps } from '../venues/generic-swaps.ts'
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
  readonly legs: readonly SwapLeg[]
}

/** What is no part of a price. */
const ASIDE: ReadonlySet<MovementKind> = new Set(['fee', 'deposit', 'close', 'wrap', 'unwrap', 'handover'])

/** The swaps of a transaction, in order. `isTip`: whether an address takes tips for getting transactions into blocks. */
export function swapsOf(
  transaction: ChainTransaction,
  movements: readonly Movement[],
  isTip: (address: string) => boolean,
): readonly Swap[] {
  if (transaction.err !== null) return []
  const trades = [
    ...DEXES.flatMap<DexTrade<TradeVenue>>((dex) => dex.decodeTrades(transaction)),
    ...decodeGenericSwaps(transaction),
  ]
  const byTop = Map.groupBy(trades, ({ instructionPath }) => instructionPath[0])
  return [...byTop.keys()]
    .sort((a, b) => a - b)
    .flatMap((top) => {
      const legs = byTop
        .get(top)!
        .toSorted((a, b) => a.instructionPath[1] - b.instructionPath[1])
        .map((trade) => ({ trade, leg: legOf(trade) }))
      const { programId } = transaction.instructions[top]!
      const trader = traderOf(
        transaction,
        legs.map(({ trade }) => trade.trader),
      )
      const all = legs.map(({ leg }) => leg)
      const whole = wholeSwap(netOf(movements, { top, owner: trader, isTip }), all)
      if (whole !== null) return [{ top, trader, programId, ...whole, legs: all }]
      return legs.map(({ trade, leg: { paid, got }, leg }) => {
        return { top, trader: trade.trader, programId, paid, got, leftover: [], legs: [leg] }
      })
    })
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
function netOf(
  movements: readonly Movement[],
  { top, owner, isTip }: { readonly top: number; readonly owner: string; readonly isTip: (address: string) => boolean },
): ReadonlyMap<string, bigint> {
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
