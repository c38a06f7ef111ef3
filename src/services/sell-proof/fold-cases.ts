import { nameError } from '../../chain/solana/name-error.ts'
import { LIMITS_OF_PROOF } from '../../config/sell-proof.ts'
import type { StepResult } from '../../workers/tasks.ts'
import type { ExecutionAdapter, SellCase } from '../evidence-bundle/sell-proof.ts'
import type { CaseDraft } from './draft-token-leg.ts'

/** Cases of the token leg from the results of their runs. A case whose preparations failed says nothing and is left
 *  out: that no one can buy shows in the purchases themselves. */
export function foldTokenCases(
  drafts: readonly CaseDraft[],
  runs: readonly (readonly StepResult[])[],
): readonly SellCase[] {
  return drafts.flatMap((draft) => {
    const steps = runs[draft.run]!
    if (steps.slice(0, draft.step).some(({ err }) => err !== null)) return []
    const result = steps[draft.step]!
    const token = result.deltas.find(({ address }) => address === draft.destination)?.token
    const arrivedRaw = token ? token.afterRaw - token.beforeRaw : 0n
    const lossPct = result.err === null ? lossOf(draft.amountRaw, arrivedRaw) : null
    const { run: _run, step: _step, destination: _destination, amountRaw, ...row } = draft
    return [{ leg: 'token', ...row, amountRaw: String(amountRaw), lossPct, ...outcomeOf(result, 'local') }]
  })
}

/** What every case says of its run. */
export function outcomeOf(result: StepResult, adapter: ExecutionAdapter) {
  return {
    ok: result.err === null,
    error: nameError(result),
    computeUnits: result.computeUnits,
    logsTail: result.logs
      .slice(-(result.err === null ? LIMITS_OF_PROOF.logLinesWhenOk : LIMITS_OF_PROOF.logLines))
      .map((line) => (line.length > LIMITS_OF_PROOF.logChars ? `${line.slice(0, LIMITS_OF_PROOF.logChars)}…` : line)),
    adapter,
  }
}

/** Percent of `expectedRaw` that did not arrive, four decimals, never below 0. */
export function lossOf(expectedRaw: bigint, arrivedRaw: bigint): number {
  if (expectedRaw <= 0n || arrivedRaw >= expectedRaw) return 0
  return Number(((expectedRaw - arrivedRaw) * 1_000_000n) / expectedRaw) / 10_000
}
