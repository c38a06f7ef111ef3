import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'
import { inheritedEnv } from '../../test/support/inherited-env.ts'
import { runCli } from '../../test/support/run-cli.ts'
import { ask, type Question, type Reply } from './ask.ts'
import { ended, keepTrack } from './children.ts'

const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 50
const CLI_WITHIN_MS = 120_000
const LOG_CHARS = 20_000
const OWN_TREE = fileURLToPath(new URL('../..', import.meta.url))

export type Ended = { readonly code: number; readonly out: string; readonly err: string }
export type MadeKey = { readonly id: number; readonly key: string }

/** A server of the checkout under attack, in live mode, with a data folder of its own. */
export type Target = {
  readonly port: number
  readonly tree: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly internalPort: number
  /** Rejects with what it logged when it ends or stays silent. */
  start(): Promise<void>
  readonly pid: number | null
  /** Why it is no longer there; null while it is, and before it was started. */
  ended(): string | null
  /** Resident memory of the process. */
  memoryMib(): number
  /** The newest of what it logged since it started. */
  log(): string
  /** Where its inspector is, when its settings ask for one. */
  inspectorUrl(): string | null
  stop(signal?: NodeJS.Signals): Promise<void>
  /** The operator's commands, of the same checkout. */
  cli(...args: string[]): Promise<Ended>
  createKey(...args: string[]): Promise<MadeKey>
  ask(path: string, question?: Question): Promise<Reply>
  /** With an API key, in both headers that routes read it from. */
  as(key: string, path: string, question?: Question): Promise<Reply>
  /** Stops it and removes its data. */
  end(): Promise<void>
}

export async function makeTarget(tree: string, settings: Readonly<Record<string, string>>): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-attack-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const walletKeyFile = join(folder, 'wallet.key')
  writeFileSync(walletKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const [port, internalPort] = [await freePort(), await freePort()]
  const env = {
    ...inheritedEnv(),
    MINTGLASS_MODE: 'live',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    MINTGLASS_WORKERS: '1',
    INGEST_MODE: 'off',
    LOG_LEVEL: 'warn',
    WALLET_KEY_FILE: walletKeyFile,
    PORT: String(port),
    MINTGLASS_INTERNAL_PORT: String(internalPort),
    ...settings,
  }
  let child: ChildProcess | null = null
  let log = ''
  let inspector: string | null = null

  const target: Target = {
    port,
    internalPort,
    tree,
    dataDir,
    env,
    async start() {
      log = ''
      inspector = null
      const started = keepTrack(
        spawn(process.execPath, [join(tree, 'src/server.ts')], { env, cwd: tree, stdio: ['ignore', 'ignore', 'pipe'] }),
      )
      child = started
      started.stderr!.setEncoding('utf8').on('data', (text: string) => {
        log += text
        // It says so once, at its start: later lines push it out of what is kept.
        inspector ??= /^Debugger listening on (ws:\S+)\n/m.exec(log)?.[1] ?? null
        log = log.slice(-LOG_CHARS)
      })
      for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
        if (started.exitCode !== null)
          throw new Error(`the server ended with ${started.exitCode}: ${log.slice(-1_000)}`)
        if ((await ask(port, '/health', { withinMs: 2_000 })).status === 200) return
        await sleep(LOOK_EVERY_MS)
      }
      throw new Error(`the server did not answer within ${READY_WITHIN_MS} ms: ${log.slice(-1_000)}`)
    },
    get pid() {
      return child?.pid ?? null
    },
    ended() {
      if (child === null || (child.exitCode === null && child.signalCode === null)) return null
      return child.signalCode ?? `exit code ${child.exitCode}`
    },
    memoryMib() {
      const kib = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1]
      return Math.round(Number(kib) / 1_024)
    },
    log: () => log,
    inspectorUrl: () => inspector,
    async stop(signal = 'SIGTERM') {
      if (child !== null) await ended(child, signal)
      child = null
    },
    // In a process of its own, as an operator's: what a restore leaves while its process lives is not of the attack.
    cli: (...args) => runCliOf(tree, args, env),
    async createKey(...args) {
      const words = ['keys', 'create', '--json', ...args]
      // Loading the program costs twenty times what the command does; one process can make the keys of this checkout.
      const { code, out, err } = await (join(tree, '/') === OWN_TREE ? runCli(words, env) : target.cli(...words))
      if (code !== 0) throw new Error(`keys create: ${err}${out}`)
      return JSON.parse(out) as MadeKey
    },
    ask: (path, question) => ask(port, path, question),
    as: (key, path, question = {}) =>
      ask(port, path, {
        ...question,
        headers: { Authorization: `Bearer ${key}`, 'X-API-Key': key, ...question.headers },
      }),
    async end() {
      if (child !== null) await ended(child, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return target
}

/** A command of another checkout. */
function runCliOf(tree: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const entry = join(tree, 'src/cli/main.ts')
    const options = { env, cwd: tree, timeout: CLI_WITHIN_MS, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [entry, ...args], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, out, err })
    })
  })
}
