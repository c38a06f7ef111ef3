import type { ObservedTransaction } from '../../evidence-bundle/evidence.ts'
import { compareText } from '../compare-text.ts'
import { isBuiltByAnother, looksLikeCrowd, serviceOfWallets } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { FirstBuy, MapView } from '../map-view.ts'
import { chanceOfShared, digitsOf, sayChance, shareOfNumber, weightOfRun } from '../rarity.ts'
import { BUDGET, RARITY, WEIGHTS } from '../weights.ts'

/** First purchases with one compute budget that hardly anyone else sets. */
export const budgetFingerprint: LinkRule = {
  kind: 'budget_fingerprint',
  strength: 'either',
  rules: [
    'First purchases of both set the same compute-unit limit and price.',
    'Strong where three or more set it and chance brings so many to less than one token in a million: every choice of so many of the buyers counts, and of strangers one in ten arrives at each digit of the two numbers after the eighth (trailing zeros are none).',
    'Else 0.5 (for two, who may have one maker, 0.3), times the doubt that it is chance: with eight digits or fewer nothing.',
    'None where its users paid a fee to one trading service, where an app or sponsor signed their purchases (what it sets is one trace with it), or where they look like customers of one (as for `shared_fee_payer`).',
  ],
  find(view) {
    const services = serviceOfWallets(view)
    const buys = [...view.firstBuys.values()].filter(({ wallet }) => view.isPerson.has(wallet))
    const others = buys.length
    return groupBy(buys, ({ transaction }) => pairOf(transaction)).flatMap(([pair, users]) => {
      const own = users
        .filter(({ wallet, transaction }) => !services.has(wallet) && !isBuiltByAnother(transaction))
        .sort((a, b) => compareText(a.wallet, b.wallet))
      return pairLinks(view, pair, own, { usersInAll: users.length, buyers: others })
    })
  },
}

function pairOf({
  computeUnitLimit,
  computeUnitPrice,
  priorityFeeLamports,
  version,
}: ObservedTransaction): string | null {
  if (version === 1)
    return computeUnitLimit === null || priorityFeeLamports === null
      ? null
      : `${computeUnitLimit} units, ${priorityFeeLamports} lamports`
  return computeUnitLimit === null || computeUnitPrice === null
    ? null
    : `${computeUnitLimit} units at ${computeUnitPrice}`
}

type Popularity = { readonly usersInAll: number; readonly buyers: number }

function pairLinks(
  view: MapView,
  pair: string,
  users: readonly FirstBuy[],
  popularity: Popularity,
): readonly RawLink[] {
  const wallets = users.map(({ wallet }) => wallet)
  if (users.length < 2 || looksLikeCrowd(view, wallets)) return []
  const chance = chanceOf(pair, users.length, popularity.buyers)
  const run = weightOfRun(users.length, chance)
  const weight = run === 1 ? run : WEIGHTS.rareRun * (users.length < RARITY.sharers ? RARITY.pair : 1) * (1 - chance)
  if (weight <= 0) return []
  return users.flatMap((one, i) =>
    users.slice(i + 1).flatMap((other) =>
      // In one transaction the budget is one on its own.
      one.signature === other.signature
        ? []
        : [
            toLink(
              'budget_fingerprint',
              { source: one.wallet, target: other.wallet, weight },
              {
                slot: other.slot,
                signature: other.signature,
                otherSignature: one.signature,
                detail: `both set ${pair}, as ${popularity.usersInAll} of ${popularity.buyers} buyers do; by chance ${sayChance(chance)}`,
              },
            ),
          ],
    ),
  )
}

/** Of so many users of one pair that no service set. */
function chanceOf(pair: string, sharers: number, people: number): number {
  return chanceOfShared({ sharers, people, share: shareOfNumber(digitsIn(pair), BUDGET.commonDigits) })
}

/** Both numbers together, trailing zeros left out: 200000 at 1000 has two, 203417 at 1234567 has thirteen. */
function digitsIn(pair: string): number {
  return (pair.match(/\d+/g) ?? []).reduce((sum, one) => sum + digitsOf(one), 0)
}
