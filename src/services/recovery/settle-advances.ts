import { searchHistory } from '../../chain/solana/signature-status.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import type { Advance } from '../../store/recovery-rows.ts'

/** Asks what became of what the fee payer signed, by this process or another one, whose blockhash is dead by now. What landed
 *  has repaid it in the same stroke, and what never landed cannot any more; what landed and failed stays lost for its day.
 *  An advance of which something cannot be asked stays whole. */
export async function settleAdvances(ctx: Context): Promise<Outcome<{ readonly settled: number }>> {
  const { recoveries } = ctx.store
  const { rpc } = ctx.chain
  if (rpc === null) return ok({ settled: 0 })
  const old = recoveries.advancesBefore(ctx.clock.nowMs() - RECOVERY.blockhashLifeMs, RECOVERY.advancesAtOnce)
  const ends = await inParallel(old, RECOVERY.simulationsAtOnce, async (advance) => {
    const lost = await lostOf(advance, (signature) => searchHistory(rpc, signature))
    if (lost === null) return false
    await recoveries.settleAdvance(advance.id, BigInt(advance.lamports) - lost)
    return true
  })
  return ok({ settled: ends.filter((isSettled) => isSettled).length })
}

/** Lamports that the chain kept of an advance; null when it does not tell. */
async function lostOf(
  { signed }: Advance,
  ask: (signature: string) => ReturnType<typeof searchHistory>,
): Promise<bigint | null> {
  let lost = 0n
  for (const { signature, lamports } of signed) {
    const found = await ask(signature)
    if (!found.ok) return null
    const { status } = found.value
    if (status !== null && status.err !== null) lost += BigInt(lamports)
  }
  return lost
}
