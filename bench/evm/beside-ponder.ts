import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createEvmPort } from '../../src/ingest/evm/evm-port.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { reportGoals } from '../harness.ts'
import { openBenchTape } from '../tape/open-bench-tape.ts'

/** `node bench/evm/beside-ponder.ts`: the same blocks of one emulated node over HTTP, read by the follower's port into a
 *  tape and by Ponder into its database (`npm install --prefix bench/evm/ponder --ignore-scripts` first), one after the
 *  other. Events a second of wall time, each by its own count: Ponder takes every swap of two topics, the follower those
 *  of verified pools, with tokens and prices. Ponder's time is what it says of its backfill, without its start. */
const BLOCKS = 1_000
const AT_ONCE = 32
const PONDER = fileURLToPath(new URL('./ponder', import.meta.url))
const ENTRY = join(PONDER, 'node_modules/ponder/dist/esm/bin/ponder.js')
const PORT = '42969'

if (!existsSync(ENTRY)) {
  console.log('ponder is not installed: npm install --prefix bench/evm/ponder --ignore-scripts')
  process.exit(0)
}
const node = spawn(process.execPath, [join(import.meta.dirname, 'emulated-node.ts'), String(BLOCKS)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const { url, first, last } = (await firstLine(node)) as { url: string; first: number; last: number }
  const range = { url, from: first + 1, to: last }
  const ours = await readByFollower(range)
  console.log(`follower: ${ours.events} events in ${(ours.ms / 1_000).toFixed(1)} s`)
  const theirs = await readByPonder(range)
  console.log(`Ponder: ${theirs.events} events in ${(theirs.ms / 1_000).toFixed(1)} s`)
  const rate = ({ events, ms }: Read): number => (1_000 * events) / ms
  console.log(`${Math.round(rate(ours))} and ${Math.round(rate(theirs))} events a second`)
  reportGoals('evm', [
    {
      what: 'events a second to the tape over a node, times Ponder',
      got: rate(ours) / rate(theirs),
      reach: 5,
      aim: 10,
    },
  ])
} finally {
  node.kill()
}

type Range = { readonly url: string; readonly from: number; readonly to: number }
type Read = { readonly events: number; readonly ms: number }

async function readByFollower({ url, from, to }: Range): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-ponder-'))
  const tape = openBenchTape(folder, true)
  const log = createLogger({ level: 'silent', process: 'bench' })
  const store = { memo: (_: unknown, __: unknown, load: () => unknown) => load(), peek: () => undefined } as never
  const port = createEvmPort({
    chain: 'ethereum',
    config: { urls: [url], wsUrl: null },
    ctx: { clock: systemClock(), log, metrics: createMetrics(), store },
  })
  const reader = port.read({ log, signal: new AbortController().signal })
  const startMs = performance.now()
  let events = 0
  for (let next = from; next <= to; ) {
    const slots = Array.from({ length: Math.min(AT_ONCE, to - next + 1) }, (_, at) => next + at)
    const { fetched, missing } = await reader.fetchMany(slots)
    assert(missing === null, missing?.reason)
    const decoded = []
    for (const { block } of fetched) decoded.push(await port.decode(block!))
    await tape.writer!.appendSlots(decoded, 0)
    for (const one of decoded) events += one.events.length
    next += fetched.length
  }
  const ms = performance.now() - startMs
  await port.close()
  await tape.close()
  rmSync(folder, { recursive: true, force: true })
  return { events, ms }
}

async function readByPonder({ url, from }: Range): Promise<Read> {
  rmSync(join(PONDER, '.ponder'), { recursive: true, force: true })
  const child = spawn(process.execPath, [ENTRY, '--log-format', 'json', 'start', '--port', PORT, '--schema', 'bench'], {
    cwd: PONDER,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      NODE_URL: url,
      FIRST_BLOCK: String(from),
      PONDER_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let events = 0
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue
      const said = JSON.parse(line) as { msg: string; level: number; event_count?: number; duration?: number }
      if (said.level >= 50) throw new Error(line)
      if (said.msg === 'Indexed block range') events += said.event_count!
      if (said.msg.startsWith('Completed backfill')) return { events, ms: said.duration! }
    }
    throw new Error('Ponder ended before its backfill')
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function firstLine(child: ChildProcess): Promise<unknown> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line)
  throw new Error('the emulated node has ended')
}
