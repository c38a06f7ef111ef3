import type { ObservedTransaction } from '../../evidence-bundle/evidence.ts'
import { compareText } from '../compare-text.ts'
import { looksLikeCrowd, serviceOfWallets } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { FirstBuy, MapView } from '../map-view.ts'
import { BUDGET, WEIGHTS } from '../weights.ts'

/** First purchases with one compute budget that hardly anyone else sets. */
export const budgetFingerprint: LinkRule = {
  kind: 'budget_fingerprint',
  strength: 'weak',
  rules: [
    'First purchases of both set the same compute-unit limit and price.',
    'Weight 0.5, less with the share of all buyers who set it; for two or three users 0.6 or 0.8 of that; for round pairs 0.7 of it.',
    'None where its users paid a fee to one trading service, or look like customers of one (as for `shared_fee_payer`).',
  ],
  find(view) {
    const services = serviceOfWallets(view)
    const buys = [...view.firstBuys.values()].filter(({ wallet }) => view.isPerson.has(wallet))
    const others = buys.length
    return groupBy(buys, ({ transaction }) => pairOf(transaction)).flatMap(([pair, users]) => {
      const own = users.filter(({ wallet }) => !services.has(wallet)).sort((a, b) => compareText(a.wallet, b.wallet))
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
  const weight = weightOf(pair, users.length, popularity)
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
                detail: `both set ${pair}, as ${popularity.usersInAll} of ${popularity.buyers} buyers do`,
              },
            ),
          ],
    ),
  )
}

function weightOf(pair: string, users: number, { usersInAll, buyers }: Popularity): number {
  const strangers = (usersInAll - users) / Math.max(1, buyers)
  const byUsers = BUDGET.byUsers[Math.min(users, BUDGET.byUsers.length - 1)]!
  return WEIGHTS.budget * byUsers * (1 - strangers) * roundness(pair)
}

/** Digits before trailing zeros, of both numbers: 200000 at 1000 has two, 203417 at 1234567 has thirteen. */
function roundness(pair: string): number {
  const digits = (pair.match(/\d+/g) ?? []).reduce((sum, one) => sum + one.replace(/0+$/, '').length, 0)
  const { fewDigits, manyDigits, roundFactor } = BUDGET
  const share = Math.min(1, Math.max(0, (digits - fewDigits) / (manyDigits - fewDigits)))
  return roundFactor + (1 - roundFactor) * share
}
