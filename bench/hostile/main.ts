import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TOKEN_READS_TTL_MS } from '../../src/config/cache-ttls.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { KEPT_EVENTS } from './fill-caches.ts'
import { printFindings } from './print-findings.ts'
import { runHostile } from './run-hostile.ts'

/** `node bench/hostile/main.ts [--requests 10000] [--restarts 6] [--seed 1] [--tree <checkout>] [--only <kind>,<kind>]
 *  [--quick] [--honest] [--snapshots <folder>]`
 *
 *  A server of a checkout (this one unless another is named) in live mode, all of whose upstreams lie: a proxy changes
 *  their replies by one kind of fault after the other, by the seed. `--requests` are those of one life, over all kinds;
 *  `--restarts` is the number of lives. `--snapshots` writes a snapshot of the server's heap before and after the lies of
 *  each life. `--honest` is the control: the same requests and orders, and nothing is changed. Exit code 1 when a goal of `findings.ts` is missed. */
const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    requests: { type: 'string' },
    restarts: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    honest: { type: 'boolean', default: false },
    snapshots: { type: 'string' },
  },
})
/** What the server keeps of one question for the next is gone by then. It differs by what was asked last, and comes to
 *  several MiB. */
const REST_MS = TOKEN_READS_TTL_MS + 5_000
const WARM_UP_REQUESTS = 417

const sandbox = await startSandbox({ SANDBOX_AGENTS: '1' })
try {
  const findings = await runHostile({
    sandbox,
    tree: resolve(values.tree),
    seed: Number(values.seed),
    only: values.only?.split(',') ?? null,
    isHonest: values.honest,
    requests: Number(values.requests ?? (values.quick ? 1_500 : 10_000)),
    lives: Number(values.restarts ?? (values.quick ? 1 : 6)),
    restMs: REST_MS,
    warmUpRequests: WARM_UP_REQUESTS,
    tapeEvents: KEPT_EVENTS,
    settings: {},
    snapshots: values.snapshots === undefined ? null : resolve(values.snapshots),
    say: (line) => console.log(line),
  })
  process.exitCode = printFindings(findings, (line) => console.log(line)) ? 0 : 1
} finally {
  await sandbox.stop()
}
