import type { BubbleCluster } from '../../../contract/bubble-map.ts'
import type { Check, CheckEvidence } from '../../../contract/check.ts'
import { counted } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../../evidence-bundle/holder-view.ts'
import { balancesNow, heldTogetherPct } from '../../evidence-bundle/launch-shares.ts'
import { boughtPct, mappedLaunch, slotsOf, supplyOf } from '../early-buyers.ts'
import { checkTeamLeft, TEAM_LEFT } from '../team-left.ts'

const INSIDERS_PCT = 10
const EVER_PCT = 25
const EXIT = { secs: 300, members: 3, pct: 3, criticalPct: 10 } as const
const COLLECTOR_MEMBERS = 3
const FRESH_PCT = 30

const RULES = {
  insiders: {
    id: 'insiders_share',
    label: 'Insiders hold a large share',
    severity: 'high',
    scored: true,
    threshold: `above ${INSIDERS_PCT} % of the supply`,
    source: 'spec 2.2 risk score ("insiders above 10"); launch facts and clusters tied to the creator, balances now',
  },
  ever: {
    id: 'insiders_ever',
    label: 'Insiders once bought a large share',
    severity: 'medium',
    scored: true,
    threshold: `creator, insiders and their clusters bought more than ${EVER_PCT} % of the supply, sold since or not`,
    source: 'launch facts, clusters of the bubble map and all purchases that were read',
  },
  exit: {
    id: 'coordinated_exit',
    label: 'Wallets that belong together sold together',
    severity: 'high',
    scored: true,
    threshold: `${EXIT.members} members of a cluster within ${EXIT.secs} s sold ${EXIT.pct} % of the supply; with the creator among them and ${EXIT.criticalPct} % critical`,
    source: "sales in slots by the chain's measured slot time, against the clusters of the bubble map",
  },
  left: TEAM_LEFT,
  collector: {
    id: 'proceeds_collected',
    label: 'Proceeds of several sellers went to one wallet',
    severity: 'high',
    scored: true,
    threshold: `a cluster of at least ${COLLECTOR_MEMBERS} with a collector`,
    source: 'transfers of what sellers made, against the clusters of the bubble map',
  },
  fresh: {
    id: 'fresh_holders',
    label: 'New wallets hold a large share',
    severity: 'warning',
    scored: true,
    threshold: `wallets less than a day old at their first purchase: above ${FRESH_PCT} % of the supply`,
    source: 'first transaction of the holders that were traced; newcomers of one exchange are new wallets too',
  },
} as const satisfies Record<string, CheckRule>

/** What the groups around the launch hold, once held, and how they left. */
export const layer: Layer = {
  name: 'cohorts',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: true,
  maxPenalty: 60,
  rules: Object.values(RULES),
  judge: judgeCohorts,
}

function judgeCohorts(inputs: LayerInputs): readonly Check[] {
  const { bundle, map } = inputs
  const evidence = bundle.evidence.value
  const launch = mappedLaunch(evidence, map)
  if (evidence === null || launch === null)
    return Object.values(RULES).map((rule) => unasked(rule, 'the launch was not found'))
  const team = new Set([...launch.insiders, ...(launch.dev === null ? [] : [launch.dev])])
  for (const { devLinked, members } of map.clusters) if (devLinked) for (const member of members) team.add(member)
  const noMap = 'no bubble map could be built'
  return [
    checkInsiders(inputs, evidence, launch.insiders),
    checkEver(evidence, team, launch.launchSlot),
    map.ok ? checkExit(evidence, map.clusters) : unasked(RULES.exit, noMap),
    map.ok ? checkTeamLeft(evidence, map.clusters) : unasked(RULES.left, noMap),
    map.ok ? checkCollector(map.clusters) : unasked(RULES.collector, noMap),
    map.ok ? checkFresh(map.nodes) : unasked(RULES.fresh, noMap),
  ]
}

function checkInsiders({ bundle }: LayerInputs, { holders }: TokenEvidence, insiders: readonly string[]): Check {
  const balanceOf = balancesNow(holders, bundle.snipers.value?.balances ?? [])
  const pct = heldTogetherPct(holders, balanceOf, insiders)
  if (pct === null) return unasked(RULES.insiders, 'what they hold now was not read')
  const detail = `${counted(insiders.length, 'insider holds', 'insiders hold')} ${round2(pct)} % of the supply`
  const evidence = insiders.map((wallet) => ({
    what: `insider ${wallet}`,
    signature: null,
    slot: null,
    value: counted(balanceOf(wallet)!, 'base unit'),
  }))
  return (pct > INSIDERS_PCT ? failed : passed)(RULES.insiders, detail, evidence)
}

function checkEver(evidence: TokenEvidence, team: ReadonlySet<string>, launchSlot: number): Check {
  const pct = boughtPct(evidence, team, { from: launchSlot, to: Number.POSITIVE_INFINITY })
  if (pct === null) return unasked(RULES.ever, 'the supply is not known')
  const detail = `the creator and ${counted(team.size - 1, 'wallet')} around it bought ${round2(pct)} % of the supply`
  return (pct > EVER_PCT ? failed : passed)(RULES.ever, detail)
}

