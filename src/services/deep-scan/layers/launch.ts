import { DAY_SECS } from '../../../config/durations.ts'
import type { Check } from '../../../contract/check.ts'
import { counted, oneOrMany } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../../evidence-bundle/holder-view.ts'
import {
  asEvidence,
  clusterByMember,
  EARLY_SECS,
  type EarlyBuyer,
  earlyBuyers,
  foundLaunch,
  supplyOf,
  WEIGHTY_PCT,
  weighed,
} from '../early-buyers.ts'

const SHARE = { high: 30, medium: 20 } as const
const TIED_BUYERS = 3
const FRESH_SECS = DAY_SECS
const FRESH_BUYERS = 4
const FRESH_SHARE = 0.6

const EARLY = `purchases of the first ${EARLY_SECS} seconds, in slots by the chain's measured slot time`

const RULES = {
  share: {
    id: 'early_share',
    label: 'A large share was bought within seconds of the launch',
    severity: 'high',
    scored: true,
    threshold: `others than the creator: above ${SHARE.high} % of the supply high, ${SHARE.medium} % medium`,
    source: `${EARLY}; professional snipers seldom take more than a fifth together`,
  },
  tied: {
    id: 'early_buyers_tied',
    label: 'The first buyers belong together',
    severity: 'high',
    scored: true,
    threshold: `${TIED_BUYERS} of them in one cluster of the bubble map; medium unless they bought more than ${WEIGHTY_PCT} % of the supply`,
    source: EARLY,
  },
  fresh: {
    id: 'early_buyers_fresh',
    label: 'Most of the first buyers are new wallets',
    severity: 'medium',
    scored: true,
    threshold: `at least ${FRESH_BUYERS} and ${FRESH_SHARE * 100} % of those whose beginning is known, less than a day old`,
    source: `${EARLY}; first transaction of each wallet`,
  },
  payer: {
    id: 'launch_paid_by_other',
    label: 'Another wallet paid for the launch',
    severity: 'low',
    scored: true,
    threshold: 'the launch has another fee payer than the creator it names',
    source: 'launch transaction',
  },
} as const satisfies Record<string, CheckRule>

/** How the first seconds went. */
export const layer: Layer = {
  name: 'launch',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: true,
  maxPenalty: 40,
  rules: Object.values(RULES),
  judge: judgeLaunch,
}

function judgeLaunch({ bundle, map }: LayerInputs): readonly Check[] {
  const evidence = bundle.evidence.value
  const launch = foundLaunch(evidence)
  if (evidence === null || launch === null)
    return Object.values(RULES).map((rule) => unasked(rule, 'the launch was not found'))
  const early = earlyBuyers(evidence, launch)
  const { otherPayer } = launch
  return [
    checkShare(evidence, early),
    map.ok ? checkTied(evidence, early, clusterByMember(map)) : unasked(RULES.tied, 'no bubble map could be built'),
    checkFresh(evidence, early, launch.createdAtSec),
    (otherPayer === null ? passed : failed)(
      RULES.payer,
      otherPayer === null ? 'the creator paid for the launch' : `${otherPayer} paid for the launch`,
      [
        {
          what: 'launch',
          signature: launch.creationSignature,
          slot: slotOf(evidence, launch.creationSignature),
          value: null,
        },
      ],
    ),
  ]
}

/** A mint may be made long before the slot in which the token is launched. */
function slotOf({ transactions }: TokenEvidence, signature: string | null): number | null {
  return transactions.find((one) => one.signature === signature)?.slot ?? null
}

function checkShare(evidence: TokenEvidence, early: readonly EarlyBuyer[]): Check {
  const supplyRaw = supplyOf(evidence)
  if (supplyRaw === null) return unasked(RULES.share, 'the supply is not known')
  const boughtRaw = early.reduce((sum, buyer) => sum + buyer.boughtRaw, 0n)
  const pct = pctOf(boughtRaw, supplyRaw)
  const detail = `${counted(early.length, 'wallet')} bought ${round2(pct)} % of the supply in the first ${EARLY_SECS} seconds`
  const largest = [...early].sort((a, b) => (a.boughtRaw === b.boughtRaw ? 0 : a.boughtRaw > b.boughtRaw ? -1 : 1))
  if (pct > SHARE.high) return failed(RULES.share, detail, asEvidence(largest))
  if (pct > SHARE.medium) return failed({ ...RULES.share, severity: 'medium' }, detail, asEvidence(largest))
  return passed(RULES.share, detail, asEvidence(largest))
}

function checkTied(
  evidence: TokenEvidence,
  early: readonly EarlyBuyer[],
  clusters: ReturnType<typeof clusterByMember>,
): Check {
  const groups = new Map<string, EarlyBuyer[]>()
  for (const buyer of early) {
    const cluster = clusters.get(buyer.wallet)
    if (cluster !== undefined) groups.set(cluster.entity_id, [...(groups.get(cluster.entity_id) ?? []), buyer])
  }
  const largest = [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? []
  const detail =
    largest.length < 2
      ? `none of ${counted(early.length, 'first buyer')} belongs to another`
      : `${largest.length} of ${early.length} first buyers belong together`
  return largest.length >= TIED_BUYERS
    ? failed(weighed(RULES.tied, evidence, largest), detail, asEvidence(largest))
    : passed(RULES.tied, detail, asEvidence(largest))
}

function checkFresh(evidence: TokenEvidence, early: readonly EarlyBuyer[], launchSec: number | null): Check {
  if (launchSec === null) return unasked(RULES.fresh, 'the time of the launch is not known')
  const seenSec = new Map(evidence.wallets.map(({ address, firstSeenSec }) => [address, firstSeenSec]))
  const known = early.filter(({ wallet }) => (seenSec.get(wallet) ?? null) !== null)
  if (known.length === 0 && early.length > 0)
    return unasked(RULES.fresh, 'the beginnings of the first buyers were not read')
  const fresh = known.filter(({ wallet }) => launchSec - seenSec.get(wallet)! < FRESH_SECS)
  const detail = `${fresh.length} of ${counted(known.length, 'first buyer')} ${oneOrMany(fresh.length, 'was', 'were')} less than a day old`
  const isFailing = fresh.length >= FRESH_BUYERS && fresh.length >= known.length * FRESH_SHARE
  return (isFailing ? failed : passed)(RULES.fresh, detail, asEvidence(fresh))
}
