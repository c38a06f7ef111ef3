import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'
import type { StepResult } from '../../workers/tasks.ts'
import { type Execution, execute } from '../execution/execute.ts'
import { describeRun } from './describe-run.ts'
import { failedRun } from './failed-run.ts'
import { invokedPrograms } from './invoked-programs.ts'
import { type Breach, depositedWithin, judgeMessage, judgeRun } from './judge-manifest.ts'
import { judgePayees } from './judge-payees.ts'
import { judgeShare } from './judge-share.ts'
import type { Intent, Manifest, RunFacts } from './manifest.ts'
import { readSteps } from './read-steps.ts'

/** Runs on a node may fall between two states of a busy account; what was read before the run is then another state
 *  than the one it ran on. */
const ATTEMPTS = 2

/** Executes a transaction, signed or not, and judges what it does against what was asked for. Fails `policy_blocked`
 *  for whatever goes beyond it (`details.details.rule` names the rule), `price_moved`, `insufficient_balance` or
 *  `simulation_failed` (with the logs) when it does not go through, and as execution fails. `onNode`: what depends on
 *  the chain's own books (slot hashes, stake history, buffers of programs) runs there only. */
export async function makeManifest(
  ctx: Context,
  wire: Uint8Array,
  intent: Intent,
  signal?: AbortSignal,
  { onNode = false }: { readonly onNode?: boolean } = {},
): Promise<Outcome<Manifest>> {
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) return fail('invalid_request', `not a transaction: ${parsed.reason}`)
  const unfit = judgeMessage(readSteps(parsed.transaction), parsed.transaction.lookups.length > 0, intent)
  if (unfit !== null) return blocked(unfit)
  for (let attempt = 1; ; attempt++) {
    const done = await execute(
      ctx,
      { runs: [[wire]], wantsAccounts: true, onNode, alsoClones: intent.share?.of ?? [] },
      signal,
    )
    if (!done.ok) return done
    const result = done.value.runs[0]![0]!
    const beyond = judgeShare(done.value.clone.accounts, intent)
    if (beyond !== null) return blocked(beyond)
    if (result.err !== null) return failedRun(result)
    const judged = judge(done.value, result, intent)
    if (judged.ok || done.value.adapter === 'local' || attempt === ATTEMPTS) return judged
  }
}

function judge(execution: Execution, result: StepResult, intent: Intent): Outcome<Manifest> {
  const { adapter, slot, clone } = execution
  const after = result.after ?? new Map()
  const facts = describeRun(clone.accounts, after)
  const programs = invokedPrograms(result.logs) ?? executables(execution)
  const sponsor = sponsorOf(intent)
  const breach =
    judgeRun(facts, programs, intent) ??
    judgePayees(clone.accounts, after, intent) ??
    (sponsor === null ? null : judgeRun(facts, programs, sponsor))
  if (breach !== null) return blocked(breach)
  return ok({
    adapter,
    slot,
    computeUnits: result.computeUnits,
    logs: result.logs,
    owners: facts.owners,
    authorities: facts.authorities,
    depositLamports: facts.deposits.reduce((sum, { lamports }) => sum + lamports, 0n),
    programs,
    maxOutflow: outflowOf(facts, intent),
  })
}

/** Whatever could have been invoked: a program must be among the accounts of the message. */
function executables({ clone }: Execution): readonly string[] {
  return [...clone.accounts].filter(([, account]) => account?.executable).map(([address]) => address)
}

/** The other one who pays something, judged like the payer: of nothing but lamports may they lose any. */
function sponsorOf(intent: Intent): Intent | null {
  if (intent.sponsor === undefined) return null
  const { address: payer, leastLamports } = intent.sponsor
  return { ...intent, payer, leastLamports, leastTokens: new Map(), closes: new Set() }
}

function outflowOf(facts: RunFacts, intent: Intent): Manifest['maxOutflow'] {
  const { payer, leastTokens, deposits } = intent
  let { leastLamports } = intent
  if (deposits !== undefined) {
    leastLamports -= depositedWithin(facts, deposits)
    // The wallet's own, and no longer on it.
    for (const { owner, lamports } of facts.created) if (owner === payer) leastLamports -= lamports
  }
  const tokens = [...leastTokens].filter(([, raw]) => raw < 0n).map(([mint, raw]) => [mint, -raw] as const)
  return { lamports: leastLamports < 0n ? -leastLamports : 0n, tokens: new Map(tokens) }
}

/** The failure of a transaction that breaks a rule. */
export function blocked({ rule, detail }: Breach): Failure {
  const message = `the transaction exceeds the request: ${rule}, ${detail}`
  const details = { stage: 'simulate', fee_lamports: 0, retry_safe: true, details: { rule, detail } }
  return { ...fail('policy_blocked', message), details }
}
