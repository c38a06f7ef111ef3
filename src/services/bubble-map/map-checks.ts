import type { BubbleCluster, BubbleSummary } from '../../contract/bubble-map.ts'
import type { Check } from '../../contract/check.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { type CheckRule, failed, passed, unasked } from '../checks/layer.ts'
import type { MapView } from './map-view.ts'

const OURS = 'measured on generated launches (docs/engines.md)'

/** Every check of a Bubble Map. */
export const MAP_RULES = {
  built: {
    id: 'map_built',
    label: 'The holder graph could not be built',
    severity: 'info',
    scored: false,
    threshold: 'mint and holders were read',
    source: 'spec 2.2',
  },
  largestCluster: {
    id: 'map_largest_cluster',
    label: 'A group of linked wallets holds much of the supply',
    severity: 'high',
    scored: true,
    threshold: 'fails from 10 % of the supply',
    source: OURS,
  },
  devCluster: {
    id: 'map_dev_cluster',
    label: 'The creator has other wallets that hold much of the token',
    severity: 'high',
    scored: true,
    threshold: 'fails when wallets tied to the creator hold 5 % or more',
    source: OURS,
  },
  launchCluster: {
    id: 'map_launch_cluster',
    label: 'A group bought the launch with several wallets',
    severity: 'high',
    scored: true,
    threshold: 'fails when four or more wallets of one group first bought within the launch window',
    source: 'field notes 6 and 7: launch-slot behaviour carries the signal',
  },
  hiddenSupply: {
    id: 'map_hidden_supply',
    label: 'The list of holders hides concentration',
    severity: 'medium',
    scored: true,
    threshold: 'fails when groups hold 5 % or more beyond their largest wallets',
    source: OURS,
  },
  collector: {
    id: 'map_collector',
    label: 'Proceeds of several sellers meet in one wallet',
    severity: 'medium',
    scored: true,
    threshold: 'fails when two or more wallets of a group paid one address out of their sales',
    source: OURS,
  },
  majority: {
    id: 'map_majority',
    label: 'Few entities hold half of the circulating supply',
    severity: 'medium',
    scored: true,
    threshold: 'fails when three entities or fewer hold more than half',
    source: 'Nakamoto coefficient by entity',
  },
} as const satisfies Record<string, CheckRule>

const LARGEST_PCT = 10
const DEV_PCT = 5
const LAUNCH_MEMBERS = 4
const HIDDEN_PCT = 5
const MAJORITY_ENTITIES = 3

type Parts = {
  readonly view: MapView
  readonly clusters: readonly BubbleCluster[]
  readonly summary: BubbleSummary
}

export function checkMap({ view, clusters, summary }: Parts): Check[] {
  return [
    checkLargest(clusters),
    checkDev(view, clusters),
    checkLaunch(view, clusters),
    checkHidden(clusters, summary),
    checkCollector(clusters),
    checkMajority(summary),
  ]
}

/** A graph that could not be built: the one check says why. */
export function unbuiltCheck(why: string): Check {
  return { ...unasked(MAP_RULES.built, why), detail: `no graph: ${why}` }
}

function checkLargest(clusters: readonly BubbleCluster[]): Check {
  const [largest] = clusters
  if (largest === undefined) return passed(MAP_RULES.largestCluster, 'no linked wallets were found')
  const detail = `${largest.entity_id}: ${largest.memberCount} wallets hold ${largest.pctSupply} % (${largest.kinds.join(', ')})`
  return largest.pctSupply >= LARGEST_PCT
    ? failed(MAP_RULES.largestCluster, detail, evidenceOf(largest))
    : passed(MAP_RULES.largestCluster, detail, evidenceOf(largest))
}

function checkDev({ dev }: MapView, clusters: readonly BubbleCluster[]): Check {
  if (dev === null) return unasked(MAP_RULES.devCluster, 'the creator is unknown')
  const own = clusters.filter(({ devLinked }) => devLinked)
  const pct = Math.round(own.reduce((sum, { pctSupply }) => sum + pctSupply, 0) * 1e6) / 1e6
  const wallets = own.reduce((sum, { memberCount }) => sum + memberCount, 0)
  const detail = own.length === 0 ? `${dev} stands alone` : `${wallets} wallets tied to ${dev} hold ${pct} %`
  const evidence = own.flatMap(evidenceOf)
  return pct >= DEV_PCT
    ? failed(MAP_RULES.devCluster, detail, evidence)
    : passed(MAP_RULES.devCluster, detail, evidence)
}

function checkLaunch(view: MapView, clusters: readonly BubbleCluster[]): Check {
  const { launch } = view
  if (launch === null || launch.launchSlot === null)
    return unasked(MAP_RULES.launchCluster, 'the launch was not reached')
  const lastSlot = launch.launchSlot + launch.windowSlots
  const counts = clusters.map((cluster) => ({
    cluster,
    early: cluster.members.filter((one) => (view.firstBuys.get(one)?.slot ?? lastSlot + 1) <= lastSlot).length,
  }))
  const most = counts.sort((a, b) => b.early - a.early)[0]
  if (most === undefined || most.early < LAUNCH_MEMBERS)
    return passed(
      MAP_RULES.launchCluster,
      `at most ${counted(most?.early ?? 0, 'wallet')} of one group bought within the launch window`,
    )
  const detail = `${most.early} wallets of ${most.cluster.entity_id} first bought within ${counted(launch.windowSlots, 'slot')} of the launch`
  return failed(MAP_RULES.launchCluster, detail, evidenceOf(most.cluster))
}

function checkHidden(clusters: readonly BubbleCluster[], { hiddenSupplyPct }: BubbleSummary): Check {
  if (hiddenSupplyPct === null) return unasked(MAP_RULES.hiddenSupply, 'the holders were not read')
  const detail = `groups hold ${hiddenSupplyPct} % beyond their largest wallets`
  return hiddenSupplyPct >= HIDDEN_PCT
    ? failed(MAP_RULES.hiddenSupply, detail, clusters.flatMap(evidenceOf))
    : passed(MAP_RULES.hiddenSupply, detail)
}

function checkCollector(clusters: readonly BubbleCluster[]): Check {
  const collecting = clusters.filter(({ collector }) => collector !== null)
  if (collecting.length === 0) return passed(MAP_RULES.collector, 'no common destination of proceeds was seen')
  const detail = collecting.map(({ entity_id, collector }) => `${entity_id} pays ${collector}`).join('; ')
  const evidence = collecting.map(({ collector }) => ({ what: collector!, signature: null, slot: null, value: null }))
  return failed(MAP_RULES.collector, detail, evidence)
}

function checkMajority({ entity_nakamoto: entities, nakamoto }: BubbleSummary): Check {
  if (entities === null || entities === 0 || nakamoto === null)
    return unasked(MAP_RULES.majority, 'the list of holders is not complete')
  const detail = `${counted(entities, 'entity', 'entities')} (${counted(nakamoto, 'wallet')}) ${oneOrMany(entities, 'holds', 'hold')} more than half of what holders have`
  return entities <= MAJORITY_ENTITIES ? failed(MAP_RULES.majority, detail) : passed(MAP_RULES.majority, detail)
}

function evidenceOf({ entity_id, evidence, pctSupply }: BubbleCluster): Check['evidence'] & object {
  return evidence.map(({ type, signature, slot }) => ({
    what: `${entity_id} ${type}`,
    signature,
    slot,
    value: `${pctSupply} %`,
  }))
}
