import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DescribedTruth } from '../sandbox/world/describe-truth.ts'
import { inheritedEnv } from '../test/support/inherited-env.ts'

export type LabOrder = {
  readonly seed: string
  /** Names of recipes, taken in turn. */
  readonly recipes: readonly string[]
  readonly launches: number
  /** How many times the usual number of people buys; 1 without. */
  readonly crowdFactor?: number
  /** Of practices that `recipes` name by their ids (`eval/practices`). */
  readonly practiceSeed?: string
}

/** What a lab says of itself when it is up; sent by `lab-child.ts`. */
export type LabReady = {
  /** Base addresses by upstream name: rpc, ws, das, dexscreener, jupiter, control. */
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  readonly seed: string
  /** For judging answers, never for making them. Amounts are bigint. */
  readonly truth: DescribedTruth
  readonly figures: {
    readonly planMs: number
    readonly buildMs: number
    readonly transactions: number
    readonly rssBytes: number
  }
}
export type LabAnswer = ({ readonly ok: true } & LabReady) | { readonly ok: false; readonly message: string }

export type LabSandbox = LabReady & {
  /** Process of the lab. */
  readonly pid: number
  /** Never resolves; rejects when the lab ends before it is closed. */
  ended(): Promise<never>
  /** Ends the child; resolves when it is gone. Rejects when it had ended on its own: whatever was asked of it since is no
   *  figure. */
  close(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./lab-child.ts', import.meta.url))
const READY_TIMEOUT_MS = 180_000

/** Opens a lab world in a process of its own, on free loopback ports, with no one acting in it. Rejects when the child
 *  fails, or when the chain refused a planned action: such a lab would not be what its truth says. */
export async function openLabSandbox(order: LabOrder): Promise<LabSandbox> {
  const child = fork(CHILD, [], {
    env: inheritedEnv(),
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<string>((resolve) => child.once('exit', (code, sign) => resolve(`${sign ?? code}`)))
  let isClosing = false
  const diedOf = (how: string): Error => new Error(`lab "${order.seed}" ended before its time (${how})`)
  const early = exited.then((how) => (isClosing ? new Promise<never>(() => {}) : Promise.reject(diedOf(how))))
  // Who waits for it is told; who does not is told when it closes the lab.
  early.catch(() => {})
  const close = async (): Promise<void> => {
    const how = child.signalCode ?? child.exitCode
    if (!isClosing && how !== null) throw diedOf(`${how}`)
    isClosing = true
    child.kill('SIGTERM')
    await exited
  }
  child.send(order)
  const answer = await new Promise<LabAnswer>((resolve) => {
    const timer = setTimeout(
      () => resolve({ ok: false, message: `not ready within ${READY_TIMEOUT_MS} ms` }),
      READY_TIMEOUT_MS,
    )
    const settle = (value: LabAnswer): void => {
      clearTimeout(timer)
      resolve(value)
    }
    child.once('message', (message) => settle(message as LabAnswer))
    child.once('exit', (code) => settle({ ok: false, message: `it ended (${code}) before it was ready` }))
  })
  if (!answer.ok) {
    isClosing = true
    child.kill('SIGTERM')
    await exited
    throw new Error(`lab "${order.seed}": ${answer.message}`)
  }
  const { urls, genesisHash, seed, truth, figures } = answer
  return { urls, genesisHash, seed, truth, figures, pid: child.pid!, ended: () => early, close }
}
