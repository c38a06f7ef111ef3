import { WSOL_MINT } from '../../../contract/mints.ts'
import { isTrading } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { tailOf } from '../poisson.ts'
import { HAND_OVER, WEIGHTS } from '../weights.ts'

/** A sale for SOL, or a wallet's first purchase. */
type Leg = {
  readonly wallet: string
  readonly slot: number
  /** Null where the block was not read. */
  readonly place: number | null
  readonly signature: string
  readonly lamports: bigint
}
type Pair = { readonly sale: Leg; readonly buy: Leg }

/** Repeatedly, one wallet sells and a new one buys as much right after it. */
export const handOver: LinkRule = {
  kind: 'hand_over',
  strength: 'strong',
  rules: [
    'A pair: one wallet sold a quarter or more of what it had bought in an earlier slot; in the same slot or the next, and not before that sale, the other first bought for as much, at most 15 % apart.',
    'Strong with at least three such pairs of different sellers and buyers. Then pairs up to 35 % apart count, too, and all together must be five times as many as chance brings: pairs of the same kind up to twenty slots apart, in either direction.',
    'Also strong with such pairs of at least three sellers and three buyers, up to 35 % apart and each in one slot, where so many would occur by chance in less than one token in a million (Poisson, at the rate of those pairs, at least one in twenty tokens). Then pairs in one slot up to 50 % apart belong to it.',
    'All sellers and buyers are joined; the creator, too, where three of the sellers had bought in the launch slot.',
  ],
  find(view) {
    const { sales, buys } = legsOf(view)
    const { apartPct, furtherApartPct } = HAND_OVER
    const pairs = pairsOf(sales, buys, furtherApartPct)
    const chance = chanceOf(sales, buys, furtherApartPct)
    const isAlike = isRepeated(pairsOf(sales, buys, apartPct)) && pairs.length >= chance * HAND_OVER.timesChance
    if (!isAlike && !isBeyondChance(pairs, chance)) return []
    const all = withMoreInOneSlot(pairs, sales, buys)
    return [...all.map((pair) => pairLink(pair)), ...ringLinks(all), ...creatorLinks(view, all)]
  },
}

function legsOf(view: MapView): { readonly sales: readonly Leg[]; readonly buys: readonly Leg[] } {
  const sales: Leg[] = []
  const buys: Leg[] = []
  const bought = new Map<string, bigint>()
  for (const { trades, slot, signature, indexInBlock: place } of view.trades)
    for (const { wallet, side, baseRaw, quoteRaw, quoteMint } of trades) {
      if (quoteMint !== WSOL_MINT || !view.isPerson.has(wallet) || isTrading(view, wallet)) continue
      const leg = { wallet, slot, place, signature, lamports: BigInt(quoteRaw) }
      if (side === 'buy') {
        bought.set(wallet, (bought.get(wallet) ?? 0n) + BigInt(baseRaw))
        if (view.firstBuys.get(wallet)?.signature === signature) buys.push(leg)
      } else if (isLeaving(view, leg, BigInt(baseRaw), bought.get(wallet))) sales.push(leg)
    }
  return { sales, buys }
}

/** A wallet that buys and sells around someone's purchase within a slot profits from it, and gives nothing away. */
function isLeaving(
  { firstBuys }: MapView,
  { wallet, slot }: Leg,
  soldRaw: bigint,
  boughtRaw: bigint | undefined,
): boolean {
  if (boughtRaw === undefined || firstBuys.get(wallet)!.slot >= slot) return false
  return soldRaw * 100n >= boughtRaw * HAND_OVER.soldPct
}

function isMatch(sale: Leg, buy: Leg, apartPct: bigint): boolean {
  const apart = buy.lamports > sale.lamports ? buy.lamports - sale.lamports : sale.lamports - buy.lamports
  return buy.wallet !== sale.wallet && apart * 100n <= sale.lamports * apartPct
}

function isRightBehind(sale: Leg, buy: Leg): boolean {
  if (buy.slot === sale.slot) return sale.place === null || buy.place === null || buy.place > sale.place
  return buy.slot > sale.slot && buy.slot <= sale.slot + HAND_OVER.slots
}

