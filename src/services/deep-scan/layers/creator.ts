import { DAY_SECS } from '../../../config/durations.ts'
import type { Check, CheckEvidence } from '../../../contract/check.ts'
import { counted, oneOrMany } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../../evidence-bundle/holder-view.ts'
import { balancesNow, heldTogetherPct } from '../../evidence-bundle/launch-shares.ts'
import { CREATOR_LEFT, checkCreatorLeft } from '../creator-left.ts'
import { foundLaunch, supplyOf } from '../early-buyers.ts'

const HELD = { high: 15, medium: 5 } as const
const SENT_PCT = 2
const PAID_BUYERS = 2
const FRESH_SECS = DAY_SECS

const RULES = {
  share: {
    id: 'creator_share',
    label: 'The creator holds a large share',
    severity: 'high',
    scored: true,
    threshold: `above ${HELD.high} % of the supply high, ${HELD.medium} % medium`,
    source: 'spec 2.2 risk score ("dev above 5"); balances now',
  },
  sold: {
    id: 'creator_sold',
    label: 'The creator has sold most of it',
    severity: 'medium',
    scored: true,
    threshold: 'half or more of all the creator ever had',
    source: "the creator's trades of this token",
  },
  left: CREATOR_LEFT,
  sent: {
    id: 'creator_sent',
    label: 'The creator handed tokens to others',
    severity: 'low',
    scored: true,
    threshold: `more than ${SENT_PCT} % of the supply, other than by selling`,
    source: "the creator's transfers of this token; airdrops are such transfers too",
  },
  paid: {
    id: 'creator_paid_buyers',
    label: 'The creator paid wallets that bought it',
    severity: 'high',
    scored: true,
    threshold: `${PAID_BUYERS} wallets with money from the creator bought or hold the token`,
    source: 'launch facts (insiders) and first funding of the wallets around the token',
  },
  fresh: {
    id: 'creator_fresh',
    label: "The creator's wallet is new",
    severity: 'low',
    scored: true,
    threshold: 'first transaction less than a day before the launch',
    source: "the creator's first transaction",
  },
} as const satisfies Record<string, CheckRule>

/** What the creator holds of this token and has done with it. */
export const layer: Layer = {
  name: 'creator',
  needs: ['evidence'],
  deadlineMs: 25_000,
  behavioural: true,
  maxPenalty: 40,
  rules: Object.values(RULES),
  judge: judgeCreator,
}

function judgeCreator(inputs: LayerInputs): readonly Check[] {
  const { bundle, devHistory } = inputs
  const evidence = bundle.evidence.value
  const dev = devHistory.dev
  if (evidence === null || dev === null)
    return Object.values(RULES).map((rule) => unasked(rule, 'the creator is not known'))
  return [
    checkShare(inputs, evidence, dev),
    checkSold(inputs),
    checkCreatorLeft(evidence, dev),
    checkSent(inputs, evidence),
    checkPaid(evidence, dev),
    checkFresh(evidence, dev),
  ]
}

function checkShare({ bundle }: LayerInputs, evidence: TokenEvidence, dev: string): Check {
  const { holders } = evidence
  const own = bundle.dev.value?.current.heldRaw
  const known = [
    ...(bundle.snipers.value?.balances ?? []),
    ...(own === undefined ? [] : [{ owner: dev, amountRaw: own }]),
  ]
  const pct = heldTogetherPct(holders, balancesNow(holders, known), [dev])
  if (pct === null) return unasked(RULES.share, 'what the creator holds was not read')
  const detail = `${dev} holds ${round2(pct)} % of the supply`
  const who: CheckEvidence[] = [
    { what: `creator ${dev}`, signature: null, slot: evidence.slot, value: `${round2(pct)} %` },
  ]
  if (pct > HELD.high) return failed(RULES.share, detail, who)
  if (pct > HELD.medium) return failed({ ...RULES.share, severity: 'medium' }, detail, who)
  return passed(RULES.share, detail, who)
}

function checkSold({ bundle, devHistory }: LayerInputs): Check {
  const { devSoldPct, devSoldClass } = devHistory
  if (bundle.dev.value === null) return unasked(RULES.sold, "the creator's transactions were not read")
  if (devSoldPct === null || devSoldClass === null) return passed(RULES.sold, 'the creator never had any of it')
  const detail = `the creator sold ${round2(devSoldPct)} % of all it had (${devSoldClass})`
  return (devSoldClass === 'most' || devSoldClass === 'all' ? failed : passed)(RULES.sold, detail)
}

function checkSent({ bundle }: LayerInputs, evidence: TokenEvidence): Check {
  const dev = bundle.dev.value
  const supplyRaw = supplyOf(evidence)
  if (dev === null || supplyRaw === null) return unasked(RULES.sent, "the creator's transactions were not read")
  const pct = pctOf(BigInt(dev.current.sentRaw), supplyRaw)
  return (pct > SENT_PCT ? failed : passed)(RULES.sent, `the creator handed on ${round2(pct)} % of the supply`)
}

/** Wallets that have the creator's money and the creator's token. Having been paid alone is no ground. */
function checkPaid(evidence: TokenEvidence, dev: string): Check {
  const launch = foundLaunch(evidence)
  const bundlers = new Set(launch?.bundlers ?? [])
  const touched = new Set(evidence.holders?.largest.map(({ owner }) => owner) ?? [])
  for (const { trades } of evidence.transactions) for (const { wallet } of trades) touched.add(wallet)
  const paid = new Map<string, CheckEvidence>()
  for (const { address, funding } of evidence.wallets)
    if (funding?.from === dev && touched.has(address))
      paid.set(address, {
        what: `paid ${address}`,
        signature: funding.signature,
        slot: funding.slot,
        value: counted(funding.lamports, 'lamport'),
      })
  // Launch facts know of payments that were not a wallet's first; bundlers may be there for another reason.
  for (const wallet of launch?.insiders ?? [])
    if (!paid.has(wallet) && !bundlers.has(wallet) && touched.has(wallet))
      paid.set(wallet, { what: `insider ${wallet}`, signature: null, slot: null, value: null })
  const detail = `${counted(paid.size, 'wallet')} with money from the creator bought or ${oneOrMany(paid.size, 'holds', 'hold')} the token`
  return (paid.size >= PAID_BUYERS ? failed : passed)(RULES.paid, detail, [...paid.values()])
}

function checkFresh(evidence: TokenEvidence, dev: string): Check {
  const launchSec = evidence.launch?.createdAtSec ?? null
  const wallet = evidence.wallets.find(({ address }) => address === dev)
  const seenSec = wallet?.firstSeenSec ?? null
  if (wallet?.isBusy) return passed(RULES.fresh, 'the creator has more than a thousand transactions')
  if (launchSec === null || seenSec === null)
    return unasked(RULES.fresh, "the creator's first transaction was not read")
  const hours = Math.max(0, Math.round((launchSec - seenSec) / 360) / 10)
  return (launchSec - seenSec < FRESH_SECS ? failed : passed)(
    RULES.fresh,
    `the creator's wallet was ${counted(hours, 'hour')} old at the launch`,
  )
}
