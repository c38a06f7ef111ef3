import { EVM_MAX_GAP_BLOCKS, EVM_TIMING } from '../config/followed-chains.ts'
import type { BaseContext } from '../context.ts'
import { EVM_TAPE_CHAINS } from '../contract/tape-event.ts'
import type { TapeWriter } from '../store/tape/types.ts'
import { createEvmPort, type EvmPort } from './evm/evm-port.ts'
import { nativeElsewhere } from './evm/native-elsewhere.ts'
import { type Follower, followChain } from './follow-chain.ts'

/** Follows each EVM chain that has a node, by a follower of its own: one whose node fails stops no other. Nothing that
 *  goes wrong with one of them ends the process. */
export function followEvmChains(ctx: BaseContext, writer: TapeWriter): readonly Follower[] {
  const ports: EvmPort[] = []
  return EVM_TAPE_CHAINS.flatMap((chain) => {
    const config = ctx.config.evm[chain]
    if (config === null) return []
    const port = createEvmPort({ chain, config, ctx, nativeUsd: nativeElsewhere(ports, chain) })
    ports.push(port)
    const reach = { backfillSlots: config.backfillSlots, maxGapSlots: EVM_MAX_GAP_BLOCKS[chain] }
    const follower = followChain({ ctx, port, writer, reach, timing: EVM_TIMING[chain] })
    return [
      {
        async stop() {
          await follower.stop()
          await port.close()
        },
      },
    ]
  })
}
