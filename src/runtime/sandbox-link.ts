import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Check } from 'typebox/value'
import { request } from 'undici'
import type { Config } from '../config/env.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import { SandboxInfo } from '../contract/sandbox.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import { superviseChild } from './supervise-child.ts'

/** What the sandbox says when it is up; `urls.rpc` is its base address. */
export type SandboxReady = {
  readonly type: 'ready'
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  readonly seed: string
}

export type RunningSandbox = {
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  read(): Promise<Outcome<SandboxInfo>>
  restarts(): number
  stop(): Promise<void>
}

type Parts = { readonly config: Config; readonly clock: Clock; readonly log: Logger }

/** Where a process that runs everything tells its front ends which sandbox it started. */
const ADDRESS_FILE = 'sandbox.json'

/** Starts the sandbox as a supervised child, or attaches to one that runs on its own (`SANDBOX_URL`) or that the first
 *  process of this machine started (role `front`). After a crash the child comes back on the same ports with a new
 *  world; `onWorld` hears its genesis hash. */
export async function openSandbox(
  parts: Parts,
  entry: URL,
  onWorld: (genesisHash: string) => void,
): Promise<RunningSandbox> {
  const { config } = parts
  if (config.sandbox.url !== null) return attach(config.sandbox.url)
  if (config.role === 'front') return attach(readAddress(config.runtimeDir))
  return start(parts, entry, onWorld)
}

async function start(parts: Parts, entry: URL, onWorld: (genesisHash: string) => void): Promise<RunningSandbox> {
  const { config, clock, log } = parts
  let restarts = 0
  const child = await superviseChild<SandboxReady>({
    name: 'sandbox',
    entry,
    clock,
    log,
    readyTimeoutMs: TIMEOUTS.sandboxReadyMs,
    env: (previous) =>
      sandboxEnvironment(config, previous === null ? config.sandbox.port : portOf(previous.urls['rpc']!)),
    onReady(ready, count) {
      restarts = count
      if (count > 0) onWorld(ready.genesisHash)
    },
    onDown: (reason) => log.warn({ reason }, 'the sandbox is down; what needs it answers 502 until it is back'),
  })
  const { urls, genesisHash } = child.current()!
  writeAddress(config.runtimeDir, urls['rpc']!)
  return {
    urls,
    genesisHash,
    read: () => readSandboxInfo(`${urls['rpc']}/info`),
    restarts: () => restarts,
    stop: () => child.stop(),
  }
}

async function attach(base: string): Promise<RunningSandbox> {
  const info = await readSandboxInfo(`${base}/info`)
  if (!info.ok) throw new Error(`no sandbox answers at ${base}: start one with \`npm run sandbox\``)
  return {
    urls: info.value.upstreams,
    genesisHash: info.value.genesisHash,
    read: () => readSandboxInfo(`${base}/info`),
    restarts: () => 0,
    async stop() {},
  }
}

/** The world as it describes itself at `address` (the sandbox's `/info`, or a server's `/api/sandbox`). */
export async function readSandboxInfo(address: string): Promise<Outcome<SandboxInfo>> {
  try {
    const reply = await request(address, { signal: AbortSignal.timeout(TIMEOUTS.sandboxInfoMs) })
    const info: unknown = await reply.body.json()
    return reply.statusCode === 200 && Check(SandboxInfo, info)
      ? ok(info)
      : fail('upstream_failed', 'the sandbox gave an answer of another shape')
  } catch (error) {
    return fail('upstream_failed', `the sandbox does not answer (${(error as Error).name})`)
  }
}

/** The child sees only what it needs: no key of a provider reaches it. */
function sandboxEnvironment(config: Config, port: number): NodeJS.ProcessEnv {
  const { seed, tps, slotMs, agents, programsDir } = config.sandbox
  return {
    MINTGLASS_MODE: 'sandbox',
    SANDBOX_PORT: String(port),
    SANDBOX_SEED: seed,
    SANDBOX_TPS: String(tps),
    SANDBOX_SLOT_MS: String(slotMs),
    SANDBOX_AGENTS: agents ? '1' : '0',
    ...(programsDir === null ? {} : { SANDBOX_PROGRAMS_DIR: programsDir }),
    LOG_LEVEL: config.logLevel,
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port)
}

function writeAddress(runtimeDir: string, base: string): void {
  mkdirSync(runtimeDir, { recursive: true, mode: 0o700 })
  const path = join(runtimeDir, ADDRESS_FILE)
  writeFileSync(`${path}.new`, JSON.stringify({ base }))
  renameSync(`${path}.new`, path)
}

function readAddress(runtimeDir: string): string {
  try {
    return (JSON.parse(readFileSync(join(runtimeDir, ADDRESS_FILE), 'utf8')) as { base: string }).base
  } catch (cause) {
    throw new Error('a front end in sandbox mode needs the process that started the sandbox, or SANDBOX_URL', { cause })
  }
}

/** The configuration of a server in this world: every provider the sandbox offers, and no other. */
export function pointAtSandbox(config: Config, urls: Readonly<Record<string, string>>): Config {
  const names = {
    rpc: 'solanaRpc',
    ws: 'solanaWs',
    das: 'das',
    dexscreener: 'dexscreener',
    jupiter: 'jupiter',
    mobula: 'mobula',
    geckoterminal: 'geckoterminal',
    coingecko: 'coingecko',
    pyth: 'pyth',
    pythBenchmarks: 'pythBenchmarks',
    rugcheck: 'rugcheck',
    goplus: 'goplus',
    helius: 'helius',
  } as const
  const providers: Record<string, { url: string; apiKey: null }> = {}
  for (const [name, provider] of Object.entries(names)) {
    const url = urls[name]
    if (url !== undefined) providers[provider] = { url, apiKey: null }
  }
  return { ...config, providers }
}
