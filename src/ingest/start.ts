import type { BaseContext } from '../context.ts'
import { startScreenAppender } from './append-screens.ts'
import type { Follower } from './follow-chain.ts'
import { createFactsOf } from './solana/facts-of.ts'
import { followSolana } from './solana/follow-solana.ts'
import { followEvmChains } from './start-evm.ts'

/** Follows what can be followed; null where no node is configured. The caller holds the tape (`hold-tape.ts`).
 *  `onFailure` as for `followSolana`. */
export function startIngest(ctx: BaseContext, onFailure: (error: unknown) => void = () => undefined): Follower | null {
  const { rpc } = ctx.chain
  const { writer } = ctx.store.tape
  if (writer === null) return null
  const solana = rpc && followSolana({ ctx, rpc, writer, facts: createFactsOf(ctx, rpc), onFailure })
  const followers = [...(solana === null ? [] : [solana]), ...followEvmChains(ctx, writer)]
  if (followers.length === 0) return null
  const appender = startScreenAppender(ctx, writer)
  return {
    async stop() {
      await appender.stop()
      await Promise.all(followers.map((follower) => follower.stop()))
    },
  }
}
