import { isPayerFault } from '../../chain/solana/execution-outcome.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { historyReaches, readHeight, searchHistory } from '../../chain/solana/signature-status.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import type { Advance } from '../../store/recovery-rows.ts'

/** Asks what became of what the fee payer signed, by this process or another one, whose blockhash is dead by now. What
 *  landed has repaid it in the same stroke, and what never landed cannot any more; what landed and failed stays lost
 *  for its day. An advance of which something cannot be asked stays whole. */
export async function settleAdvances(ctx: Context): Promise<Outcome<{ readonly settled: number }>> {
  const { recoveries } = ctx.store
  const old = recoveries.advancesBefore(ctx.clock.nowMs() - RECOVERY.blockhashLifeMs, RECOVERY.advancesAtOnce)
  const ends = await inParallel(old, RECOVERY.simulationsAtOnce, (advance) => settleAdvance(ctx, advance))
  return ok({ settled: ends.filter((isSettled) => isSettled).length })
}

/** Settles one advance if the chain shows its outcome already; whether it did. */
export async function settleAdvance(ctx: Context, advance: Advance): Promise<boolean> {
  const { rpc } = ctx.chain
  const isOld = ctx.clock.nowMs() - advance.atMs >= RECOVERY.blockhashLifeMs
  // One that has signed nothing yet may be about to.
  if (rpc === null || (advance.signed.length === 0 && !isOld)) return false
  const lost = await lostOf(rpc, advance, isOld)
  if (lost === null) return false
  await ctx.store.recoveries.settleAdvance(advance.id, BigInt(advance.lamports) - lost)
  return true
}

/** Lamports that the chain kept of an advance; null when unknown. */
async function lostOf(rpc: SolanaRpc, { signed, atMs, lastValidBlockHeight }: Advance, isOld: boolean) {
  const ends = await inParallel(signed, RECOVERY.simulationsAtOnce, ({ signature }) => searchHistory(rpc, signature))
  let [lost, unseen] = [0n, 0n]
  for (const [at, { lamports }] of signed.entries()) {
    const found = ends[at]!
    if (!found.ok) return null
    const { status } = found.value
    // What is not confirmed may be taken back with its block.
    if (status !== null && !status.isConfirmed) return null
    if (status === null) unseen += BigInt(lamports)
    // One that was never executed paid nothing.
    else if (status.err !== null && !isPayerFault(status.err)) lost += BigInt(lamports)
  }
  if (unseen === 0n) return lost
  // By age alone where no height was written down.
  const height = await readHeight(rpc)
  if (!height.ok) return null
  const isDead = lastValidBlockHeight === undefined ? isOld : height.value.blockHeight > lastValidBlockHeight
  if (!isDead) return null
  // It may have landed between the search and the height: once dead, the search is made again.
  const again = await Promise.all(signed.map(({ signature }) => searchHistory(rpc, signature)))
  if (again.some((found, at) => !found.ok || (found.value.status === null) !== (ends[at]!.ok && isUnseen(ends[at]!))))
    return null
  // A node that has forgotten those blocks does not find what landed in them: what it cannot know counts as lost.
  const reaches = await historyReaches(rpc, atMs)
  if (!reaches.ok) return null
  return reaches.value ? lost : lost + unseen
}

function isUnseen(found: Awaited<ReturnType<typeof searchHistory>>): boolean {
  return found.ok && found.value.status === null
}
