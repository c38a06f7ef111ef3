import { parseArgs } from 'node:util'
import { runLedgerRounds } from '../../test/crash/ledger-rounds.ts'

/** `node bench/crash/kill-ledger.ts [--rounds 50] [--life-ms 2000]`: the crash test of the ledger of scores, longer. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, 'life-ms': { type: 'string', default: '2000' } },
})
const longestLifeMs = Number(values['life-ms'])
const startMs = performance.now()
const report = await runLedgerRounds({
  rounds: Number(values.rounds),
  lifeMs: (round) => 20 + ((round * 997) % longestLifeMs),
})
console.table({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) })
