import type { ChainPort } from '../../chain/port.ts'
import type { SolanaChain } from '../../chain/solana/chain.ts'
import type { RawBlock, SolanaRpc } from '../../chain/solana/rpc.ts'
import { createBlockReader } from './block-reader.ts'
import type { FactReader } from './read-facts.ts'

/** Solana as the follower sees it: blocks by `blockSubscribe` or `getBlock`, their transactions decoded by DEX. */
export function createSolanaPort(parts: {
  readonly rpc: SolanaRpc
  readonly facts: FactReader
  readonly listen?: SolanaChain['listen']
}): ChainPort<RawBlock> {
  const { rpc, facts, listen } = parts
  return {
    chain: 'solana',
    ...(listen === undefined ? {} : { follow: (listener) => listen(facts.wants, listener) }),
    read: ({ log, signal }) => createBlockReader({ rpc, log, signal, wants: facts.wants }),
    decode: (block) => facts.read(block),
    isEmpty: ({ transactionCount }) => transactionCount === 0,
    withTime: withBlockTime,
  }
}

/** A transaction says the time of its block once more. */
export function withBlockTime(block: RawBlock, blockTimeSec: number | null): RawBlock {
  const transactions = block.transactions.map((one) => ({ ...one, blockTime: blockTimeSec }))
  return { ...block, blockTimeSec, transactions }
}
