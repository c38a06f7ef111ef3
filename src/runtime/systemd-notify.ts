import { execFile } from 'node:child_process'
import { guarded } from './background.ts'
import type { Logger } from './log.ts'

export type SystemdLink = { ready(): void; stopping(): void; stop(): void }

const NOTIFY_TIMEOUT_MS = 5_000

/** Tells systemd about readiness and liveness through its own `systemd-notify` (Node has no datagram unix sockets, and
 *  the unit says `NotifyAccess=all`). The watchdog is fed from the event loop at half its period, and only while
 *  `isAlive` says so: a loop that hangs is restarted. Does nothing when not started by systemd. */
export function linkSystemd(options: {
  readonly notifySocket: string | null
  readonly watchdogMs: number | null
  readonly log: Logger
  readonly isAlive: () => boolean
}): SystemdLink {
  const { notifySocket, watchdogMs, log } = options
  const send = (...words: string[]): void => {
    if (notifySocket === null) return
    const env = { PATH: '/usr/bin:/bin', NOTIFY_SOCKET: notifySocket }
    execFile('systemd-notify', words, { env, timeout: NOTIFY_TIMEOUT_MS }, (error) => {
      if (error !== null) log.warn({ reason: error.message, words }, 'systemd-notify failed')
    })
  }
  const watchdog =
    notifySocket !== null && watchdogMs !== null
      ? setInterval(
          guarded('systemd watchdog', () => {
            if (options.isAlive()) send('WATCHDOG=1')
          }),
          watchdogMs / 2,
        )
      : undefined
  return {
    ready: () => send('--ready'),
    stopping: () => send('STOPPING=1'),
    stop: () => clearInterval(watchdog),
  }
}
