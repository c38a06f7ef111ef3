import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'

/** First and longest pause before a crashed child is started again. */
const RESTART_FIRST_MS = 200
const RESTART_MAX_MS = 10_000
/** A child that lived this long counts as healthy: the pause starts over. */
const HEALTHY_AFTER_MS = 30_000

export type SupervisedChild<Ready> = {
  /** What the running child said when it became ready; null while it is down. */
  current(): Ready | null
  stop(): Promise<void>
}

/** Starts a Node program with an IPC channel, waits for its `{ type: 'ready', ... }` message and starts it again when
 *  it dies. `onReady` hears every start, the first included. Rejects when the first start fails. */
export async function superviseChild<Ready extends { readonly type: 'ready' }>(options: {
  readonly name: string
  readonly entry: URL
  /** Asked at each start, so that a restart can keep the ports of the first. */
  readonly env: (previous: Ready | null) => NodeJS.ProcessEnv
  readonly readyTimeoutMs: number
  readonly clock: Clock
  readonly log: Logger
  readonly onReady: (ready: Ready, restarts: number) => void
  readonly onDown: (reason: string) => void
}): Promise<SupervisedChild<Ready>> {
  const { name, clock, log } = options
  const stopping = new AbortController()
  let child: ChildProcess | null = null
  let current: Ready | null = null
  let last: Ready | null = null
  let restarts = 0

  const startOnce = (): Promise<Ready> =>
    new Promise((resolve, reject) => {
      const started = fork(options.entry, [], {
        env: options.env(last),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child = started
      const timer = setTimeout(() => {
        started.kill('SIGKILL')
        reject(new Error(`${name} did not become ready within ${options.readyTimeoutMs} ms`))
      }, options.readyTimeoutMs)
      started.once('message', (message) => {
        clearTimeout(timer)
        resolve(message as Ready)
      })
      // Without a listener a child that cannot be forked or signalled would end this process.
      started.on('error', (error) => {
        clearTimeout(timer)
        reject(new Error(`${name} could not be started`, { cause: error }))
      })
      started.once('exit', (code, signal) => {
        clearTimeout(timer)
        reject(new Error(`${name} ended before it was ready (${signal ?? `exit ${code}`})`))
      })
    })

  const died = (): Promise<string> =>
    new Promise((resolve) => {
      const running = child!
      if (running.exitCode !== null || running.signalCode !== null)
        resolve(running.signalCode ?? `exit ${running.exitCode}`)
      else running.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
    })

  const first = await startOnce()
  current = last = first
  options.onReady(first, 0)

  const keepAlive = async (): Promise<void> => {
    let pauseMs = RESTART_FIRST_MS
    while (!stopping.signal.aborted) {
      const sinceMs = clock.monotonicMs()
      const reason = await died()
      if (stopping.signal.aborted) return
      current = null
      log.error({ child: name, reason }, 'child process died, starting it again')
      options.onDown(reason)
      if (clock.monotonicMs() - sinceMs > HEALTHY_AFTER_MS) pauseMs = RESTART_FIRST_MS
      for (;;) {
        await clock.sleep(pauseMs, stopping.signal).catch((error: unknown) => {
          if (!stopping.signal.aborted) throw error
        })
        if (stopping.signal.aborted) return
        pauseMs = Math.min(pauseMs * 2, RESTART_MAX_MS)
        try {
          current = last = await startOnce()
          break
        } catch (error) {
          log.error({ child: name, err: error }, 'child process did not start')
        }
      }
      restarts++
      log.warn({ child: name, restarts }, 'child process runs again')
      options.onReady(current, restarts)
    }
  }
  const loop = keepAlive()

  return {
    current: () => current,
    async stop() {
      stopping.abort()
      const running = child
      if (running !== null && running.exitCode === null && running.signalCode === null) {
        const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()))
        running.kill('SIGTERM')
        const killer = setTimeout(() => running.kill('SIGKILL'), 3_000)
        await gone
        clearTimeout(killer)
      }
      await loop
    },
  }
}