/** Each sale with the first matching purchase after it; each purchase is used once. */
function pairsOf(sales: readonly Leg[], buys: readonly Leg[], apartPct: bigint): readonly Pair[] {
  const used = new Set<Leg>()
  return sales.flatMap((sale) => {
    const buy = buys.find((one) => isRightBehind(sale, one) && isMatch(sale, one, apartPct) && !used.has(one))
    if (buy === undefined) return []
    used.add(buy)
    return [{ sale, buy }]
  })
}

function isRepeated(pairs: readonly Pair[]): boolean {
  const sellers = new Set(pairs.map(({ sale }) => sale.wallet))
  const buyers = new Set(pairs.map(({ buy }) => buy.wallet))
  return sellers.size >= HAND_OVER.pairs && buyers.size >= HAND_OVER.pairs
}

/** The others that stand in one slot, whatever part of the sum was spent: the pattern is known by then. */
function withMoreInOneSlot(pairs: readonly Pair[], sales: readonly Leg[], buys: readonly Leg[]): readonly Pair[] {
  const used = new Set(pairs.flatMap(({ sale, buy }) => [sale, buy]))
  const free = (legs: readonly Leg[]): readonly Leg[] => legs.filter((leg) => !used.has(leg))
  const more = pairsOf(free(sales), free(buys), HAND_OVER.sameSlotApartPct)
  return [...pairs, ...more.filter(({ sale, buy }) => sale.slot === buy.slot)]
}

/** Whether so many pairs in one slot each, of different people, happen less than once in a million tokens. A block
 *  every few hundred milliseconds is shared by strangers at times, but not by one after the other with the same sum. */
function isBeyondChance(pairs: readonly Pair[], chance: number): boolean {
  const inOneSlot = pairs.filter(({ sale, buy }) => sale.slot === buy.slot)
  const expected = Math.max(chance, HAND_OVER.leastChance)
  return isRepeated(inOneSlot) && tailOf(inOneSlot.length, expected) < HAND_OVER.mostChance
}

/** How many pairs would follow each other by chance. */
function chanceOf(sales: readonly Leg[], buys: readonly Leg[], apartPct: bigint): number {
  let beside = 0
  for (const sale of sales)
    for (const buy of buys) {
      const away = buy.slot - sale.slot
      const isBeside = away > HAND_OVER.slots || away < 0
      if (isBeside && Math.abs(away) <= HAND_OVER.controlSlots && isMatch(sale, buy, apartPct)) beside++
    }
  const slots = HAND_OVER.controlSlots * 2 - HAND_OVER.slots
  return (beside * (HAND_OVER.slots + 1)) / slots
}

function pairLink({ sale, buy }: Pair): RawLink {
  return toLink(
    'hand_over',
    { source: sale.wallet, target: buy.wallet, weight: WEIGHTS.strong },
    {
      slot: buy.slot,
      signature: buy.signature,
      otherSignature: sale.signature,
      amount: buy.lamports.toString(),
      unit: 'lamports',
      detail: `bought for ${buy.lamports} lamports right behind a sale for ${sale.lamports}`,
    },
  )
}

/** Links one pair with the next: only their repetition rules out chance. */
function ringLinks(pairs: readonly Pair[]): readonly RawLink[] {
  return pairs.slice(1).map((pair, i) =>
    toLink(
      'hand_over',
      { source: pairs[i]!.sale.wallet, target: pair.sale.wallet, weight: WEIGHTS.strong },
      {
        slot: pair.sale.slot,
        signature: pair.sale.signature,
        otherSignature: pairs[i]!.sale.signature,
        detail: `both sold to a new wallet right behind them, as ${pairs.length} sales of this token were`,
      },
    ),
  )
}

function creatorLinks({ dev, launch, firstBuys }: MapView, pairs: readonly Pair[]): readonly RawLink[] {
  if (dev === null || launch === null) return []
  const sellers = groupBy(pairs, ({ sale }) => sale.wallet).filter(
    ([wallet]) => wallet !== dev && firstBuys.get(wallet)?.slot === launch.launchSlot,
  )
  if (sellers.length < HAND_OVER.pairs) return []
  const [wallet, [pair]] = sellers[0]!
  return [
    toLink(
      'hand_over',
      { source: dev, target: wallet, weight: WEIGHTS.strong },
      {
        slot: pair!.sale.slot,
        signature: pair!.sale.signature,
        otherSignature: launch.creationSignature,
        detail: `${sellers.length} who bought in the slot of the launch sold to new wallets right behind them`,
      },
    ),
  ]
}
