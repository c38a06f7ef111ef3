import type { BubbleCluster } from '../../contract/bubble-map.ts'
import type { Check } from '../../contract/check.ts'
import { counted } from '../../contract/counted.ts'
import { type CheckRule, failed, passed, unasked } from '../checks/layer.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../evidence-bundle/holder-view.ts'
import { supplyOf } from './early-buyers.ts'

const HELD = {
  /** A second wallet, and one of a friend, are no group. */
  members: 4,
  high: 15,
  medium: 5,
} as const

export const GROUP_HELD: CheckRule = {
  id: 'group_held',
  label: 'One group of wallets once held a large share',
  severity: 'high',
  scored: true,
  threshold: `the most that a cluster of ${HELD.members} wallets or more held at one time, of what it bought: above ${HELD.high} % of the supply high, ${HELD.medium} % medium, sold since or not`,
  source:
    'trades of the token on chain, against the clusters of the bubble map; the limits are those of bundled launch buyers, who differ from other groups in their slot alone',
}

type Holding = { readonly cluster: BubbleCluster; readonly mostRaw: bigint; readonly peak: Peak | null }
type Peak = { readonly signature: string; readonly slot: number }

/** Whether wallets that act as one had a share of the supply that the list of holders never showed. Who they are does
 *  not matter, nor that they have sold it: what is proved of a sale says nothing of those it is made to. */
export function checkGroupHeld(evidence: TokenEvidence, clusters: readonly BubbleCluster[]): Check {
  const supplyRaw = supplyOf(evidence)
  if (supplyRaw === null) return unasked(GROUP_HELD, 'the supply is not known')
  const groups = clusters.filter(({ members }) => members.length >= HELD.members)
  const holdings = mostHeld(evidence, groups).sort((a, b) => (a.mostRaw < b.mostRaw ? 1 : -1))
  const [first] = holdings
  if (first === undefined) return passed(GROUP_HELD, `no group of ${HELD.members} wallets or more was found`)
  const pct = pctOf(first.mostRaw, supplyRaw)
  // What they were sent is not in it: beside the share that they hold now the sentence must say so.
  const detail = `${first.cluster.members.length} wallets that act as one held at most ${round2(pct)} % of the supply at one time, of what they bought`
  const shown = holdings.flatMap(({ cluster, mostRaw, peak }) =>
    peak === null ? [] : [{ what: `cluster ${cluster.entity_id}`, ...peak, value: counted(mostRaw, 'base unit') }],
  )
  if (pct > HELD.high) return failed(GROUP_HELD, detail, shown)
  return pct > HELD.medium
    ? failed({ ...GROUP_HELD, severity: 'medium' }, detail, shown)
    : passed(GROUP_HELD, detail, shown)
}

/** Purchases less sales of each group's wallets together, at their highest; what they pass among themselves changes
 *  nothing. O(trades). */
function mostHeld({ transactions }: TokenEvidence, groups: readonly BubbleCluster[]): Holding[] {
  const groupOf = new Map(groups.flatMap(({ members }, i) => members.map((member) => [member, i] as const)))
  const heldRaw = groups.map(() => 0n)
  const holdings: Holding[] = groups.map((cluster) => ({ cluster, mostRaw: 0n, peak: null }))
  for (const { trades, signature, slot } of transactions)
    for (const { wallet, side, baseRaw } of trades) {
      const at = groupOf.get(wallet)
      if (at === undefined) continue
      const nowRaw = heldRaw[at]! + (side === 'buy' ? BigInt(baseRaw) : -BigInt(baseRaw))
      heldRaw[at] = nowRaw
      if (nowRaw > holdings[at]!.mostRaw)
        holdings[at] = { cluster: groups[at]!, mostRaw: nowRaw, peak: { signature, slot } }
    }
  return holdings
}
