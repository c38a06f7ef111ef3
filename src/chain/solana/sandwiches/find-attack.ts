import { SANDWICHES as S } from '../../../config/sandwiches.ts'
import type { PlacedTrade } from './placed-trade.ts'

/** Places in the list of trades. */
export type Attack = {
  readonly fronts: readonly number[]
  readonly backs: readonly number[]
  readonly wallets: readonly string[]
  readonly profitRaw: bigint
}

const THOUSAND = 1_000n
/** An attack may be split into so many trades on either side. */
const MOST_LEGS = 4

/** The attack on a trade, if one stands around it: the same hand (trader or fee payer) traded the same way right before
 *  it and gave back as much after it, at a profit or within one block. Who makes a market trades both ways on either side or in other sizes;
 *  an arbitrage trades elsewhere in the same transaction; and two traders who have nothing in common are no attacker. Pure. */
export function findAttack(trades: readonly PlacedTrade[], victimAt: number): Attack | null {
  const victim = trades[victimAt]!
  let best: Attack | null = null
  const tried = new Set<number>()
  for (let at = victimAt - 1; at >= 0; at--) {
    if (tried.has(at) || !canBeAttack(trades[at]!, victim)) continue
    const wallets = handOf(trades, at)
    if (victim.wallets.some((one) => wallets.has(one))) continue
    const own = trades.flatMap((one, place) => (one.wallets.some((wallet) => wallets.has(wallet)) ? [place] : []))
    for (const place of own) tried.add(place)
    const attack = attackOf(trades, victimAt, own, wallets)
    if (attack !== null && (best === null || attack.profitRaw > best.profitRaw)) best = attack
  }
  return best
}

function canBeAttack({ trade, isArbitrage }: PlacedTrade, victim: PlacedTrade): boolean {
  return trade.side === victim.trade.side && !isArbitrage && trade.signature !== victim.trade.signature
}

/** All wallets that are linked to a trade by trading or paying. */
function handOf(trades: readonly PlacedTrade[], at: number): ReadonlySet<string> {
  const wallets = new Set(trades[at]!.wallets)
  for (let size = 0; size < wallets.size; ) {
    size = wallets.size
    const linked = trades.filter((one) => one.wallets.some((wallet) => wallets.has(wallet)))
    for (const wallet of linked.flatMap((one) => one.wallets)) wallets.add(wallet)
  }
  return wallets
}

function attackOf(
  trades: readonly PlacedTrade[],
  victimAt: number,
  own: readonly number[],
  wallets: ReadonlySet<string>,
): Attack | null {
  const { side, baseAmountRaw } = trades[victimAt]!.trade
  const fronts = nearest(
    own.filter((place) => place < victimAt).toReversed(),
    (place) => trades[place]!.trade.side === side,
  )
  const backs = nearest(
    own.filter((place) => place > victimAt),
    (place) => trades[place]!.trade.side !== side,
  )
  let best: Attack | null = null
  // The same hand may have bought before for other reasons: the attack is the legs nearest to the swap that match.
  for (let front = 1; front <= Math.min(fronts.length, MOST_LEGS); front++)
    for (let back = 1; back <= Math.min(backs.length, MOST_LEGS); back++) {
      const legs = { fronts: fronts.slice(0, front).toReversed(), backs: backs.slice(0, back) }
      const profitRaw = profitIfMatched(trades, { side, baseAmountRaw }, legs)
      if (profitRaw === null || (profitRaw <= 0n && !isOneBlock(trades, victimAt, legs))) continue
      if (best === null || profitRaw > best.profitRaw) best = { ...legs, wallets: [...wallets], profitRaw }
    }
  return best
}

type Legs = Pick<Attack, 'fronts' | 'backs'>

/** Null where the legs are no attack: of other sizes, too small to move a price, or arbitrage. */
function profitIfMatched(
  trades: readonly PlacedTrade[],
  { side, baseAmountRaw }: Pick<PlacedTrade['trade'], 'side' | 'baseAmountRaw'>,
  { fronts, backs }: Legs,
): bigint | null {
  if ([...fronts, ...backs].some((place) => trades[place]!.isArbitrage)) return null
  const sum = (places: readonly number[], of: 'baseAmountRaw' | 'quoteAmountRaw'): bigint =>
    places.reduce((all, place) => all + trades[place]!.trade[of], 0n)
  const [frontBase, backBase] = [sum(fronts, 'baseAmountRaw'), sum(backs, 'baseAmountRaw')]
  const apart = frontBase > backBase ? frontBase - backBase : backBase - frontBase
  if (apart * THOUSAND > frontBase * S.sizeTolerance) return null
  if (frontBase * THOUSAND < baseAmountRaw * S.leastSize) return null
  return profitOf(side, { frontBase, backBase }, sum(fronts, 'quoteAmountRaw'), sum(backs, 'quoteAmountRaw'))
}

/** No one else buys and sells the same amount within one block. */
function isOneBlock(trades: readonly PlacedTrade[], victimAt: number, { fronts, backs }: Legs): boolean {
  const { slot } = trades[victimAt]!.trade
  return [...fronts, ...backs].every((place) => trades[place]!.trade.slot === slot)
}

/** Those from the nearest on for which it is true without a break. */
function nearest(places: readonly number[], isWanted: (place: number) => boolean): readonly number[] {
  const end = places.findIndex((place) => !isWanted(place))
  return end < 0 ? places : places.slice(0, end)
}

/** Of the units that both legs moved. */
function profitOf(
  side: 'buy' | 'sell',
  { frontBase, backBase }: { readonly frontBase: bigint; readonly backBase: bigint },
  frontQuote: bigint,
  backQuote: bigint,
): bigint {
  const both = frontBase < backBase ? frontBase : backBase
  const front = frontBase === 0n ? 0n : (frontQuote * both) / frontBase
  const back = backBase === 0n ? 0n : (backQuote * both) / backBase
  return side === 'buy' ? back - front : front - back
}
