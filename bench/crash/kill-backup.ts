import { parseArgs } from 'node:util'
import { runBackupRounds } from '../../test/crash/backup-rounds.ts'

/** `node bench/crash/kill-backup.ts [--rounds 100] [--seed 1]`: backs a store up while it is written to, kills the
 *  backup, the writer, both or the restore at drawn moments, and checks what is left. The suite runs a short form. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const startMs = performance.now()
const report = await runBackupRounds({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  say: (line) => console.log(line),
})
console.table({ ...report, seconds: Math.round((performance.now() - startMs) / 1_000) })
console.log('kept')
