import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { startEvmNode } from './start-node.ts'
import { BLOCK_SECS } from './world.ts'

/* `node sandbox/evm/main.ts [ethereum|base] [seed]`: a chain of now that mines each block in its time until it is
 * stopped, for trying things out. Its addresses are printed. */

const FIRST_BLOCKS = 128

async function main(): Promise<void> {
  const [chain = 'ethereum', seed = 'mintglass'] = process.argv.slice(2)
  if (chain !== 'ethereum' && chain !== 'base') throw new RangeError(`expected ethereum or base, got ${chain}`)
  const log = createLogger({ level: 'info', process: 'sandbox' })
  const blockSecs = BLOCK_SECS[chain]
  // A chain whose trades are old is no market: its routes would be refused.
  const startSec = Math.floor(systemClock().nowMs() / 1_000) - FIRST_BLOCKS * blockSecs
  const node = await startEvmNode({ chain, seed, startSec })
  node.mine(FIRST_BLOCKS)
  log.info({ chain, url: node.url, wsUrl: node.wsUrl }, 'an emulated EVM node listens')
  setInterval(() => node.mine(), blockSecs * 1_000)
}

await main()
