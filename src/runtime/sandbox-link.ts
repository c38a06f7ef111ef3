import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Check } from 'typebox/value'
import { request } from 'undici'
import type { Config } from '../config/env.ts'
import { SANDBOX_EVM_BACKFILL_BLOCKS } from '../config/sandbox-evm.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import { SandboxInfo } from '../contract/sandbox.ts'
import { localNodesOf } from './local-nodes.ts'
import type { SandboxChild } from './sandbox-child.ts'

export type RunningSandbox = {
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  read(): Promise<Outcome<SandboxInfo>>
  restarts(): number
  stop(): Promise<void>
}

/** Where a process that runs everything publishes to its front ends which sandbox it started. */
const ADDRESS_FILE = 'sandbox.json'

/** Waits for the server's own sandbox, or without a `child` attaches to one that runs on its own (`SANDBOX_URL`) or
 *  that the first process of this machine started (role `front`). `onWorld` hears the genesis hash of each world that
 *  the child makes after a crash. */
export async function openSandbox(
  config: Config,
  child: SandboxChild | null,
  onWorld: (genesisHash: string) => void,
): Promise<RunningSandbox> {
  if (child !== null) return awaitWorld(config, child, onWorld)
  return attach(config.sandbox.url ?? readAddress(config.runtimeDir))
}

async function awaitWorld(
  config: Config,
  started: SandboxChild,
  onWorld: (genesisHash: string) => void,
): Promise<RunningSandbox> {
  const { urls, genesisHash } = await started.ready()
  const world = createWorldReader(`${urls['rpc']}/info`)
  started.onWorld((hash) => {
    world.forget()
    onWorld(hash)
  })
  writeAddress(config.runtimeDir, urls['rpc']!)
  return {
    urls,
    genesisHash,
    read: world.read,
    restarts: () => started.restarts(),
    stop: () => started.stop(),
  }
}

async function attach(base: string): Promise<RunningSandbox> {
  const world = createWorldReader(`${base}/info`)
  const info = await world.read()
  if (!info.ok) throw new Error(`no sandbox answers at ${base}: start one with \`npm run sandbox\``)
  return {
    urls: info.value.upstreams,
    genesisHash: info.value.genesisHash,
    read: world.read,
    restarts: () => 0,
    async stop() {},
  }
}

type WorldReader = {
  /** As {@link readSandboxInfo}; while the sandbox is too slow to answer, what it said last. */
  read(): Promise<Outcome<SandboxInfo>>
  /** There is another world now. */
  forget(): void
}

/** A busy sandbox still has the world that it described. One that cannot be reached may come back with another. */
export function createWorldReader(address: string, timeoutMs = TIMEOUTS.sandboxInfoMs): WorldReader {
  let last: SandboxInfo | null = null
  return {
    async read() {
      const info = await readSandboxInfo(address, timeoutMs)
      if (!info.ok && info.code === 'upstream_timeout' && last !== null) return ok(last)
      last = info.ok ? info.value : null
      return info
    },
    forget() {
      last = null
    },
  }
}

/** The world as it describes itself at `address` (the sandbox's `/info`, or a server's `/api/sandbox`). Fails
 *  `upstream_timeout` when it is too slow, else `upstream_failed`. */
export async function readSandboxInfo(
  address: string,
  timeoutMs = TIMEOUTS.sandboxInfoMs,
): Promise<Outcome<SandboxInfo>> {
  try {
    const reply = await request(address, { signal: AbortSignal.timeout(timeoutMs) })
    const info: unknown = await reply.body.json()
    return reply.statusCode === 200 && Check(SandboxInfo, info)
      ? ok(info)
      : fail('upstream_failed', 'the sandbox gave an answer of another shape')
  } catch (error) {
    const { name } = error as Error
    return fail(
      name === 'TimeoutError' ? 'upstream_timeout' : 'upstream_failed',
      `the sandbox does not answer (${name})`,
    )
  }
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
    jito: 'jito',
    jitoTips: 'jitoTips',
    swqos: 'swqos',
    tokenInfo: 'tokenInfo',
  } as const
  const providers: Record<string, { url: string; apiKey: null }> = {}
  for (const [name, provider] of Object.entries(names)) {
    const url = urls[name]
    if (url !== undefined) providers[provider] = { url, apiKey: null }
  }
  return {
    ...config,
    providers,
    evm: { ethereum: evmInSandbox(config, urls, 'ethereum'), base: evmInSandbox(config, urls, 'base') },
    node: { ...config.node, more: [], roles: [] },
    webhooks: withSink(config.webhooks, urls),
  }
}

/** Nodes on this machine, else what the sandbox offers: a sandbox never follows a public chain. */
function evmInSandbox(
  config: Config,
  urls: Readonly<Record<string, string>>,
  chain: keyof Config['evm'],
): Config['evm'][typeof chain] {
  const offered = urls[chain]
  const own = localNodesOf(config, chain)
  if (own !== null || offered === undefined) return own
  return { urls: [offered], wsUrl: urls[`${chain}Ws`] ?? null, backfillSlots: SANDBOX_EVM_BACKFILL_BLOCKS }
}

/** Webhooks may be tried on the sandbox's own sink: it is on loopback, with an authority of its own. An authority that
 *  the operator names takes precedence. */
function withSink(webhooks: Config['webhooks'], urls: Readonly<Record<string, string>>): Config['webhooks'] {
  const { webhookSink, webhookSinkCa } = urls
  if (webhookSink === undefined || webhookSinkCa === undefined) return webhooks
  return {
    ...webhooks,
    testTargets: [...webhooks.testTargets, new URL(webhookSink).host],
    testCaFile: webhooks.testCaFile ?? webhookSinkCa,
  }
}
