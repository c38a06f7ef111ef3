import { parseArgs } from 'node:util'
import { STORAGE } from '../../src/config/storage.ts'
import { runKillRounds } from '../../test/crash/kill-rounds.ts'

/** `node bench/crash/kill-store.ts [--rounds 100] [--life-ms 3000]`: the crash test of the suite, longer and with lives
 *  long enough for several flushes of usage. Prints what was checked and how much usage the kills cost. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, 'life-ms': { type: 'string', default: '3000' } },
})
const rounds = Number(values.rounds)
const longestLifeMs = Number(values['life-ms'])
const startMs = performance.now()
const { usageFlushEveryMs: flushEveryMs } = STORAGE
const report = await runKillRounds({ rounds, lifeMs: (round) => 50 + ((round * 997) % longestLifeMs), flushEveryMs })
console.table({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) })
