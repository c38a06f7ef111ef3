import { parseArgs } from 'node:util'
import { runEvmRounds } from '../../test/crash/evm-rounds.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/crash/kill-evm.ts [--times 100] [--life-ms 3000] [--seed 1]`: kills the follower of Solana, Ethereum and
 *  Base, the server, or both, so many times, and holds tape and stream against the chains. Fails on a gap or a
 *  duplicate. */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    'life-ms': { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
})

const startMs = performance.now()
const sandbox = await startSandbox()
try {
  const report = await runEvmRounds({
    sandbox,
    rounds: Number(values.times),
    lifeMs: Number(values['life-ms']),
    seed: Number(values.seed),
    say: (line) => console.log(line),
  })
  console.log(JSON.stringify({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) }, null, 2))
} finally {
  await sandbox.stop()
}
