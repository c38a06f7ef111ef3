import { counted } from '../../../contract/counted.ts'
import { compareText } from '../compare-text.ts'
import { feeTakers, privateTaker } from '../crowds.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { FirstBuy, MapView } from '../map-view.ts'
import { chanceOfKey, sayChance, weightOfRun } from '../rarity.ts'

/** One address got a part of the purchases of several, and of hardly anybody else. */
export const sharedFeeTaker: LinkRule = {
  kind: 'shared_fee_taker',
  strength: 'either',
  rules: [
    'In the trades of at least three people one unlabelled address was paid by them: a fee taker or referrer.',
    'Strong where so many would know it by chance in less than one token in a million (as for `standing_power`), 0.5 in less than one in a thousand.',
    'None where it is named, busy, a service, a program, the creator, was not read, or deals with more than twice as many others: that is a trading service, and what its customers share beside it comes from it.',
  ],
  find(view) {
    return [...feeTakers(view)]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([taker, users]) => linksOf(view, taker, users))
  },
}

function linksOf(view: MapView, taker: string, users: ReadonlySet<string>): readonly RawLink[] {
  const others = privateTaker(view, taker, users)
  const buys = [...users].flatMap((user): readonly FirstBuy[] => {
    const buy = view.firstBuys.get(user)
    return buy === undefined ? [] : [buy]
  })
  if (others === null || taker === view.dev) return []
  const chance = chanceOfKey(buys.length, view.people.length, others)
  const weight = weightOfRun(buys.length, chance)
  if (weight === 0) return []
  const sorted = buys.sort((a, b) => a.slot - b.slot || compareText(a.wallet, b.wallet))
  const link = (first: FirstBuy, { wallet, slot, signature }: FirstBuy): RawLink =>
    toLink(
      'shared_fee_taker',
      { source: first.wallet, target: wallet, weight },
      {
        slot,
        signature,
        otherSignature: first.signature,
        via: taker,
        detail: `${taker} was paid in trades of ${buys.length} of ${view.people.length} people, and has ${counted(others, 'transaction')} of others; by chance ${sayChance(chance)}`,
      },
    )
  if (weight === 1) return starOf(sorted, link)
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => link(one, other)))
}
