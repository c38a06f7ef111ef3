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
 *  side by side, then the world is built, then the server opens its store and listens. Each round starts the real program
 *  on an empty data folder. The README promises 5 s on two cores; the least of the rounds is what a quiet machine needs,
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
const taken: Round[] = []
for (let i = 0; i < rounds; i++) taken.push(await startOnce())
console.log(`${'phase'.padEnd(44)} least   median   (of ${rounds}, ms)`)
for (const phase of Object.keys(taken[0]!)) {
  const values = taken.map((round) => round[phase]!).sort((a, b) => a - b)
  console.log(`${phase.padEnd(44)} ${pad(values[0]!)}  ${pad(values[values.length >> 1]!)}`)
}

function pad(ms: number): string {
  return ms.toFixed(0).padStart(5)
}

async function startOnce(): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-start-'))
  const startMs = performance.now()
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'debug', MINTGLASS_DATA_DIR: folder }
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const lines = new Map<string, LogLine>()
  try {
    const { port } = await untilListening(child, lines)
    const reply = await fetch(`http://127.0.0.1:${port}/api/sandbox`)
    assert.equal(reply.status, 200)
    await reply.arrayBuffer()
    const answeredMs = performance.now() - startMs
    return { ...phasesOf(lines), 'first answer': answeredMs, ...cpuOf(lines) }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

function untilListening(child: ChildProcess, lines: Map<string, LogLine>): Promise<LogLine> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not listening after ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    createInterface({ input: child.stderr! }).on('line', (text) => {
      if (!text.startsWith('{')) return
      const line = JSON.parse(text) as LogLine
      if (line.msg !== undefined && !lines.has(line.msg)) lines.set(line.msg, line)
      if (line.msg !== 'listening') return
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
