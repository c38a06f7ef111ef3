import type { ChainPort } from '../chain/port.ts'
import { EVM_MAX_GAP_BLOCKS, EVM_TIMING, type EvmChainConfig } from '../config/followed-chains.ts'
import type { BaseContext } from '../context.ts'
import { type BlockHead, EVM_TAPE_CHAINS, type EvmTapeChain } from '../contract/tape-event.ts'
import type { TapeWriter } from '../store/tape/types.ts'
import { type Follower, followChain } from './follow-chain.ts'

export type MakeEvmPort = (parts: {
  readonly chain: EvmTapeChain
  readonly config: EvmChainConfig
  readonly ctx: BaseContext
}) => ChainPort<BlockHead>

/** Follows each EVM chain that has a node, by a follower of its own: one whose node fails stops no other. Nothing that
 *  goes wrong with one of them ends the process. */
export function followEvmChains(ctx: BaseContext, writer: TapeWriter, makePort: MakeEvmPort): readonly Follower[] {
  return EVM_TAPE_CHAINS.flatMap((chain) => {
    const config = ctx.config.evm[chain]
    if (config === null) return []
    const port = makePort({ chain, config, ctx })
    const reach = { backfillSlots: config.backfillSlots, maxGapSlots: EVM_MAX_GAP_BLOCKS[chain] }
    return [followChain({ ctx, port, writer, reach, timing: EVM_TIMING[chain] })]
  })
}
