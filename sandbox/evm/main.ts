import { createLogger } from '../../src/runtime/log.ts'
import { startEvmNode } from './start-node.ts'

/* `node sandbox/evm/main.ts [ethereum|base] [seed]`: a chain that mines a block each two seconds until it is stopped,
 * for trying things out. Its addresses are printed. */

const BLOCK_MS = 2_000
const FIRST_BLOCKS = 128

async function main(): Promise<void> {
  const [chain = 'ethereum', seed = 'mintglass'] = process.argv.slice(2)
  if (chain !== 'ethereum' && chain !== 'base') throw new RangeError(`expected ethereum or base, got ${chain}`)
  const log = createLogger({ level: 'info', process: 'sandbox' })
  const node = await startEvmNode({ chain, seed })
  node.mine(FIRST_BLOCKS)
  log.info({ chain, url: node.url, wsUrl: node.wsUrl }, 'an emulated EVM node listens')
  setInterval(() => node.mine(), BLOCK_MS)
}

await main()
