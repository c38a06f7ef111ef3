import { connectedComponents } from '../src/hot-paths/connected-components.ts'
import { viewEvidence } from '../src/services/bubble-map/evidence-view.ts'
import { handoversOf } from '../src/services/bubble-map/token-moves.ts'
import type { TokenEvidence } from '../src/services/evidence-bundle/evidence.ts'

/** What a map of direct transfers alone sees, as many tools draw it: people joined when first SOL or units of the token
 *  went straight from one to the other. Wallet to its entity's first member. For comparison only. */
export function transfersOnlyBaseline(evidence: TokenEvidence): ReadonlyMap<string, string> {
  const view = viewEvidence(evidence)
  const at = new Map(view.people.map((wallet, i) => [wallet, i]))
  const gifts = view.people.flatMap((to) => {
    const from = view.funding.get(to)?.from
    return from !== undefined && at.has(from) ? [{ from, to }] : []
  })
  const pairs = [...gifts, ...handoversOf(view)]
  const groups = new Uint32Array(view.people.length)
  connectedComponents(
    Uint32Array.from(pairs, ({ from }) => at.get(from)!),
    Uint32Array.from(pairs, ({ to }) => at.get(to)!),
    groups,
  )
  return new Map(view.people.map((wallet, i) => [wallet, view.people[groups[i]!]!]))
}
