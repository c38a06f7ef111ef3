import type { BubbleLink } from '../../contract/bubble-map.ts'
import type { HolderGraph } from './build-graph.ts'
import { compareText } from './compare-text.ts'
import type { MapView } from './map-view.ts'

/** Where the first money of each member of an entity came from: drawn without a weight, for the payer is no member and
 *  these links decide nothing. Payers that are people of the token have their own. */
export function payerLinks(view: MapView, graph: HolderGraph): readonly BubbleLink[] {
  return [...graph.entityOf.keys()].sort(compareText).flatMap((member): BubbleLink[] => {
    const money = view.funding.get(member)
    if (money === undefined || view.isPerson.has(money.from)) return []
    const { from, slot, signature, amountRaw } = money
    return [
      {
        source: from,
        target: member,
        type: 'transfer',
        weight: null,
        evidence: {
          slot,
          signature,
          otherSignature: null,
          amount: amountRaw.toString(),
          unit: 'lamports',
          via: null,
          hops: 1,
          detail: 'first SOL of the member',
        },
      },
    ]
  })
}
