// second run: waits for a process that follows the sandbox to reach its head

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src/runtime/clock.ts'
import { EXIT_CONFIG } from '../../src/runtime/exit-codes.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import type { Tape } from '../../src/store/tape/types.ts'
import { SILENT } from '../store/temp-store.ts'
import { FAST_SLOT_MS } from '../support/fast-slots.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'
import { until } from '../support/until.ts'
import { consume } from './follow-fixture.ts'

/** The follower as a process of its own before a real sandbox: forks, kills, another world, and two that want one
 *  tape. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEEP_DAYS = 365
/** Programs start, and a node that was away is asked again after up to ten seconds. */

let sandbox: StartedSandbox
const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-ingest-'))
const running = new Set<ChildProcess>()
let tape: Tape

before(async () => {
  sandbox = await startSandbox({ SANDBOX_SLOT_MS: String(FAST_SLOT_MS) })
  tape = openTape({
    folder: join(dataDir, 'sandbox', 'tape'),
    mapBytes: 1024 ** 3,
    clock: systemClock(),
    log: SILENT,
    writes: false,
    keepDays: KEEP_DAYS,
    keepBytes: Number.POSITIVE_INFINITY,
  })
})
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await tape?.close()
  await sandbox?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Ran = { readonly child: ChildProcess; readonly ended: Promise<number | null>; said(): string }

function run(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Ran {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    env: {
      ...inheritedEnv(),
      MINTGLASS_DATA_DIR: dataDir,
      MINTGLASS_MAP_SIZE_GIB: '1',
      SANDBOX_URL: sandbox.urls['rpc']!,
      INGEST_MODE: 'process',
      INGEST_TAPE_DAYS: String(KEEP_DAYS),
      LOG_LEVEL: 'info',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (text += chunk))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    }),
  )
  return { child, ended, said: () => text }
}

const follow = (env?: Readonly<Record<string, string>>) => run('src/ingest/main.ts', [], env)
const state = () => sandbox.control<{ confirmedSlot: number; finalizedSlot: number }>('GET', '/state')

/** The head as it is now is on the tape. */
async function reached(): Promise<void> {
  const { confirmedSlot } = await state()
  await until(
    () => {
      tape.refresh()
      return (tape.position('solana')?.slot ?? -1) >= confirmedSlot
    },
    () => `slot ${confirmedSlot}; the tape stands at ${tape.position('solana')?.slot}`,
  )
}

async function verified(): Promise<string> {
  const told = run('src/cli/main.ts', ['tape', 'verify'])
  const code = await told.ended
  assert.equal(code, 0, told.said())
  return told.said()
}

test('one process follows at a time, and only where it is configured to', async () => {
  const first = follow()
  await until(
    () => first.said().includes('"following"'),
    () => first.said(),
  )
  await reached()
  const second = follow()
  assert.notEqual(await second.ended, 0)
  assert.match(second.said(), /another process follows the chain/)
  const server = run('src/server.ts', [], { INGEST_MODE: 'server' })
  assert.notEqual(await server.ended, 0)
  assert.match(server.said(), /another process follows the chain/)
  const refused = follow({ INGEST_MODE: 'server' })
  assert.equal(await refused.ended, EXIT_CONFIG)
  assert.match(refused.said(), /INGEST_MODE is server/)

  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  assert.match(first.said(), /"stopped"/)
  const lines = first.said().split('\n').filter(Boolean)
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level >= 40),
    [],
  )
})

test('nearly every historic trade has the dollar price of its time', () => {
  tape.refresh()
  const trades = consume(tape)
  const priced = trades.filter(({ amountUsd }) => amountUsd !== null)
  assert(trades.length > 900, `${trades.length} trades`)
  assert(priced.length >= trades.length * 0.98, `${trades.length - priced.length} of ${trades.length} have none`)
})

test('forks and kill -9 in a row: the tape is the chain, and the digests are those of a fresh reading', async () => {
  await sandbox.control('POST', '/agents/resume')
  const epoch = tape.epoch
  for (let round = 0; round < 4; round++) {
    const follower = follow()
    await reached()
    await sandbox.control('POST', '/agents/step', { count: 20 })
    await sandbox.control('POST', '/slots/step', { count: 3 })
    await reached()
    await sandbox.control('POST', '/fork', { drop: 3 + round })
    await sandbox.control('POST', '/agents/step', { count: 10 })
    await sandbox.control('POST', '/slots/step', { count: 4 })
    if (round % 2 === 0) await reached()
    follower.child.kill('SIGKILL')
    await follower.ended
  }
  const follower = follow()
  await sandbox.control('POST', '/agents/pause')
  const { confirmedSlot } = await state()
  await until(
    () => {
      tape.refresh()
      return (tape.position('solana')?.finalizedSlot ?? -1) >= confirmedSlot
    },
    () => 'finality',
  )
  assert.equal(tape.epoch, epoch)
  assert.deepEqual(tape.lost('solana'), [])
  const events = tape.read(0, Number.MAX_SAFE_INTEGER)
  assert(
    events.some(({ type }) => type === 'retracted'),
    'a fork took something back',
  )
  consume(tape)
  assert.match(
    await verified(),
    /^same {2}slots \d+ to \d+: \d+ blocks?, \d+ events?, 0 slots lost, chain digest [0-9a-f]{64}$/m,
  )
  follower.child.kill('SIGTERM')
  assert.equal(await follower.ended, 0)
})

test('another sandbox at the same address: another tape, and no error', async () => {
  const follower = follow(SHORT_PAST)
  await until(
    () => follower.said().includes('"following"'),
    () => follower.said(),
  )
  await reached()
  const { epoch } = tape
  const { port } = new URL(sandbox.urls['rpc']!)
  await sandbox.stop()
  sandbox = await startSandbox({ SANDBOX_PORT: port, SANDBOX_SLOT_MS: String(FAST_SLOT_MS) })
  await until(
    () => {
      tape.refresh()
      return tape.epoch !== epoch
    },
    () => `another epoch: ${follower.said().slice(-1500)}`,
  )
  await reached()
  consume(tape)
  assert.match(await verified(), /^same/m)
  follower.child.kill('SIGTERM')
  assert.equal(await follower.ended, 0)
  const lines = follower.said().split('\n').filter(Boolean)
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level >= 50),
    [],
  )
})