type Sale = { readonly wallet: string; readonly slot: number; readonly signature: string; readonly amountRaw: bigint }

/** The burst of sales of one cluster that moved most. */
function checkExit(evidence: TokenEvidence, clusters: readonly BubbleCluster[]): Check {
  const supplyRaw = supplyOf(evidence)
  if (supplyRaw === null) return unasked(RULES.exit, 'the supply is not known')
  const spanSlots = slotsOf(evidence, EXIT.secs, 1)
  const sales = salesOf(evidence)
  let worst: { sales: readonly Sale[]; pct: number; isTeam: boolean } | null = null
  for (const { members, devLinked } of clusters) {
    const burst = largestBurst(
      members.flatMap((member) => sales.get(member) ?? []),
      spanSlots,
    )
    if (burst === null) continue
    const pct = pctOf(sumOf(burst), supplyRaw)
    if (worst === null || pct > worst.pct) worst = { sales: burst, pct, isTeam: devLinked }
  }
  if (worst === null)
    return passed(RULES.exit, `no ${EXIT.members} wallets that belong together sold within ${EXIT.secs} s`)
  const detail = `${sellersIn(worst.sales)} wallets that belong together sold ${round2(worst.pct)} % of the supply within ${EXIT.secs} s`
  const shown: CheckEvidence[] = worst.sales.map(({ wallet, slot, signature, amountRaw }) => ({
    what: `seller ${wallet}`,
    signature,
    slot,
    value: counted(amountRaw, 'base unit'),
  }))
  if (worst.pct < EXIT.pct) return passed(RULES.exit, detail, shown)
  const severity = worst.isTeam && worst.pct >= EXIT.criticalPct ? 'critical' : 'high'
  return failed({ ...RULES.exit, severity }, detail, shown)
}

function salesOf({ transactions }: TokenEvidence): ReadonlyMap<string, readonly Sale[]> {
  const sales = new Map<string, Sale[]>()
  for (const { slot, signature, trades } of transactions)
    for (const { wallet, side, baseRaw } of trades) {
      if (side !== 'sell') continue
      const own = sales.get(wallet) ?? []
      own.push({ wallet, slot, signature, amountRaw: BigInt(baseRaw) })
      sales.set(wallet, own)
    }
  return sales
}

/** Sales within `spanSlots` of one another, by enough sellers, that are most together; null where there are none. Two
 *  hands over the sorted slots, O(n log n). */
function largestBurst(sales: readonly Sale[], spanSlots: number): readonly Sale[] | null {
  const ordered = [...sales].sort((a, b) => a.slot - b.slot || (a.signature < b.signature ? -1 : 1))
  const salesBy = new Map<string, number>()
  let best: readonly Sale[] | null = null
  let bestRaw = -1n
  let sumRaw = 0n
  for (let first = 0, end = 0; end < ordered.length; end++) {
    const { wallet, amountRaw, slot } = ordered[end]!
    sumRaw += amountRaw
    salesBy.set(wallet, (salesBy.get(wallet) ?? 0) + 1)
    for (; slot - ordered[first]!.slot > spanSlots; first++) {
      const gone = ordered[first]!
      sumRaw -= gone.amountRaw
      const left = salesBy.get(gone.wallet)! - 1
      if (left > 0) salesBy.set(gone.wallet, left)
      else salesBy.delete(gone.wallet)
    }
    if (salesBy.size < EXIT.members || sumRaw <= bestRaw) continue
    bestRaw = sumRaw
    best = ordered.slice(first, end + 1)
  }
  return best
}

function sumOf(sales: readonly Sale[]): bigint {
  return sales.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
}

function sellersIn(sales: readonly Sale[]): number {
  return new Set(sales.map(({ wallet }) => wallet)).size
}

function checkCollector(clusters: readonly BubbleCluster[]): Check {
  const found = clusters.filter(({ collector, memberCount }) => collector !== null && memberCount >= COLLECTOR_MEMBERS)
  const [first] = found
  if (first === undefined) return passed(RULES.collector, 'no group of sellers pays into one wallet')
  const detail = `${first.memberCount} wallets that belong together pay into ${first.collector}`
  const evidence = found.map(({ collector, entity_id, memberCount }) => ({
    what: `collector ${collector} of cluster ${entity_id}`,
    signature: null,
    slot: null,
    value: `${memberCount} wallets`,
  }))
  return failed(RULES.collector, detail, evidence)
}

function checkFresh(nodes: LayerInputs['map']['nodes']): Check {
  const fresh = nodes.filter(({ fresh_wallet, kind }) => fresh_wallet && (kind === 'wallet' || kind === 'dev'))
  const pct = Math.min(
    100,
    fresh.reduce((sum, { pctSupply }) => sum + pctSupply, 0),
  )
  const detail = `${counted(fresh.length, 'new wallet holds', 'new wallets hold')} ${round2(pct)} % of the supply`
  const evidence = fresh.map(({ id, pctSupply, first_buy_slot }) => ({
    what: `new wallet ${id}`,
    signature: null,
    slot: first_buy_slot,
    value: `${round2(pctSupply)} %`,
  }))
  return (pct > FRESH_PCT ? failed : passed)(RULES.fresh, detail, evidence)
}
