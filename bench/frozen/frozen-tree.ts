import type { ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inheritedEnv } from '../../test/support/inherited-env.ts'
import { ended, keepTrack } from '../attack/children.ts'
import { FROZEN_FILE, FROZEN_ROLE } from './frozen-names.ts'
import { untilIdle } from './idle.ts'
import { openMomentWriter } from './moment.ts'
import type { Settings } from './recording.ts'
import { runScript, startScript } from './run-script.ts'

const PRELOAD = new URL('./frozen-process.ts', import.meta.url).href
const READY_WITHIN_MS = 900_000
const LOOK_EVERY_MS = 50
const LOG_CHARS = 8_000
/** Longer than the waits between two looks of what the server does at its start. */
const START_LOOKS = 25
/** The monotonic clock of all programs when the first of them starts. */
const FIRST_MONOTONIC_MS = 1_000_000
/** Ports after the server's own. */
const INTERNAL = 1
const SANDBOX = 2
/** The sandbox takes four: its node, its PubSub, its control port and its receiver of webhooks. */
const PORTS = SANDBOX + 4

/** A sandbox and a server of one tree, in which time stands still unless it is moved. */
export type FrozenTree = {
  readonly port: number
  readonly sandboxUrl: string
  /** From now on chance is that of this question. */
  begin(asked: string): void
  /** Moves both clocks of all programs. */
  moveTime(ms: number): void
  untilIdle(looks?: number): Promise<void>
  /** An operator's command, while the server runs. */
  command(...args: string[]): Promise<string>
  close(): Promise<void>
}

/** Ports and folders are part of the answers, so they are fixed as well: one recording at a time for each port. */
export async function startFrozenTree(tree: string, { seed, port, at }: Settings): Promise<FrozenTree> {
  for (let at = port; at < port + PORTS; at++) await assertFree(at)
  const folder = join(tmpdir(), `mintglass-frozen-${port}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const file = join(folder, 'moment')
  const writer = openMomentWriter(file)
  const time = { wallMs: Date.parse(at), monotonicMs: FIRST_MONOTONIC_MS }
  const begin = (asked: string): void => writer.write({ ...time, asked })
  const children: ChildProcess[] = []
  const envOf = (role: string, more: Record<string, string>): Record<string, string> => ({
    ...inheritedEnv(),
    NODE_OPTIONS: `--import=${PRELOAD}`,
    [FROZEN_FILE]: file,
    [FROZEN_ROLE]: role,
    TMPDIR: tmpdir(),
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
    ...more,
  })
  const serverEnv = {
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: join(folder, 'server'),
    SANDBOX_URL: `http://127.0.0.1:${port + SANDBOX}`,
    PORT: String(port),
    MINTGLASS_INTERNAL_PORT: String(port + INTERNAL),
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    MINTGLASS_WORKERS: '1',
    MINTGLASS_RATE_LIMIT_PER_10S: '100000',
  }
  const close = async (): Promise<void> => {
    for (const child of children.reverse()) await ended(child, 'SIGKILL')
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const sandboxEnv = {
      MINTGLASS_DATA_DIR: join(folder, 'sandbox'),
      SANDBOX_PORT: String(port + SANDBOX),
      SANDBOX_SEED: seed,
      SANDBOX_AGENTS: '0',
    }
    begin('the sandbox starts')
    const sandbox = keepTrack(startScript({ tree, script: 'sandbox', env: envOf('sandbox', sandboxEnv) }))
    children.push(sandbox)
    await untilAnswered(sandbox, `${serverEnv.SANDBOX_URL}/info`)
    begin('the server starts')
    const server = keepTrack(startScript({ tree, script: 'start', env: envOf('server', serverEnv) }))
    children.push(server)
    await untilAnswered(server, `http://127.0.0.1:${port + INTERNAL}/ready`)
    const pids = [sandbox.pid!, server.pid!]
    await untilIdle(pids, START_LOOKS)
    return {
      port,
      sandboxUrl: serverEnv.SANDBOX_URL,
      begin,
      moveTime(ms) {
        time.wallMs += ms
        time.monotonicMs += ms
        begin(`time ${time.monotonicMs}`)
      },
      untilIdle: (looks) => untilIdle(pids, looks),
      command(...args) {
        begin(`command ${args.join(' ')}`)
        return runScript({ tree, script: 'mintglass', args, env: envOf('command', serverEnv) })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** What listens there already is another recording, or what was left of one. */
async function assertFree(port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (cause) => reject(new Error(`port ${port} is taken: wait, or name another --port`, { cause })))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

/** Waits for a 200; throws what the program logged when it ends or stays silent. */
async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  let log = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_CHARS)
  })
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${url}: the program ended:\n${log}`)
    const status = await fetch(url).then(
      (reply) => reply.arrayBuffer().then(() => reply.status),
      () => 0,
    )
    if (status === 200) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`nothing answered at ${url} within ${READY_WITHIN_MS} ms:\n${log}`)
}
