import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { SellCase, SellProof } from '../evidence-bundle/sell-proof.ts'
import { foldTokenCases } from './fold-cases.ts'
import { toExecutionInput } from './record-run.ts'

/** Runs the token leg of a recorded proof again, from the record alone, and answers its cases: the same as the recorded
 *  ones on any machine with the same runtime. Fails `not_found` when the record does not hold all bytes, as
 *  `isReExecutable` says: then, as always for the pool leg, `judgeSellProof` repeats the judgement of the cases. */
export async function reExecuteTokenLeg(
  ctx: Pick<Context, 'workers'>,
  proof: Pick<SellProof, 'accounts' | 'programs' | 'script'>,
  signal?: AbortSignal,
): Promise<Outcome<readonly SellCase[]>> {
  const input = toExecutionInput(proof)
  if (input === null || proof.script === null) return fail('not_found', 'the record does not hold all bytes of the run')
  const output = await ctx.workers.run('executeTransactions', input, signal ? { signal } : {})
  if (!output.ok) return output
  if (!output.value.ok) return fail('invalid_request', `not executable: ${output.value.reason}`)
  const drafts = proof.script.drafts.map(({ amountRaw, ...row }) => ({ ...row, amountRaw: BigInt(amountRaw) }))
  return ok(foldTokenCases(drafts, output.value.runs))
}
