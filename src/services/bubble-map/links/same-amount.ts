import { compareText } from '../compare-text.ts'
import { isBuiltByAnother, serviceOfWallets } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { FirstBuy, MapView } from '../map-view.ts'
import { chanceOfShared, digitsOf, sayChance, shareOfNumber, weightOfRun } from '../rarity.ts'
import { RARITY } from '../weights.ts'

/** An amount that someone chose for a first purchase. */
type Chosen = { readonly buy: FirstBuy; readonly lamports: string }

/** First purchases for one amount that hardly anyone would choose, or with one such tip. */
export const sameAmount: LinkRule = {
  kind: 'same_amount',
  strength: 'either',
  rules: [
    'At least three people of the token spent the same amount, to the lamport, on their first purchase, or gave the same tip; the amount has three to six digits (trailing zeros are none), as one that someone typed.',
    'Strong where so many would share it by chance in less than one token in a million, 0.5 in less than one in a thousand: every choice of so many of the buyers counts, and of strangers one in ten takes each digit after the first.',
    'None for purchases that a trading service, an app or a sponsor took part in (an amount it offers is common to its customers), and for tips that were all given within a minute (the going rate).',
  ],
  find(view) {
    const services = serviceOfWallets(view)
    const buys = [...view.firstBuys.values()].filter(({ wallet }) => view.isPerson.has(wallet))
    const own = buys.filter((buy) => !services.has(buy.wallet) && !isBuiltByAnother(buy.transaction))
    const spent = own.flatMap((buy) => spentIn(buy).map((lamports) => ({ buy, lamports })))
    const tipped = own.flatMap((buy) => buy.transaction.tips.map(({ lamports }) => ({ buy, lamports })))
    return [
      ...groupBy(spent, isTyped).flatMap(([, same]) => linksOf(same, buys.length, 'spent', 0)),
      ...groupBy(tipped, isTyped).flatMap(([, same]) => linksOf(same, buys.length, 'tipped', momentSlots(view))),
    ]
  },
}

function spentIn({ wallet, transaction }: FirstBuy): readonly string[] {
  const trade = transaction.trades.find((one) => one.wallet === wallet && one.side === 'buy')
  return trade === undefined ? [] : [trade.quoteRaw]
}

function isTyped({ lamports }: Chosen): string | null {
  const digits = digitsOf(lamports)
  return digits >= RARITY.leastDigits && digits <= RARITY.typedDigits ? lamports : null
}

function momentSlots({ evidence }: MapView): number {
  return RARITY.momentMs / evidence.slotMs
}

function linksOf(
  same: readonly Chosen[],
  people: number,
  what: 'spent' | 'tipped',
  leastSlots: number,
): readonly RawLink[] {
  const users = groupBy(same, ({ buy }) => buy.wallet).map(([, own]) => own[0]!)
  users.sort((a, b) => a.buy.slot - b.buy.slot || compareText(a.buy.wallet, b.buy.wallet))
  if (users.length < RARITY.sharers || users.at(-1)!.buy.slot - users[0]!.buy.slot < leastSlots) return []
  const { lamports } = users[0]!
  const share = shareOfNumber(digitsOf(lamports), RARITY.commonDigits)
  const chance = chanceOfShared({ sharers: users.length, people, share })
  const weight = weightOfRun(users.length, chance)
  const link = (one: Chosen, other: Chosen): RawLink =>
    toLink(
      'same_amount',
      { source: one.buy.wallet, target: other.buy.wallet, weight },
      {
        slot: other.buy.slot,
        signature: other.buy.signature,
        otherSignature: one.buy.signature,
        amount: lamports,
        unit: 'lamports',
        detail: `${users.length} of ${people} buyers ${what} ${lamports} lamports; by chance ${sayChance(chance)}`,
      },
    )
  if (weight === 0) return []
  if (weight === 1) return starOf(users, link)
  return users.flatMap((one, i) => users.slice(i + 1).map((other) => link(one, other)))
}
