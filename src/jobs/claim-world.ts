import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'

/** Compares the chain the node shows with the one the store belongs to: an attached sandbox may have been started
 *  again, an operator may have pointed a live server elsewhere. In live mode another chain throws, and the job's log
 *  says so. */
export async function claimWorld(ctx: Context): Promise<Outcome<unknown>> {
  if (ctx.chain.rpc === null) return ok(null)
  const genesis = await ctx.chain.rpc.call<unknown>('getGenesisHash', [])
  if (!genesis.ok) return genesis
  if (typeof genesis.value !== 'string') return ok(null)
  return ok(await ctx.store.claimWorld(genesis.value))
}
