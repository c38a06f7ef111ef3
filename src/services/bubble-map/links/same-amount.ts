import type { Money } from '../batches.ts'
import { compareText } from '../compare-text.ts'
import { isBuiltByAnother, serviceOfWallets } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { FirstBuy, MapView } from '../map-view.ts'
import { chanceOfShared, digitsOf, sayChance, shareOfNumber, weightOfRun } from '../rarity.ts'
import { handoversOf } from '../token-moves.ts'
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
    'The same of the first SOL that they sent to wallets of their own: to one that never bought, and to which they gave the token. There two digits are enough, and only who moved on so counts among those who could share it.',
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
      ...gasLinks(view),
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

/** First SOL for a wallet to which the sender then gave the token. */
type Gas = { readonly from: string; readonly to: string; readonly money: Money }

/** A tool sends one sum to all the new wallets that it moves a team into; people send what they think will do. */
function gasLinks(view: MapView): readonly RawLink[] {
  const handed = handoversOf(view).filter(({ to }) => !view.firstBuys.has(to))
  const gas = handed.flatMap(({ from, to }): Gas[] => {
    const money = view.funding.get(to)
    return money?.from === from ? [{ from, to, money }] : []
  })
  const movers = new Set(gas.map(({ from }) => from)).size
  return groupBy(gas, ({ money }) => money.amountRaw.toString()).flatMap(([lamports, same]) => {
    const firsts = groupBy(same, ({ from }) => from).map(([, own]) => own[0]!)
    const chance = chanceOfShared({
      sharers: firsts.length,
      people: movers,
      share: shareOfNumber(digitsOf(lamports), RARITY.commonDigits),
    })
    const weight = weightOfRun(firsts.length, chance)
    const detail = `${firsts.length} of ${movers} who moved on to new wallets sent those ${lamports} lamports; by chance ${sayChance(chance)}`
    const link = (one: Gas, other: Gas): RawLink => gasLink(one, other, weight, detail)
    if (weight === 0) return []
    if (weight === 1) return starOf(firsts, link)
    return firsts.flatMap((one, i) => firsts.slice(i + 1).map((other) => link(one, other)))
  })
}

function gasLink(one: Gas, other: Gas, weight: number, detail: string): RawLink {
  const { slot, signature, amountRaw } = other.money
  return toLink(
    'same_amount',
    { source: one.from, target: other.from, weight },
    {
      slot,
      signature,
      otherSignature: one.money.signature,
      amount: amountRaw.toString(),
      unit: 'lamports',
      detail,
    },
  )
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
