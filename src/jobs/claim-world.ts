import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { claimShownWorld, genesisHashOf } from '../store/claim-shown-world.ts'

/** Compares the chain the node shows with the one the store belongs to: an attached sandbox may have been started
 *  again, an operator may have pointed a live server elsewhere. In live mode another chain throws, and the job's log
 *  says so. */
export async function claimWorld(ctx: Context): Promise<Outcome<unknown>> {
  const { rpc } = ctx.chain
  if (rpc === null) return ok(null)
  const ask = async () => genesisHashOf(await rpc.call<unknown>('getGenesisHash', []))
  return claimShownWorld(ctx.store, ask, ctx.clock)
}
