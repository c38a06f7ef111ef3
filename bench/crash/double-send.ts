import { parseArgs } from 'node:util'
import type { Rule } from '../../test/crash/double-send/judge.ts'
import { runDoubleSend } from '../../test/crash/double-send/run.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/crash/double-send.ts [--requests 10000] [--kills 60] [--seed 1] [--break <fault>]`
 *
 *  Buys, sales, withdrawals and broadcasts with Idempotency-Keys, each asked for several times at once, again after
 *  every crash and again later, some with another body: by two servers on one store that are killed with SIGKILL, most
 *  of the time while transactions are between sending and confirmation. In the end the chain is asked what moved. Fails
 *  when a promise was broken. `--break` makes the servers break one on purpose
 *  (test/crash/double-send/break-server.ts): then it must fail. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    break: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
})
const RULES: Readonly<Record<Rule, string>> = {
  once: 'every key moved money at most once, twins with keys of their own each',
  accounted: 'nothing moved that no key was answered for',
  replay: 'a request that came again got the first answer',
  mismatch: 'another body under the same key: 409, and never two bodies',
  truth: 'what was answered as landed is on the chain, as failed failed there, as not landed never came',
  'own signature': 'what a caller signed is answered for with its own signature',
  ledger: 'the ledger of trades holds what the chain says, and nothing open',
  decided: 'every key came to an end',
  healthy: 'no 5xx but what a node or a dead blockhash explains',
}
const SLOT_MS = '200'

const startMs = performance.now()
const seconds = (): string => `${Math.round((performance.now() - startMs) / 1_000)} s`
const sandbox = await startSandbox({ SANDBOX_SLOT_MS: SLOT_MS })
try {
  const { violations, checks, errors, ownEnds, ...counts } = await runDoubleSend({
    sandbox,
    requests: Number(values.requests),
    kills: Number(values.kills),
    seed: Number(values.seed),
    fault: values.break,
    say: (line) => (values.quiet ? undefined : console.log(`${seconds().padStart(7)}  ${line}`)),
  })
  for (const line of new Set(errors)) console.log(`logged: ${line}`)
  for (const line of ownEnds) console.log(`a server ${line}`)
  for (const { rule, work, says } of violations.slice(0, 100)) console.log(`VIOLATED ${rule}: ${work}: ${says}`)
  console.table({ ...counts, ...checks, errorsLogged: errors.length, seconds: seconds() })
  for (const [rule, says] of Object.entries(RULES)) {
    const count = violations.filter((violation) => violation.rule === rule).length
    console.log(`${count === 0 ? 'kept    ' : 'NOT KEPT'} ${String(count).padStart(5)}  ${says}`)
  }
  const isKept = violations.length === 0 && ownEnds.length === 0
  console.log(isKept ? 'kept' : `NOT KEPT: ${violations.length} violations`)
  process.exitCode = isKept ? 0 : 1
} finally {
  await sandbox.stop()
}
