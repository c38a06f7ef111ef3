import type { Check } from '../../../contract/check.ts'
import { counted, oneOrMany } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import { buyEvidence, SNIPER_RULES } from '../../forensics/sniper-checks.ts'
import { clusterByMember, earlyBuyers, foundLaunch, WEIGHTY_PCT, weighed } from '../early-buyers.ts'

/** Snipers of one group: two may be friends of one tool. */
const TIED_SNIPERS = 3

const TIED = {
  id: 'snipers_tied',
  label: 'Snipers of the launch are one group',
  severity: 'high',
  scored: true,
  threshold: `${TIED_SNIPERS} snipers in one cluster, medium unless they bought more than ${WEIGHTY_PCT} % of the supply, or one in the creator's`,
  source: 'launch facts against the clusters of the bubble map: staged launches spread their buyers over later slots',
} as const satisfies CheckRule

/** Who bought in the first slots without being part of a bundle, and what became of it. */
export const layer: Layer = {
  name: 'sniperforensics',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: true,
  maxPenalty: 30,
  rules: [...Object.values(SNIPER_RULES), TIED],
  judge: (inputs) => [...inputs.sniperCohort.checks, checkTied(inputs)],
}

function checkTied({ bundle, map }: LayerInputs): Check {
  const evidence = bundle.evidence.value
  const launch = foundLaunch(evidence)
  if (evidence === null || launch === null) return unasked(TIED, 'the launch was not found')
  if (!map.ok) return unasked(TIED, 'no bubble map could be built')
  const clusters = clusterByMember(map)
  const members = new Map<string, string[]>()
  const ofDev: string[] = []
  for (const wallet of launch.snipers) {
    const cluster = clusters.get(wallet)
    if (cluster === undefined) continue
    if (cluster.devLinked) ofDev.push(wallet)
    members.set(cluster.entity_id, [...(members.get(cluster.entity_id) ?? []), wallet])
  }
  const largest = [...members.values()].sort((a, b) => b.length - a.length)[0] ?? []
  if (ofDev.length > 0) {
    const detail = `${ofDev.length} of ${counted(launch.snipers.length, 'sniper')} ${oneOrMany(ofDev.length, 'belongs', 'belong')} to the creator's cluster`
    return failed(TIED, detail, buyEvidence(launch, new Set(ofDev)))
  }
  const buyers = earlyBuyers(evidence, launch).filter(({ wallet }) => largest.includes(wallet))
  const of = counted(launch.snipers.length, 'sniper')
  const detail =
    largest.length < 2 ? `none of ${of} belongs to another` : `at most ${largest.length} of ${of} belong together`
  const shown = buyEvidence(launch, new Set(largest))
  return largest.length >= TIED_SNIPERS
    ? failed(weighed(TIED, evidence, buyers), detail, shown)
    : passed(TIED, detail, shown)
}
