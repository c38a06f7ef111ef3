import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { type Follower, type FollowerParts, followChain } from '../follow-chain.ts'
import type { FactReader } from './read-facts.ts'
import { createSolanaPort } from './solana-port.ts'

export type SolanaFollowerParts = Omit<FollowerParts<never>, 'port' | 'ctx'> & {
  readonly ctx: FollowerParts<never>['ctx'] & Pick<Context, 'chain'>
  readonly rpc: SolanaRpc
  readonly facts: FactReader
}

/** Follows Solana by its node: blocks of a subscription, and requests for what it did not send. */
export function followSolana({ rpc, facts, ...parts }: SolanaFollowerParts): Follower {
  const { listen } = parts.ctx.chain
  return followChain({ ...parts, port: createSolanaPort({ rpc, facts, ...(listen === undefined ? {} : { listen }) }) })
}
