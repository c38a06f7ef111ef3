import type { BubbleMapReport } from '../../contract/bubble-map.ts'
import type { Check, CheckEvidence, Severity } from '../../contract/check.ts'
import type { LayerName } from '../../contract/deep-scan.ts'
import type { DevHistory, SniperCohort } from '../../contract/forensics.ts'
import type { InputBundle } from '../evidence-bundle/input-bundle.ts'
import { passedLabel } from './passed-labels.ts'

/** State (authorities, shares, liquidity) earns no `safe`, and on its own condemns no one either: all its layers
 *  together take off no more than this. What it makes impossible to trade is a hard cap. */
export const STATE_MAX_PENALTY = 50

/** Parts of the bundle a layer may rest on. */
export type BundlePart = 'evidence' | 'dev' | 'snipers' | 'market' | 'sellProof'

/** What a layer sees: the recorded inputs and what the other engines made of them. `null` where a part is missing that
 *  the layer does not need. */
export type LayerInputs = {
  readonly bundle: InputBundle
  readonly map: BubbleMapReport
  readonly devHistory: DevHistory
  readonly sniperCohort: SniperCohort
}

/** One layer of the scan: a pure function of recorded inputs. A part it needs that was not gathered in time makes it a
 *  stub (spec 2.2). */
export type Layer = {
  readonly name: LayerName
  readonly needs: readonly BundlePart[]
  /** How long its parts may take to gather. */
  readonly deadlineMs: number
  /** Behavioural layers can earn `safe`; authorities and liquidity locks alone never do. */
  readonly behavioural: boolean
  /** Most points its failing checks may take off the score together; all layers of state share one such budget. */
  readonly maxPenalty: number
  /** Every check it can give, with its rule: what `docs/engines.md` lists. */
  readonly rules: readonly CheckRule[]
  judge(inputs: LayerInputs): readonly Check[]
}

/** What a check asks, how heavy a failure is and where the threshold comes from. `scored` false: information only. */
export type CheckRule = {
  readonly id: string
  /** What is true of the token when the check fails; `passed-labels.ts` says what is true when it passes. */
  readonly label: string
  readonly severity: Severity
  readonly scored: boolean
  readonly threshold: string
  readonly source: string
}

export function passed(rule: CheckRule, detail: string, evidence?: readonly CheckEvidence[]): Check {
  return toCheck({ ...rule, label: passedLabel(rule) }, true, rule.severity, detail, evidence)
}

export function failed(rule: CheckRule, detail: string, evidence?: readonly CheckEvidence[]): Check {
  return toCheck(rule, false, rule.severity, detail, evidence)
}

/** The question could not be asked: no failure, and nothing earned either. The label stays a question. */
export function unasked(rule: CheckRule, why: string, evidence?: readonly CheckEvidence[]): Check {
  return toCheck({ ...rule, label: `${rule.label}?` }, true, 'info', `not judged: ${why}`, evidence)
}

const MAX_EVIDENCE = 10

function toCheck(
  { id, label }: CheckRule,
  ok: boolean,
  severity: Severity,
  detail: string,
  evidence: readonly CheckEvidence[] = [],
): Check {
  const shown = evidence.slice(0, MAX_EVIDENCE)
  return { id, ok, severity, label, detail, ...(shown.length === 0 ? {} : { evidence: shown }) }
}

/** Whether a check was asked and passed: what counts as earned. */
export function isEarned(check: Check): boolean {
  return check.ok && check.severity !== 'info'
}
