import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { dueChains } from '../services/chain-tiers/due-chains.ts'
import { measureChain } from '../services/chain-tiers/measure-chain.ts'
import { ownScan } from '../services/chain-tiers/tier-of.ts'

/** Measures the chains that are due. */
export async function measureChains(ctx: Context): Promise<Outcome<{ readonly measured: number }>> {
  const due = dueChains(ctx)
  for (const chain of due) await measureChain(ctx, chain, ownScan(ctx))
  return ok({ measured: due.length })
}
