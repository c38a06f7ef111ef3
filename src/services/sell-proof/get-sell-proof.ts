import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { hasPassingGap } from '../evidence-bundle/has-gap.ts'
import type { SellProof } from '../evidence-bundle/sell-proof.ts'
import { gatherSellProof } from './gather-sell-proof.ts'
import type { ProofSubject } from './proof-subject.ts'

/** Sell proof of a token, 60 s. Fails as the node fails; what could not be executed is in the proof, which then says
 *  `not_proven`. One that lacks a leg because something failed is soon made again. */
export async function getSellProof(
  ctx: Context,
  subject: ProofSubject,
  signal?: AbortSignal,
): Promise<Outcome<SellProof>> {
  return ctx.store.memo('sellProof', subject.mint, async () => {
    const proof = await gatherSellProof(ctx, subject, signal)
    if (!proof.ok) return proof
    // A proof without the holders or pools that a failing node did not show proves nothing about those there are.
    const hasFailed =
      hasPassingGap(subject, 'mint', 'pools', 'holders', 'launch') ||
      proof.value.gaps.some(({ code }) => code === 'read_failed' || code === 'execution_failed')
    return hasFailed ? ok(proof.value, degradedNow(ctx)) : proof
  })
}
