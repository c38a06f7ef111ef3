import assert from 'node:assert/strict'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'

/** The node of routes that say they need one: the front answers 503 where there is none. */
export function rpcOf({ chain }: Pick<Context, 'chain'>): SolanaRpc {
  assert(chain.rpc !== null, 'a node is configured')
  return chain.rpc
}
