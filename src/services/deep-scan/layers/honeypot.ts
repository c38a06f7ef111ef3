import type { Check, CheckEvidence } from '../../../contract/check.ts'
import { counted, oneOrMany } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { SellProof, SellReasonCode } from '../../evidence-bundle/sell-proof.ts'
import { maturityOf } from '../overrides.ts'

const EXECUTED = 'executed transfers and sales on cloned accounts'
const RULES = {
  blocked: {
    id: 'sell_blocked',
    label: 'It cannot be sold',
    severity: 'critical',
    scored: true,
    threshold: 'a sale by an ordinary holder fails at any tried size',
    source: EXECUTED,
  },
  timeLocked: {
    id: 'sell_time_locked',
    label: 'Sales stop or start with time',
    severity: 'critical',
    scored: true,
    threshold: 'the same sale differs now, in an hour or in a day',
    source: EXECUTED,
  },
  taxed: {
    id: 'sell_taxed',
    label: 'A sale loses a large part',
    severity: 'critical',
    scored: true,
    threshold: "from 10 % lost beyond the pool's own fees",
    source: EXECUTED,
  },
  seizable: {
    id: 'seizable',
    label: 'Holdings can be taken',
    severity: 'high',
    scored: true,
    threshold: "the permanent delegate took tokens without the holder's signature (low when mature)",
    source: EXECUTED,
  },
  proven: {
    id: 'sell_proven',
    label: 'That it can be sold is not proven',
    severity: 'medium',
    scored: true,
    threshold: 'both legs executed',
    source: EXECUTED,
  },
} as const satisfies Record<string, CheckRule>

const FREEZING: readonly SellReasonCode[] = ['holders_frozen', 'cannot_receive']

/** Whether it can be sold, by doing it. No proof is never a pass. */
export const layer: Layer = {
  name: 'honeypot',
  needs: ['sellProof'],
  deadlineMs: 24_000,
  behavioural: true,
  maxPenalty: 100,
  rules: Object.values(RULES),
  judge({ bundle }: LayerInputs): readonly Check[] {
    const proof = bundle.sellProof.value
    if (proof === null) return [failed(RULES.proven, 'nothing could be executed')]
    return [
      outcome(RULES.blocked, proof, 'blocked'),
      outcome(RULES.timeLocked, proof, 'time_locked'),
      outcome(RULES.taxed, proof, 'taxed'),
      seizableCheck(bundle, proof),
      provenCheck(proof),
    ]
  },
}

function outcome(rule: CheckRule, proof: SellProof, status: SellProof['status']): Check {
  if (proof.status === status) return failed(rule, why(proof), evidenceOf(proof))
  if (proof.status === 'not_proven') return unasked(rule, why(proof))
  return passed(rule, ran(proof), evidenceOf(proof))
}

function seizableCheck(bundle: LayerInputs['bundle'], proof: SellProof): Check {
  const taken = proof.reasons.find(({ code }) => code === 'can_be_seized')
  if (taken === undefined)
    return proof.status === 'not_proven' ? unasked(RULES.seizable, why(proof)) : passed(RULES.seizable, ran(proof))
  const { mature } = maturityOf(bundle)
  return failed(mature ? { ...RULES.seizable, severity: 'low' } : RULES.seizable, taken.detail)
}

function provenCheck(proof: SellProof): Check {
  return proof.status === 'not_proven' ? failed(RULES.proven, why(proof)) : passed(RULES.proven, ran(proof))
}

function why({ reasons, gaps, frozenHolders, sampledHolders }: SellProof): string {
  const said = [...reasons, ...gaps].map(({ detail }) => detail)
  if (reasons.some(({ code }) => FREEZING.includes(code)))
    said.push(
      `${frozenHolders} of ${counted(sampledHolders, 'sampled holder')} ${oneOrMany(frozenHolders, 'is', 'are')} frozen`,
    )
  return said.length === 0 ? 'no reason recorded' : [...new Set(said)].join('; ')
}

function ran({ cases, legs }: SellProof): string {
  const good = cases.filter(({ ok }) => ok).length
  return `${good} of ${counted(cases.length, 'run')} went through (token leg ${legs.token.adapter ?? 'not run'}, pool leg ${legs.pool.adapter ?? 'not run'})`
}

function evidenceOf({ cases, slot }: SellProof): CheckEvidence[] {
  const ordered = [...cases.filter(({ ok }) => !ok), ...cases.filter(({ ok }) => ok)]
  return ordered.map(({ leg, direction, holder, sizePct, atOffsetSec, ok, error, lossPct, adapter }) => ({
    what: `${leg} leg, ${direction} of ${sizePct} % by ${holder} holder after ${atOffsetSec} s (${adapter})`,
    signature: null,
    slot,
    value: ok ? `lost ${lossPct ?? 0} %` : error,
  }))
}
