import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Config } from '../config/env.ts'
import { NO_CHAIN } from '../config/settings.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import type { Clock } from './clock.ts'
import { localNodesOf } from './local-nodes.ts'
import type { Logger } from './log.ts'
import { superviseChild } from './supervise-child.ts'

/* Loads little: the server starts the child before it loads itself, so that both happen at once. */

/** What the sandbox says when it is up; `urls.rpc` is its base address. */
export type SandboxReady = {
  readonly type: 'ready'
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  readonly seed: string
}

export type SandboxChild = {
  /** What it said when its newest world was up, as soon as there is one; rejects when the first start fails. */
  ready(): Promise<SandboxReady>
  stop(): Promise<void>
  restarts(): number
  /** Hears the genesis hash of each world after the first. */
  onWorld(listener: (genesisHash: string) => void): void
}

export type SandboxParts = { readonly config: Config; readonly clock: Clock; readonly log: Logger }

/** Whether a server of this configuration starts a sandbox of its own, rather than ask one that is there. */
export function ownsSandbox({ mode, role, sandbox }: Config): boolean {
  return mode === 'sandbox' && role === 'all' && sandbox.url === null
}

/** Starts the sandbox's program as a supervised child. After a crash it comes back on the same ports with a new
 *  world. */
export function startSandboxChild({ config, clock, log }: SandboxParts, entry: URL): SandboxChild {
  let restarts = 0
  let newest: SandboxReady | undefined
  let listener: (genesisHash: string) => void = () => {}
  const up = superviseChild<SandboxReady>({
    name: 'sandbox',
    entry,
    clock,
    log,
    readyTimeoutMs: TIMEOUTS.sandboxReadyMs,
    env: (previous) =>
      sandboxEnvironment(config, previous === null ? config.sandbox.port : portOf(previous.urls['rpc']!)),
    onReady(ready, count) {
      newest = ready
      restarts = count
      if (count > 0) listener(ready.genesisHash)
    },
    onDown: (reason) => log.warn({ reason }, 'the sandbox is down; what needs it answers 502 until it is back'),
  })
  // `ready` may fail before anything awaits it, and that must not end the process.
  up.catch(() => undefined)
  return {
    async ready() {
      await up
      return newest!
    },
    async stop() {
      await (await up).stop()
    },
    restarts: () => restarts,
    onWorld(given) {
      listener = given
    },
  }
}

/** The child sees only what it needs: no key of a provider reaches it. Of node's own settings, where it keeps what it
 *  has compiled. */
function sandboxEnvironment(config: Config, port: number): NodeJS.ProcessEnv {
  const { seed, tps, slotMs, agents, programsDir, evm } = config.sandbox
  const played = evm.chains.filter((chain) => localNodesOf(config, chain) === null)
  const compiled = getCompileCacheDir()
  return {
    // Where this process keeps it, in a folder of its version of node.
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: config.dataDir,
    ...cacheEnvironment(config),
    SANDBOX_PORT: String(port),
    SANDBOX_SEED: seed,
    SANDBOX_TPS: String(tps),
    SANDBOX_SLOT_MS: String(slotMs),
    SANDBOX_AGENTS: agents ? '1' : '0',
    SANDBOX_EVM: played.join(',') || NO_CHAIN,
    ...(evm.blockMs === null ? {} : { SANDBOX_EVM_BLOCK_MS: String(evm.blockMs) }),
    ...(programsDir === null ? {} : { SANDBOX_PROGRAMS_DIR: programsDir }),
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: config.logFormat,
  }
}

function cacheEnvironment({ cache }: Config): NodeJS.ProcessEnv {
  if (cache === null) return { MINTGLASS_CACHE: 'off' }
  return { MINTGLASS_CACHE: cache.isKept ? 'keep' : 'read', MINTGLASS_CACHE_DIR: cache.dir }
}

function portOf(address: string): number {
  return Number(new URL(address).port)
}
