import type { SurfacePayload } from '../../contract/chain-surface.ts'
import type { ExecutionReport } from '../../contract/evm-execution.ts'
import { type Failure, type Outcome, ok } from '../../contract/outcome.ts'
import { EVM_TAPE_CHAINS } from '../../contract/tape-event.ts'
import { type Execution, executeToken } from '../evm-security/execute-token.ts'
import { gradeOf, PROVIDED } from './provided-surface.ts'
import type { Answer, Asked, Sourced, SurfaceName } from './surface.ts'

type Security = SurfacePayload<'security'>
/** Null where no node of the chain is configured. */
type Executed = { readonly [N in SurfaceName]?: (asked: Asked) => Answer<N> | null }

/** The best score of a token that cannot be sold, that has another danger, and that has a warning. */
const BEST_SCORE = { honeypot: 5, danger: 25, warning: 80 } as const
/** Percents of tax that are no difference. */
const SAME_TAX_PCT = 2

/** Ethereum and Base by trades that their nodes execute, beside the provider's word. */
export const EVM_EXECUTED: Executed = {
  security(asked) {
    const chain = EVM_TAPE_CHAINS.find((one) => one === asked.chain.key)
    const client = chain === undefined ? null : asked.ctx.parts.evmClients.of(chain)
    if (chain === undefined || client === null) return null
    const { address: token } = asked.question
    const { ctx } = asked
    const executed = ctx.store.memo<Execution>('evmSecurity', `${chain}\n${token}`, async () =>
      ok(await executeToken(ctx, client, { chain, token })),
    )
    return bothOf(asked, executed)
  },
}

async function bothOf(asked: Asked, executed: Promise<Outcome<Execution>>) {
  const [execution, provided] = await Promise.all([executed, wordOf(asked)])
  if (!execution.ok) return provided
  const { report, why } = execution.value
  if (report === null && asked.unmet !== null) return unmetAnd(asked.unmet, `execution: ${why}`)
  if (report === null) return provided.ok ? ok(withMissing(provided.value, `execution: ${why}`)) : provided
  const at = { sourceAtMs: 1_000 * report.blockTimeSec, block: report.block, source: 'node' }
  const fetchedAtMs = execution.cache?.builtAtMs ?? asked.ctx.clock.nowMs()
  if (!provided.ok) {
    const missing = [`the provider's word: ${provided.message}`]
    return ok({ ...at, fetchedAtMs, payload: { ...alone(asked.question.address, report), missing } })
  }
  return ok({ ...at, fetchedAtMs, payload: joined(provided.value.payload, report) })
}

/** The refusal of a level, with a second reason wherever it says the first. */
function unmetAnd({ message, members = {}, ...refusal }: Failure, why: string): Failure {
  const evidence = members['evidence'] as { readonly reason: string }
  const both = { ...evidence, reason: `${evidence.reason}; ${why}` }
  return { ...refusal, message: `${message}; ${why}`, members: { ...members, evidence: both } }
}

/** The provider's word counts from the level on that is measured with it. */
async function wordOf(asked: Asked): Promise<Outcome<Sourced<Security>>> {
  return asked.unmet ?? PROVIDED.security!(asked)
}

function withMissing(answer: Sourced<Security>, what: string): Sourced<Security> {
  const { payload } = answer
  return { ...answer, payload: { ...payload, missing: [...(payload.missing ?? []), what] } }
}

/** Execution without a provider: it finds dangers, and does not prove their absence. */
function alone(address: string, report: ExecutionReport): Security {
  const score = capOf(report)
  return {
    address,
    score,
    grade: gradeOf(score),
    checks: checksOf(report),
    taxes: { buyPct: percentOf(report.taxesBps.buy), sellPct: percentOf(report.taxesBps.sell) },
    honeypot: { verdict: report.verdict, method: 'execution', provider: null },
    execution: report,
  }
}

/** Execution has the last word in what it tried; what it could not try is the provider's. */
function joined(word: Security, report: ExecutionReport): Security {
  const own = alone(word.address, report)
  const cap = capOf(report)
  const score = cap === null || word.score === null ? (word.score ?? cap) : Math.min(word.score, cap)
  const isDecided = report.verdict !== 'unknown'
  const says = {
    provider: word.honeypot.provider ?? '',
    honeypot: word.honeypot.verdict === 'unknown' ? null : word.honeypot.verdict === 'honeypot',
    ...word.taxes,
    score: word.score,
  }
  return {
    ...own,
    score,
    grade: gradeOf(score),
    checks: [...own.checks, ...word.checks],
    taxes: {
      buyPct: own.taxes.buyPct ?? word.taxes.buyPct,
      sellPct: own.taxes.sellPct ?? word.taxes.sellPct,
    },
    honeypot: isDecided ? { ...own.honeypot, provider: says.provider } : word.honeypot,
    providerSays: says,
    disagreements: disagreementsOf(word, own),
  }
}

function capOf({ verdict, findings }: ExecutionReport): number | null {
  if (verdict === 'honeypot') return BEST_SCORE.honeypot
  if (findings.some(({ severity }) => severity === 'danger')) return BEST_SCORE.danger
  return findings.some(({ severity }) => severity === 'warning') ? BEST_SCORE.warning : null
}

/** Severities as providers' checks name them. */
const AS_CHECKED = { danger: 'critical', warning: 'medium', info: 'info' } as const

function checksOf({ findings, verdict }: ExecutionReport): Security['checks'] {
  const sellable = {
    id: 'execution:sale',
    ok: verdict === 'unknown' ? null : verdict === 'sellable',
    severity: verdict === 'honeypot' ? 'critical' : 'info',
    label: 'A purchase and a sale were executed on a node.',
  }
  return [
    sellable,
    ...findings.map(({ id, severity, label }) => ({
      ...{ id: `execution:${id}`, ok: severity === 'info', label },
      severity: AS_CHECKED[severity],
    })),
  ]
}

function percentOf(bps: number | null): number | null {
  return bps === null ? null : bps / 100
}

function disagreementsOf(word: Security, own: Security): string[] {
  const provider = word.honeypot.provider ?? 'the provider'
  const found: string[] = []
  const [said, shown] = [word.honeypot.verdict, own.honeypot.verdict]
  if (said !== 'unknown' && shown !== 'unknown' && said !== shown)
    found.push(`${provider} calls it ${said}, execution shows ${shown}`)
  for (const [what, its, ours] of [
    ['buy', word.taxes.buyPct, own.taxes.buyPct],
    ['sell', word.taxes.sellPct, own.taxes.sellPct],
  ] as const)
    if (its !== null && ours !== null && Math.abs(its - ours) > SAME_TAX_PCT)
      found.push(`${provider} names a ${what} tax of ${its} %, execution shows ${ours} %`)
  return found
}
