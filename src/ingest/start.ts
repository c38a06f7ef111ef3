import type { BaseContext } from '../context.ts'
import { startScreenAppender } from './append-screens.ts'
import type { Follower } from './follow-chain.ts'
import { createFactsOf } from './solana/facts-of.ts'
import { followSolana } from './solana/follow-solana.ts'

/** Follows what can be followed; null where no node is configured. The caller holds the tape (`hold-tape.ts`).
 *  `onFailure` as for `followSolana`. */
export function startIngest(ctx: BaseContext, onFailure: (error: unknown) => void = () => undefined): Follower | null {
  const { rpc } = ctx.chain
  const { writer } = ctx.store.tape
  if (rpc === null || writer === null) return null
  const follower = followSolana({ ctx, rpc, writer, facts: createFactsOf(ctx, rpc), onFailure })
  const appender = startScreenAppender(ctx, writer)
  return {
    async stop() {
      await appender.stop()
      await follower.stop()
    },
  }
}
