import { parseArgs } from 'node:util'
import { runLimits } from '../../test/siblings/run-limits.ts'

/** `node bench/siblings/limits.ts [--keys 1000]`: two and three processes on one port, every key driven into its limit
 *  from all of them at once, through one window and into the next. Fails when a key got more than N limits in a window,
 *  or got through later than 50 ms after its limit was reached. */
const { values } = parseArgs({ options: { keys: { type: 'string', default: '1000' } } })
const PROMISED_MS = 50
const rows: Record<string, object> = {}
let isKept = true
for (const processes of [2, 3]) {
  const judged = await runLimits({ processes, keys: Number(values.keys), keysAtOnce: 20 })
  const lateMs = Math.max(judged.lateInFirstMs, judged.lateAfterLimitMs)
  isKept &&= judged.most <= processes * 10 && judged.fewest >= 10 && lateMs <= PROMISED_MS
  rows[`${processes} processes`] = {
    keys: Number(values.keys),
    requests: judged.requests,
    windows: judged.windows,
    'fewest per window': judged.fewest,
    'most per window': judged.most,
    'windows over one limit': judged.overshot,
    'latest after begin, ms': Math.round(judged.lateInFirstMs),
    'latest after limit, ms': Math.round(judged.lateAfterLimitMs),
  }
}
console.table(rows)
console.log(isKept ? 'kept' : 'NOT KEPT')
process.exitCode = isKept ? 0 : 1
