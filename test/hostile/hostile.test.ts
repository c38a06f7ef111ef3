import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { factLines } from '../../bench/hostile/findings.ts'
import { runHostile } from '../../bench/hostile/run-hostile.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'

/** A few of the liars of `bench/hostile`, for a short life over a short past. Times and memory are judged in the bench
 *  alone: this machine has other work. So the tapes need not have as many events as are kept, which are half of what
 *  the bench costs. */
const TREE = fileURLToPath(new URL('../..', import.meta.url))
const KINDS = ['nan', 'keys', 'slots', 'rpc-errors', 'garbage', 'evil', 'ws-duplicate', 'sent-and-denied']
const REQUESTS = 64
const TAPE_EVENTS = 250

let sandbox: StartedSandbox
before(async () => {
  sandbox = await startSandbox({ SANDBOX_AGENTS: '1' })
})
after(() => sandbox.stop())

test('lies of every upstream end no process, make no 500, no impossible fact, and sell nothing beyond the order', async () => {
  const lines: string[] = []
  const { rows, missed } = await runHostile({
    isHonest: false,
    snapshots: null,
    restMs: 0,
    warmUpRequests: 0,
    tapeEvents: TAPE_EVENTS,
    settings: SHORT_PAST,
    tree: TREE,
    sandbox,
    seed: 1,
    only: KINDS,
    requests: REQUESTS,
    lives: 1,
    say: (line) => lines.push(line),
  })
  assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['the truth', ...KINDS].sort())
  for (const row of rows) {
    const { kind, errors, deaths, money, hangs } = row
    const seen = { facts: factLines(row), errors, deaths, money, hangs }
    assert.deepEqual(seen, { facts: [], errors: [], deaths: [], money: [], hangs: [] }, `${kind}\n${lines.join('\n')}`)
  }
  const judgedByTime = /memory|30 s after/
  assert.deepEqual(
    missed.filter((what) => !judgedByTime.test(what)),
    [],
  )
  const lies = rows.reduce((sum, row) => sum + row.lies, 0)
  assert(lies >= KINDS.length, `the liars said ${lies} lies`)
})
