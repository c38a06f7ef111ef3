import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readBenchOptions } from '../options.ts'

/** How long `npm start` takes to its first answer, and where the time goes: the sandbox's process and the server load
 *  side by side, then the world is built or taken from its snapshot, then the server opens its store and listens. Each
 *  round starts the real program twice: on an empty data folder, and again when it has left there what makes the next
 *  start faster. The README says what to expect on two cores; the least of the rounds is what a quiet machine needs,
 *  and CPU time says the same where others compute beside. */

const ENTRY = fileURLToPath(new URL('../../src/server.ts', import.meta.url))
const DEFAULT_ROUNDS = 5
const MS_PER_TICK = 10
const TIMEOUT_MS = 120_000
/** First and last of the figures of a process's line in /proc that are its own CPU time, counted after its name. */
const CPU_FIELDS = [11, 12] as const

type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string; readonly pid?: number }
type Round = Readonly<Record<string, number>>

const { rounds } = readBenchOptions(DEFAULT_ROUNDS)
const first: Round[] = []
const later: Round[] = []
for (let i = 0; i < rounds; i++) {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-start-'))
  try {
    first.push(await startOnce(folder, 'a snapshot of the world is made'))
    later.push(await startOnce(folder, 'listening'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
print('first start', first)
print('later start', later)

function print(title: string, taken: readonly Round[]): void {
  console.log(`\n${title.padEnd(44)} least   median   (of ${rounds}, ms)`)
  for (const phase of Object.keys(taken[0]!)) {
    const values = taken.map((round) => round[phase]!).sort((a, b) => a - b)
    console.log(`${phase.padEnd(44)} ${pad(values[0]!)}  ${pad(values[values.length >> 1]!)}`)
  }
}

function pad(ms: number): string {
  return ms.toFixed(0).padStart(5)
}

/** One start, which ends when it has logged `last`. */
async function startOnce(folder: string, last: string): Promise<Round> {
  const startMs = performance.now()
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'debug', MINTGLASS_DATA_DIR: folder }
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const lines = new Map<string, LogLine>()
  const logged = readLines(child, lines)
  try {
    const { port } = await logged('listening')
    const reply = await fetch(`http://127.0.0.1:${port}/api/sandbox`)
    assert.equal(reply.status, 200)
    await reply.arrayBuffer()
    const answeredMs = performance.now() - startMs
    const round = { ...phasesOf(lines), 'first answer': answeredMs, ...cpuOf(lines) }
    await logged(last)
    return round
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

function readLines(child: ChildProcess, lines: Map<string, LogLine>): (msg: string) => Promise<LogLine> {
  const waiting = new Map<string, (line: LogLine) => void>()
  createInterface({ input: child.stderr! }).on('line', (text) => {
    if (!text.startsWith('{')) return
    const line = JSON.parse(text) as LogLine
    if (line.msg === undefined || lines.has(line.msg)) return
    lines.set(line.msg, line)
    waiting.get(line.msg)?.(line)
  })
  return (msg) =>
    new Promise((resolve, reject) => {
      const known = lines.get(msg)
      if (known !== undefined) return resolve(known)
      const timer = setTimeout(() => reject(new Error(`not "${msg}" after ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
      waiting.set(msg, (line) => {
        clearTimeout(timer)
        resolve(line)
      })
    })
}

function phasesOf(lines: ReadonlyMap<string, LogLine>): Round {
  const figure = (msg: string, name: string): number => {
    const value = lines.get(msg)?.[name]
    assert.equal(typeof value, 'number', `${name} of "${msg}"`)
    return value as number
  }
  return {
    'server: entry loaded, sandbox on its way, at': figure('entry is loaded', 'atMs'),
    'server: all loaded, at': figure('server is loaded', 'atMs'),
    'server: listening, at': figure('listening', 'atMs'),
    'sandbox: modules loaded, of its own life, at': figure('sandbox is loaded', 'atMs'),
    'sandbox: world planned, took': figure('world is built', 'planMs'),
    'sandbox: chain opened, took': figure('world is built', 'chainMs'),
    'sandbox: world built, took': figure('world is built', 'worldMs'),
    'sandbox: ports opened, took': figure('sandbox is up', 'serveMs'),
    'sandbox: transactions (count)': figure('world is built', 'transactions'),
  }
}

/** CPU time of both processes so far, all threads; nothing where the system does not tell. */
function cpuOf(lines: ReadonlyMap<string, LogLine>): Round {
  const pids = {
    'CPU of the server': lines.get('listening')?.pid,
    'CPU of the sandbox': lines.get('sandbox is up')?.pid,
  }
  return Object.fromEntries(
    Object.entries(pids).flatMap(([name, pid]) => {
      const path = `/proc/${pid}/stat`
      if (!existsSync(path)) return []
      const fields = readFileSync(path, 'utf8').split(') ')[1]!.split(' ')
      return [[name, CPU_FIELDS.reduce((sum, at) => sum + Number(fields[at]), 0) * MS_PER_TICK]]
    }),
  )
}
