import type { BubbleCluster } from '../../../contract/bubble-map.ts'
import type { Check, CheckEvidence, Severity } from '../../../contract/check.ts'
import { counted, oneOrMany } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { round2 } from '../../evidence-bundle/holder-view.ts'
import { checkGroupHeld, GROUP_HELD } from '../group-held.ts'
import { linksUnread } from '../unread.ts'

const MAP = 'clusters of the bubble map: wallets tied by money, transactions or several traces together'

/** Shares above which a check fails, percent of the supply. */
const TEAM = { critical: 30, high: 10, medium: 5 } as const
/** A second wallet, and one of a friend, are no team. */
const TEAM_BUYERS = 4
const GROUP = { high: 25, medium: 10 } as const
const HIDDEN = { high: 25, medium: 10 } as const

const RULES = {
  team: {
    id: 'team_cluster',
    label: "The creator's wallets hold a large share",
    severity: 'high',
    scored: true,
    threshold: `clusters tied to the creator: above ${TEAM.critical} % critical, ${TEAM.high} % high, ${TEAM.medium} % medium`,
    source: `${MAP}; 5 % is the spec's limit for the creator alone`,
  },
  names: {
    id: 'team_wallets',
    label: 'The creator bought under several names',
    severity: 'high',
    scored: true,
    threshold: `${TEAM_BUYERS} wallets of the clusters linked to the creator, besides the creator, bought the token`,
    source: `${MAP}; a single further wallet could belong to anyone, and tokens they hold now may have been sold or passed on`,
  },
  group: {
    id: 'largest_cluster',
    label: 'One group of wallets holds a large share',
    severity: 'high',
    scored: true,
    threshold: `largest cluster: above ${GROUP.high} % high, ${GROUP.medium} % medium`,
    source: `${MAP}; 10 % is the spec's limit for insiders`,
  },
  hidden: {
    id: 'hidden_supply',
    label: 'The list of holders hides how much few groups hold',
    severity: 'high',
    scored: true,
    threshold: `held by clusters beyond their largest member: above ${HIDDEN.high} % high, ${HIDDEN.medium} % medium`,
    source: MAP,
  },
  held: GROUP_HELD,
} as const satisfies Record<string, CheckRule>

/** Who belongs together, and how much they hold. */
export const layer: Layer = {
  name: 'bubblemap',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: true,
  maxPenalty: 60,
  rules: Object.values(RULES),
  judge: judgeMap,
}

function judgeMap({ map, bundle }: LayerInputs): readonly Check[] {
  const unlinked = bundle.evidence.value && linksUnread(bundle.evidence.value)
  if (!map.ok || unlinked) {
    const why = unlinked || (map.errors[0] ?? 'no bubble map could be built')
    return Object.values(RULES).map((rule) => unasked(rule, why))
  }
  const team = map.clusters.filter(({ devLinked }) => devLinked)
  const teamPct = sumPct(team)
  const largest = [...map.clusters].sort((a, b) => b.pctSupply - a.pctSupply)[0]
  const hiddenPct = map.summary.hiddenSupplyPct
  return [
    graded(
      RULES.team,
      teamPct,
      TEAM,
      team.length === 0
        ? 'no cluster is tied to the creator'
        : `${sumMembers(team)} wallets tied to the creator hold ${round2(teamPct)} % of the supply`,
      team.flatMap(linkEvidence),
    ),
    checkNames(bundle.evidence.value, team),
    graded(
      RULES.group,
      largest?.pctSupply ?? 0,
      GROUP,
      largest === undefined
        ? 'no wallets belong together'
        : `${largest.memberCount} wallets that belong together hold ${round2(largest.pctSupply)} % of the supply`,
      largest === undefined ? [] : linkEvidence(largest),
    ),
    hiddenPct === null
      ? unasked(RULES.hidden, 'the shares of the clusters are not known')
      : graded(
          RULES.hidden,
          hiddenPct,
          HIDDEN,
          `${counted(map.clusters.length, 'cluster holds', 'clusters hold')} ${round2(hiddenPct)} % of the supply beside ${oneOrMany(map.clusters.length, 'its largest member', 'their largest members')}`,
          map.clusters.flatMap(linkEvidence),
        ),
    bundle.evidence.value === null
      ? unasked(RULES.held, 'the trades were not read')
      : checkGroupHeld(bundle.evidence.value, map.clusters),
  ]
}

function checkNames(evidence: TokenEvidence | null, team: readonly BubbleCluster[]): Check {
  const buyers = new Set<string>()
  for (const { trades } of evidence?.transactions ?? [])
    for (const { wallet, side } of trades) if (side === 'buy') buyers.add(wallet)
  const dev = evidence?.launch?.dev ?? null
  const names = team.flatMap(({ members }) => members.filter((one) => one !== dev && buyers.has(one)))
  const detail = `${counted(names.length, 'wallet')} tied to the creator bought the token`
  return (names.length >= TEAM_BUYERS ? failed : passed)(RULES.names, detail, team.flatMap(linkEvidence))
}

function graded(
  rule: CheckRule,
  pct: number,
  above: Partial<Record<Severity, number>>,
  detail: string,
  evidence: readonly CheckEvidence[],
): Check {
  for (const severity of ['critical', 'high', 'medium'] as const)
    if (pct > (above[severity] ?? Number.POSITIVE_INFINITY)) return failed({ ...rule, severity }, detail, evidence)
  return passed(rule, detail, evidence)
}

/** What ties the cluster's members, one line per kind. */
function linkEvidence({ entity_id, evidence }: BubbleCluster): CheckEvidence[] {
  return evidence.map(({ type, count, signature, slot, detail }) => ({
    what: `cluster ${entity_id}: ${counted(count, 'link')} ${type}, ${detail}`,
    signature,
    slot,
    value: null,
  }))
}

function sumPct(clusters: readonly BubbleCluster[]): number {
  return clusters.reduce((sum, { pctSupply }) => sum + pctSupply, 0)
}

function sumMembers(clusters: readonly BubbleCluster[]): number {
  return clusters.reduce((sum, { memberCount }) => sum + memberCount, 0)
}
