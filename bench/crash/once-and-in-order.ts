import { parseArgs } from 'node:util'
import type { Violation } from '../../test/crash/push/check-told.ts'
import { runPush } from '../../test/crash/push/run.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/crash/once-and-in-order.ts [--minutes 30] [--subscribers 4] [--tps 8] [--seed 1] [--kill-every-ms 5000]
 *  [--fork-every-ms 8000] [--settle-s 420] [--no-webhooks] [--folder <kept>] [--quiet]`
 *
 *  Follower, server and subscribers are killed at random beside a chain that forks, while the subscribers go from one
 *  transport to another on one cursor and stop reading now and then. Afterwards everything that was told is compared
 *  with the tape, and the tape with the chain read again. Prints every violation and every check, one line each, and
 *  fails when a check does. `--settle-s`: how long the last events may take to everyone, two retries of a webhook among
 *  them. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    subscribers: { type: 'string', default: '4' },
    tps: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    'kill-every-ms': { type: 'string', default: '5000' },
    'fork-every-ms': { type: 'string', default: '8000' },
    'no-webhooks': { type: 'boolean', default: false },
    'settle-s': { type: 'string', default: '420' },
    folder: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
})
const MINUTE_MS = 60_000
const CHECKS: Readonly<Record<Violation['rule'], string>> = {
  gap: 'no gap: everything on the tape was told to everybody it concerns, and the tape has all the chain has',
  duplicate: 'no duplicate: nothing twice on a cursor, by webhook nothing twice after `eventId`',
  order: 'order of sequence: cursors grow, the newest that stands is taken back first',
  'chain order': 'order of the chain: block, transaction, instruction, except across a retraction',
  stranger: 'nothing else: no event of another topic, none that is not on the tape, none that is not on the chain',
  content: 'content: the same body on every transport',
  retraction: 'every retraction told to everybody who saw the event, and none that no fork explains',
  truncated: 'nothing truncated, nothing lost',
  state: 'state: events minus retracted are the events of the chain read anew',
  rows: 'REST: listings at a cursor are the trades that survived up to there',
  digest: 'digests of slots and of the chain are those of the chain read anew; `tape verify` agrees',
  interface: 'interface: per-topic numbers, ids, statuses, signatures; no process ended by itself',
}

const sandbox = await startSandbox({ SANDBOX_AGENTS: '1', SANDBOX_TPS: values.tps })
try {
  const startMs = Date.now()
  const seconds = (): string => `${Math.round((Date.now() - startMs) / 1_000)} s`.padStart(7)
  const report = await runPush({
    sandbox,
    runMs: Number(values.minutes) * MINUTE_MS,
    subscribers: Number(values.subscribers),
    seed: Number(values.seed),
    killEveryMs: Number(values['kill-every-ms']),
    forkEveryMs: Number(values['fork-every-ms']),
    phaseMs: 5_000,
    withWebhooks: !values['no-webhooks'],
    settleMs: Number(values['settle-s']) * 1_000,
    say: (line) => (values.quiet ? undefined : console.log(`${seconds()}  ${line}`)),
    ...(values.folder === undefined ? {} : { folder: values.folder }),
  })
  const { violations, tally, errors, ...counts } = report
  for (const line of new Set(errors)) console.log(`logged: ${line}`)
  for (const { rule, who, says } of violations) console.log(`VIOLATED ${rule}: ${who}: ${says}`)
  console.log(JSON.stringify({ ...counts, ...tally, errorsLogged: errors.length, took: seconds().trim() }, null, 2))
  for (const [rule, says] of Object.entries(CHECKS)) {
    const count = violations.filter((violation) => violation.rule === rule).length
    console.log(`${count === 0 ? 'kept    ' : 'NOT KEPT'} ${String(count).padStart(5)}  ${says}`)
  }
  console.log(violations.length === 0 ? 'kept' : `NOT KEPT: ${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await sandbox.stop()
}
