import { named, quantity } from './hex.ts'
import { creationLog, isqrt } from './pools.ts'
import type { EvmWorld } from './world.ts'

/* What happened before the oldest block that a world keeps: the creations of its first pools of managers, one a block.
 * `eth_getLogs` tells of them, nothing else does. */

const BLOCKS_AGO = 400_000

/** Logs of old blocks with numbers in a range, ascending. */
export function creationsBefore(world: EvmWorld, from: number, to: number) {
  const { plan, chain } = world
  const managed = plan.pools.filter(({ pool }) => pool.id.length > 42)
  const oldest = (world.blocks()[0]?.number ?? BLOCKS_AGO) - BLOCKS_AGO
  return managed.flatMap(({ pool, amount0, amount1 }, at) => {
    const number = oldest + 1_000 * at
    if (number < from || number > to) return []
    const { address, topics, data } = creationLog(pool, isqrt((amount1 << 192n) / amount0))
    return [
      {
        ...{ address, topics, data },
        blockNumber: quantity(number),
        blockHash: named(`${chain} old block ${number}`),
        transactionHash: named(`${chain} creation of ${pool.id}`),
        transactionIndex: '0x0',
        logIndex: '0x0',
        removed: false,
      },
    ]
  })
}
