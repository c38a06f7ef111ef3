import type { BubbleCluster } from '../../contract/bubble-map.ts'
import type { Check } from '../../contract/check.ts'
import { counted } from '../../contract/counted.ts'
import { type CheckRule, failed, passed, unasked } from '../checks/layer.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../evidence-bundle/holder-view.ts'
import { supplyOf } from './early-buyers.ts'

const LEFT = { members: 3, boughtPct: 3, soldPct: 80 } as const

export const TEAM_LEFT: CheckRule = {
  id: 'team_left',
  label: "The creator's wallets have sold out",
  severity: 'high',
  scored: true,
  threshold: `a cluster tied to the creator, ${LEFT.members} of whose wallets bought ${LEFT.boughtPct} % of the supply or more together, sold ${LEFT.soldPct} % of that, in whatever time`,
  source:
    'trades of the token on chain, against the clusters of the bubble map; wallets that sell one by one show in no burst',
}

/** Whether a team has got out: all its sales together, however they were spread. */
export function checkTeamLeft(evidence: TokenEvidence, clusters: readonly BubbleCluster[]): Check {
  const supplyRaw = supplyOf(evidence)
  if (supplyRaw === null) return unasked(TEAM_LEFT, 'the supply is not known')
  const left = clusters.flatMap(({ members, devLinked, entity_id }) => {
    const own = flowsOf(evidence, new Set(members))
    const boughtPct = pctOf(own.boughtRaw, supplyRaw)
    const isLarge = devLinked && own.buyers >= LEFT.members && boughtPct >= LEFT.boughtPct
    if (!isLarge || own.soldRaw * 100n < own.boughtRaw * BigInt(LEFT.soldPct)) return []
    return [{ ...own, entity_id, boughtPct }]
  })
  const [first] = left.sort((a, b) => b.boughtPct - a.boughtPct)
  if (first === undefined) return passed(TEAM_LEFT, 'no cluster tied to the creator has sold what it bought')
  const soldPct = round2(pctOf(first.soldRaw, supplyRaw))
  const detail = `${first.buyers} wallets tied to the creator bought ${round2(first.boughtPct)} % of the supply and sold ${soldPct} %`
  const shown = first.sales.map(({ wallet, signature, slot, amountRaw }) => ({
    what: `seller ${wallet} of cluster ${first.entity_id}`,
    signature,
    slot,
    value: counted(amountRaw, 'base unit'),
  }))
  return failed(TEAM_LEFT, detail, shown)
}

type Sale = {
  readonly wallet: string
  readonly signature: string
  readonly slot: number
  readonly amountRaw: bigint
}

function flowsOf({ transactions }: TokenEvidence, members: ReadonlySet<string>) {
  const buyers = new Set<string>()
  const sales: Sale[] = []
  let boughtRaw = 0n
  let soldRaw = 0n
  for (const { trades, signature, slot } of transactions)
    for (const { wallet, side, baseRaw } of trades) {
      if (!members.has(wallet)) continue
      const amountRaw = BigInt(baseRaw)
      if (side === 'buy') {
        buyers.add(wallet)
        boughtRaw += amountRaw
      } else {
        sales.push({ wallet, signature, slot, amountRaw })
        soldRaw += amountRaw
      }
    }
  return { buyers: buyers.size, sales, boughtRaw, soldRaw }
}
