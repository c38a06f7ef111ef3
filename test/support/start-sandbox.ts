import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from './inherited-env.ts'
import { makeWorldFor } from './make-worlds.ts'

/** What a sandbox says when it is up. */
export type SandboxReady = {
  /** Base addresses: rpc, ws, das, dexscreener, jupiter, control. */
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  readonly seed: string
}
export type StartedSandbox = SandboxReady & {
  /** When it said so. With the agents off nothing happens any more from then on. */
  readonly readyAtMs: number
  /** A command of the control port; throws when it is refused. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  stop(): Promise<void>
}

const ENTRY = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
const READY_TIMEOUT_MS = 180_000

/** Starts one sandbox as a child process with its agents off, on free ports. Stop it in an `after` hook, or let it end
 *  with this process, which does not wait for it. */
export async function startSandbox(
  env: Readonly<Record<string, string>> = {},
  { endsWithProcess = false }: { readonly endsWithProcess?: boolean } = {},
): Promise<StartedSandbox> {
  await makeWorldFor(env)
  const child = fork(ENTRY, [], {
    env: { SANDBOX_AGENTS: '0', LOG_LEVEL: 'warn', ...inheritedEnv(), ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await new Promise<SandboxReady>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the sandbox was not ready within ${READY_TIMEOUT_MS} ms`))
    }, READY_TIMEOUT_MS)
    child.once('message', (message) => {
      clearTimeout(timer)
      resolve(message as SandboxReady)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the sandbox ended before it was ready (${code})`))
    })
  })
  if (endsWithProcess) {
    child.unref()
    child.channel?.unref()
  }
  return {
    ...attached(ready, Date.now()),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A sandbox that someone else started and will stop. */
export function attached(ready: SandboxReady, readyAtMs: number): StartedSandbox {
  return {
    ...ready,
    readyAtMs,
    async control(method, path, body) {
      const reply = await fetch(`${ready.urls['control']}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as never
    },
    async stop() {},
  }
}
