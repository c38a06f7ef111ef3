import type { BaseContext } from '../context.ts'
import { createFactsOf } from './facts-of.ts'
import { type Follower, followSolana } from './follow-solana.ts'

/** Follows what can be followed; null where no node is configured. The caller holds the tape (`hold-tape.ts`).
 *  `onFailure` as for `followSolana`. */
export function startIngest(ctx: BaseContext, onFailure: (error: unknown) => void = () => undefined): Follower | null {
  const { rpc } = ctx.chain
  const { writer } = ctx.store.tape
  if (rpc === null || writer === null) return null
  return followSolana({ ctx, rpc, writer, facts: createFactsOf(ctx, rpc), onFailure })
}
