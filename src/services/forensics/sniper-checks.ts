import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { Check, CheckEvidence } from '../../contract/check.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import type { SniperCohort } from '../../contract/forensics.ts'
import { type CheckRule, failed, passed, unasked } from '../checks/layer.ts'
import { SNIPERS } from './sniper-thresholds.ts'

const WINDOW = 'purchases from the launch slot to the end of the launch window'

/** Checks on who bought first: the same ones in the sniper cohort and in the Deep Scan's layer. */
export const SNIPER_RULES = {
  share: {
    id: 'sniper_share',
    label: 'Launch snipers still hold a large share',
    severity: 'medium',
    scored: true,
    threshold: `more than ${SNIPERS.sharePct} % of the supply`,
    source: 'spec 2.2 risk score ("snipers above 10"); balances now',
  },
  crowd: {
    id: 'sniper_crowd',
    label: 'A crowd of snipers took the launch',
    severity: 'warning',
    scored: true,
    threshold: `at least ${SNIPERS.count} snipers`,
    source: WINDOW,
  },
  dumped: {
    id: 'snipers_dumped',
    label: 'The snipers have left',
    severity: 'low',
    scored: true,
    threshold: `${SNIPERS.dumpedShare * 100} % of at least ${SNIPERS.dumpedOf} classified`,
    source: `${WINDOW}, against balances now`,
  },
  serial: {
    id: 'serial_snipers',
    label: 'Most snipers snipe for a living',
    severity: 'info',
    scored: false,
    threshold: `more than ${SNIPERS.serialShare * 100} % of at least ${SNIPERS.serialOf} sampled`,
    source:
      'their newest transactions, against the launch slots of the tokens they bought; honest launches attract snipers too',
  },
} as const satisfies Record<string, CheckRule>

/** `cohort.checks` is not looked at: these are they. */
export function checkSnipers(cohort: SniperCohort, launch: LaunchFacts | null): readonly Check[] {
  const { share, crowd } = SNIPER_RULES
  if (launch === null || cohort.sniperCount === null)
    return Object.values(SNIPER_RULES).map((rule) => unasked(rule, 'the launch was not found'))
  const { sniperCount, sniperPct, windowSlots } = cohort
  const evidence = buyEvidence(launch, new Set(launch.snipers))
  const within = `within ${counted(windowSlots, 'slot')} of the launch`
  return [
    sniperPct === null
      ? unasked(share, 'what they hold now was not read')
      : (sniperPct > SNIPERS.sharePct ? failed : passed)(
          share,
          `${counted(sniperCount, 'sniper')} ${within} ${oneOrMany(sniperCount, 'holds', 'hold')} ${round2(sniperPct)} % of the supply`,
          evidence,
        ),
    (sniperCount >= SNIPERS.count ? failed : passed)(crowd, `${counted(sniperCount, 'sniper')} ${within}`, evidence),
    checkDumped(cohort, evidence),
    checkSerial(cohort),
  ]
}

function checkDumped({ sniperExit, sniperCount }: SniperCohort, evidence: readonly CheckEvidence[]): Check {
  const rule = SNIPER_RULES.dumped
  if (sniperExit === null) return unasked(rule, 'what they hold now was not read')
  const { classified, soldFull } = sniperExit
  if (classified === 0 && sniperCount! > 0) return unasked(rule, 'their purchases were not read')
  const detail =
    sniperCount === 0
      ? 'no sniper bought'
      : `${soldFull} of ${counted(classified, 'sniper')} ${oneOrMany(soldFull, 'holds', 'hold')} nothing any more`
  if (soldFull === 0 || soldFull < classified * SNIPERS.dumpedShare) return passed(rule, detail, evidence)
  if (classified < SNIPERS.dumpedOf) return unasked(rule, `${detail}, and fewer than ${SNIPERS.dumpedOf} say little`)
  return failed(rule, detail, evidence)
}

function checkSerial({ sampledSnipers, serialSniperRatio }: SniperCohort): Check {
  const rule = SNIPER_RULES.serial
  const known = sampledSnipers.filter(({ serial }) => serial !== null)
  if (serialSniperRatio === null) return unasked(rule, 'no sniper was looked into')
  const evidence = known.map(({ address, serial, fungibles }) => ({
    what: `sniper ${address}`,
    signature: null,
    slot: null,
    value: `${serial ? 'sniped other launches' : 'no other launch'}, ${fungibles ?? 'unknown'} tokens held`,
  }))
  const detail = `${round2(serialSniperRatio * 100)} % of ${counted(known.length, 'sampled sniper')} sniped other launches`
  if (known.length < SNIPERS.serialOf)
    return unasked(rule, `${detail}, and fewer than ${SNIPERS.serialOf} say little`, evidence)
  return (serialSniperRatio > SNIPERS.serialShare ? failed : passed)(rule, detail, evidence)
}

/** First purchases of some of the buyers, in order of the chain. */
export function buyEvidence({ buyers }: LaunchFacts, wallets: ReadonlySet<string>): readonly CheckEvidence[] {
  return buyers
    .filter(({ wallet }) => wallets.has(wallet))
    .map(({ wallet, slot, signature }) => ({ what: `buyer ${wallet}`, signature, slot, value: null }))
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
