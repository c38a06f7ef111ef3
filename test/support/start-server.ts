import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ApiClient, apiClient } from './api-client.ts'
import { inheritedEnv } from './inherited-env.ts'
import { runCli } from './run-cli.ts'

const ENTRY = fileURLToPath(new URL('../../src/server.ts', import.meta.url))
const READY_TIMEOUT_MS = 180_000
/** A tenth of a second between looks at what the server has logged. */
const LOOK_EVERY_MS = 100

/** Settings of a sandbox's server whose tape begins a few minutes ago: reading the month before takes ten seconds of
 *  processor time, which only tests of what is in it need. */
export const SHORT_PAST = { INGEST_BACKFILL_SLOTS: '1000' } as const

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string }
export type StartedServer = ApiClient & {
  readonly url: string
  readonly internalUrl: string
  /** The key the client uses unless told otherwise. */
  readonly key: string
  readonly pid: number
  readonly log: readonly LogLine[]
  /** The first line after `from` that matches, waited for. */
  logged(matches: (line: LogLine) => boolean, from?: number): Promise<LogLine>
  /** How the process ended, once it has. */
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  stop(): Promise<void>
}
export type ServerOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** The client's key; absent: one that is made in the server's store before it starts, with a wide limit. */
  readonly key?: string
  /** Further words for making that key. */
  readonly keyArgs?: readonly string[]
}

/** Starts `src/server.ts` as a child on a free port with a data folder of its own; stop it in an `after` hook. */
export async function startServer(options: ServerOptions = {}): Promise<StartedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-server-'))
  const env = {
    ...inheritedEnv(),
    PORT: '0',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    ...options.env,
  }
  const key =
    options.key ?? (await createKey(env, ['--tier', 'enterprise', '--limit', '1000000', ...(options.keyArgs ?? [])]))
  const log: LogLine[] = []
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = new Promise<Awaited<StartedServer['exit']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  collectLines(child, log)
  const logged = logReader(child, log)
  try {
    const { port, internalPort } = await logged(({ msg }) => msg === 'listening')
    const url = `http://127.0.0.1:${port}`
    return {
      ...apiClient(url, key),
      url,
      internalUrl: `http://127.0.0.1:${internalPort}`,
      key,
      pid: child.pid!,
      log,
      logged,
      exit,
      async stop() {
        child.kill('SIGTERM')
        await exit
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    await exit
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** `keys create` as an operator runs it; answers the key. */
export async function createKey(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<string> {
  const { code, out, err } = await runCli(['keys', 'create', '--json', ...args], env)
  if (code !== 0) throw new Error(`keys create: ${err}`)
  return (JSON.parse(out) as { key: string }).key
}

/** Log lines are JSON on standard error; anything else there (a crash) becomes a line with its text. */
function collectLines(child: ChildProcess, log: LogLine[]): void {
  let rest = ''
  child.stderr!.setEncoding('utf8')
  child.stderr!.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) log.push(line.startsWith('{') ? (JSON.parse(line) as LogLine) : { msg: line })
  })
}

function logReader(child: ChildProcess, log: readonly LogLine[]): StartedServer['logged'] {
  return async (matches, from = 0) => {
    for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += LOOK_EVERY_MS) {
      const found = log.slice(from).find(matches)
      if (found !== undefined) return found
      if (child.exitCode !== null || child.signalCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    const last = log.slice(-5).map((line) => JSON.stringify(line))
    throw new Error(`the server did not log what was waited for; its last lines:\n${last.join('\n')}`)
  }
}
