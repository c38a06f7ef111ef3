import type { Check } from '../../../contract/check.ts'
import { counted } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { round2 } from '../../evidence-bundle/holder-view.ts'
import { balancesNow, heldTogetherPct } from '../../evidence-bundle/launch-shares.ts'
import { buyEvidence } from '../../forensics/sniper-checks.ts'
import {
  asEvidence,
  boughtPct,
  type EarlyBuyer,
  earlyBuyers,
  mappedLaunch,
  WEIGHTY_PCT,
  weighed,
} from '../early-buyers.ts'
import { type Sharing, sharedBudgets, sharedSigning } from '../shared-traces.ts'

const HELD = { high: 15, medium: 5 } as const
const BOUGHT_PCT = 20
const MANY_WALLETS = 4
const SIGNING_USERS = 3
const BUDGET_USERS = 4

const GROUPED =
  'buyers of the launch slot with others of their cluster in it; without a map, those that the launch facts link by money, payer or transaction, and that are neighbours in it'

const RULES = {
  share: {
    id: 'bundle_share',
    label: 'Bundled launch buyers hold a large share',
    severity: 'high',
    scored: true,
    threshold: `above ${HELD.high} % of the supply high, ${HELD.medium} % medium`,
    source: `spec 2.2 risk score ("bundlers above 15"); ${GROUPED}`,
  },
  bought: {
    id: 'bundle_bought',
    label: 'One group of wallets bought up the launch slot',
    severity: 'high',
    scored: true,
    threshold: `creator and bundlers bought more than ${BOUGHT_PCT} % of the supply in the launch slot, sold since or not`,
    source: GROUPED,
  },
  wallets: {
    id: 'bundle_wallets',
    label: 'Many wallets of one group bought the launch',
    severity: 'medium',
    scored: true,
    threshold: `at least ${MANY_WALLETS} bundled wallets`,
    source: GROUPED,
  },
  signing: {
    id: 'shared_signing',
    label: 'Early buyers share a payer, a nonce or a transaction',
    severity: 'high',
    scored: true,
    threshold: `${SIGNING_USERS} buyers of the first seconds, by one transaction or by a payer or nonce that joins its users in the bubble map; medium unless they bought more than ${WEIGHTY_PCT} % of the supply`,
    source: 'signers of the purchases, and links of the bubble map: who signs for strangers joins no one there',
  },
  budget: {
    id: 'shared_budget',
    label: 'Early buyers set the same odd compute budget',
    severity: 'medium',
    scored: true,
    threshold: `${BUDGET_USERS} buyers of the first seconds with one unrounded limit and price that no one else sets`,
    source:
      'compute budget of the purchases, against the links of the bubble map; users of one trading service share its budget',
  },
} as const satisfies Record<string, CheckRule>

/** Whether the launch slot was bought by one group under the names of many wallets. */
export const layer: Layer = {
  name: 'bundle',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: true,
  maxPenalty: 50,
  rules: Object.values(RULES),
  judge: judgeBundle,
}

function judgeBundle({ bundle, map }: LayerInputs): readonly Check[] {
  const evidence = bundle.evidence.value
  const launch = mappedLaunch(evidence, map)
  if (evidence === null || launch === null)
    return Object.values(RULES).map((rule) => unasked(rule, 'the launch was not found'))
  const { holders } = evidence
  const { bundlers, launchSlot } = launch
  const balanceOf = balancesNow(holders, bundle.snipers.value?.balances ?? [])
  const heldPct = heldTogetherPct(holders, balanceOf, bundlers)
  const boughtInSlotPct = boughtPct(evidence, new Set([...bundlers, ...(launch.dev === null ? [] : [launch.dev])]), {
    from: launchSlot,
    to: launchSlot,
  })
  const who = buyEvidence(launch, new Set(bundlers))
  const early = earlyBuyers(evidence, launch)
  return [
    heldPct === null
      ? unasked(RULES.share, 'what they hold now was not read')
      : checkShare(
          heldPct,
          `${counted(bundlers.length, 'bundled wallet holds', 'bundled wallets hold')} ${round2(heldPct)} % of the supply`,
          who,
        ),
    boughtInSlotPct === null
      ? unasked(RULES.bought, 'the supply is not known')
      : (boughtInSlotPct > BOUGHT_PCT && bundlers.length > 0 ? failed : passed)(
          RULES.bought,
          `creator and ${counted(bundlers.length, 'bundled wallet')} bought ${round2(boughtInSlotPct)} % of the supply in slot ${launchSlot}`,
          who,
        ),
    (bundlers.length >= MANY_WALLETS ? failed : passed)(
      RULES.wallets,
      `${counted(bundlers.length, 'wallet')} of one group bought in the launch slot`,
      who,
    ),
    ...(map.ok
      ? [
          checkSharing(RULES.signing, sharedSigning(map.links, early), SIGNING_USERS, { evidence, early }),
          checkSharing(RULES.budget, sharedBudgets(evidence, map.links, early), BUDGET_USERS, { evidence, early }),
        ]
      : [RULES.signing, RULES.budget].map((rule) => unasked(rule, 'no bubble map could be built'))),
  ]
}

function checkShare(pct: number, detail: string, evidence: Parameters<typeof failed>[2]): Check {
  if (pct > HELD.high) return failed(RULES.share, detail, evidence)
  if (pct > HELD.medium) return failed({ ...RULES.share, severity: 'medium' }, detail, evidence)
  return passed(RULES.share, detail, evidence)
}

type Early = { readonly evidence: TokenEvidence; readonly early: readonly EarlyBuyer[] }

function checkSharing(rule: CheckRule, largest: Sharing | null, least: number, { evidence, early }: Early): Check {
  if (early.length < 2) return passed(rule, `${counted(early.length, 'wallet')} bought in the first seconds`)
  if (largest === null) return passed(rule, `no two of ${early.length} buyers of the first seconds share one`)
  const users = early.filter(({ wallet }) => largest.users.has(wallet))
  const detail = `${users.length} of ${early.length} buyers of the first seconds share ${largest.what}`
  return users.length >= least
    ? failed(weighed(rule, evidence, users), detail, asEvidence(users))
    : passed(rule, detail, asEvidence(users))
}
