import { parseArgs } from 'node:util'
import { runScreensRounds } from '../../test/crash/screens-rounds.ts'

/** `node bench/crash/kill-screens.ts [--rounds 50] [--life-ms 2000] [--seed 1]`: the crash test of saved screens,
 *  longer. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    'life-ms': { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
})
const longestLifeMs = Number(values['life-ms'])
const startMs = performance.now()
const report = await runScreensRounds({
  rounds: Number(values.rounds),
  lifeMs: (round) => 20 + ((round * 997) % longestLifeMs),
  seed: Number(values.seed),
})
console.table({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) })
