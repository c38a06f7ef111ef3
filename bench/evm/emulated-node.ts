import { startEvmNode } from '../../sandbox/evm/start-node.ts'

/* `node bench/evm/emulated-node.ts <blocks>`: a chain of so many blocks, in a process of its own so that its work counts
 * for no one. Prints its address and the numbers of its first and last block. */

const node = await startEvmNode({ chain: 'ethereum', seed: 'beside-ponder' })
node.mine(Number(process.argv[2]))
const blocks = node.world.blocks()
console.log(JSON.stringify({ url: node.url, first: blocks[0]!.number, last: blocks.at(-1)!.number }))
