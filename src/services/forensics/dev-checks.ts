import type { Check, CheckEvidence } from '../../contract/check.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import type { DevHistory } from '../../contract/forensics.ts'
import { type CheckRule, failed, passed, unasked } from '../checks/layer.ts'
import { DEV_HISTORY, type RugEvidence } from './dev-thresholds.ts'
import { FUNDER_TRACE } from './funder-trace.ts'
import { RING } from './operator-ring.ts'

const CHAIN = "the creator's transactions and the trades of its earlier tokens, read from the chain"

/** Checks on who made the token: the same ones in the dev history and in the Deep Scan's layer. */
export const DEV_RULES = {
  serialRugger: {
    id: 'serial_rugger',
    label: 'The creator has rugged several tokens',
    severity: 'critical',
    scored: true,
    threshold: `at least ${DEV_HISTORY.serialRugs} rugged tokens, and ${DEV_HISTORY.serialRate * 100} % of those judged`,
    source: CHAIN,
  },
  ruggedPrior: {
    id: 'rugged_prior',
    label: 'An earlier token of the creator was rugged',
    severity: 'high',
    scored: true,
    threshold: 'one rugged token',
    source: CHAIN,
  },
  fastRugger: {
    id: 'fast_rugger',
    label: 'The creator rugs within minutes',
    severity: 'high',
    scored: true,
    threshold: `median time from launch to rug at most ${DEV_HISTORY.fastRugSecs} s`,
    source: CHAIN,
  },
  operatorRing: {
    id: 'operator_ring',
    label: "The creator's funder also paid creators who rugged or left their tokens",
    severity: 'high',
    scored: true,
    threshold: `${RING.minSiblings} other creators with the same individual funder, and ${RING.endedShare * 100} % of their judged tokens rugged, or left by a creator who sold all it had`,
    source:
      "payments of the creator's first funders: launches of the wallets they paid, of the wallets those paid in turn, and of wallets that paid them back; the trades of those tokens",
  },
  ringBurst: {
    id: 'ring_co_launch',
    label: 'Several launches at once of a ring with one funder',
    severity: 'medium',
    scored: true,
    threshold: `${RING.burstLaunches} launches of such a ring within ${RING.burstSecs} s`,
    source: "payments of the creator's first funders and what their receivers launched",
  },
  privacyFunding: {
    id: 'privacy_funding',
    label: "The creator's money passed where trails end",
    severity: 'medium',
    scored: true,
    threshold:
      'one hop that is named as a mixer or privacy service; an unnamed payer of strangers is a service and costs nothing',
    source: 'first funding, followed back',
  },
  peeledFunding: {
    id: 'peeled_funding',
    label: "The creator's money was passed on from wallet to wallet",
    severity: 'warning',
    scored: true,
    threshold: `${FUNDER_TRACE.peelRelays} relays with at most ${FUNDER_TRACE.relaySignatures} transactions each`,
    source: 'first funding, followed back',
  },
} as const satisfies Record<string, CheckRule>

/** `history.checks` is not looked at: these are they. `rugs`: the transactions that ended the rugged tokens. */
export function checkDevHistory(history: DevHistory, rugs: readonly RugEvidence[]): readonly Check[] {
  return [...checkRugs(history, rugs), ...checkRing(history), ...checkFunding(history)]
}

function checkRugs(history: DevHistory, rugs: readonly RugEvidence[]): Check[] {
  const { serialRugger, ruggedPrior, fastRugger } = DEV_RULES
  const rules = [serialRugger, ruggedPrior, fastRugger]
  const { priorTokens, ruggedPriorTokens, rugRate } = history
  if (priorTokens === null) return rules.map((rule) => unasked(rule, "the creator's history was not read"))
  if (priorTokens.length === 0) return rules.map((rule) => unasked(rule, 'the creator launched no token before'))
  if (rugRate === null) return rules.map((rule) => unasked(rule, 'too little is known of the earlier tokens'))
  const of = `${ruggedPriorTokens} of ${counted(priorTokens.length, 'earlier token')} rugged`
  const evidence: CheckEvidence[] = rugs.map(({ mint, signature }) => ({
    what: `rugged token ${mint}`,
    signature,
    // The slot of the end is not recorded, and that of the launch is another transaction's.
    slot: null,
    value: null,
  }))
  const median = history.medianTimeToRugSecs
  const speed = median === null ? 'the time to a rug is unknown' : `median ${median} s from launch to rug`
  return [
    (history.serialRugger ? failed : passed)(serialRugger, of, evidence),
    ((ruggedPriorTokens ?? 0) > 0 ? failed : passed)(ruggedPrior, of, evidence),
    history.fastRugger === null
      ? unasked(fastRugger, speed)
      : (history.fastRugger ? failed : passed)(fastRugger, rugs.length === 0 ? of : speed, evidence),
  ]
}

function checkRing({ fundedCreators, operatorRing, operatorRingDetected, ringCoLaunchBurst }: DevHistory): Check[] {
  const { operatorRing: ring, ringBurst } = DEV_RULES
  if (fundedCreators === null) return [ring, ringBurst].map((rule) => unasked(rule, 'the funders were not read'))
  const others = `${counted(fundedCreators.length, 'other creator shares', 'other creators share')} a funder with this one`
  if (operatorRing === null)
    return [ring, ringBurst].map((rule) => unasked(rule, `${others}; what became of their tokens was not read`))
  const judged = fundedCreators.filter(({ rugged }) => rugged !== null)
  const ended = judged.filter(({ rugged, left }) => rugged === true || left === true)
  const evidence: CheckEvidence[] = fundedCreators.map(({ wallet, mint, signature, rugged, left }) => ({
    what: `creator ${wallet} of token ${mint}`,
    signature,
    slot: null,
    value: rugged === null ? null : rugged ? 'rugged' : left ? 'left by its creator' : 'neither rugged nor left',
  }))
  const detail =
    fundedCreators.length === 0
      ? others
      : `${others}; ${ended.length} of ${judged.length} of their tokens ${oneOrMany(ended.length, 'was', 'were')} rugged or left`
  return [
    (operatorRingDetected ? failed : passed)(ring, detail, evidence),
    (ringCoLaunchBurst ? failed : passed)(
      ringBurst,
      ringCoLaunchBurst ? `${others} and launched within an hour of one another` : 'no such burst among them',
      evidence,
    ),
  ]
}

function checkFunding({ devFunderPeel, devFunderTerminal, devFunderPeeled, privacyHops }: DevHistory): Check[] {
  const { privacyFunding, peeledFunding } = DEV_RULES
  if (devFunderPeel === null || devFunderTerminal === null) {
    const why = "the creator's first money was not found"
    return [privacyFunding, peeledFunding].map((rule) => unasked(rule, why))
  }
  const evidence = devFunderPeel.map(({ address, lamports, signature, slot, name }) => ({
    what: name === null ? `funder ${address}` : `funder ${address} (${name})`,
    signature,
    slot,
    value: counted(lamports, 'lamport'),
  }))
  const trail = `${counted(devFunderPeel.length, 'hop')}, ending at ${devFunderTerminal.name ?? devFunderTerminal.address} (${devFunderTerminal.category})`
  return [
    ((privacyHops ?? 0) > 0 ? failed : passed)(privacyFunding, trail, evidence),
    (devFunderPeeled ? failed : passed)(peeledFunding, trail, evidence),
  ]
}
