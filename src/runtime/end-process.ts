import { writeSync } from 'node:fs'
import { reportStray } from './background.ts'
import type { Logger } from './log.ts'

const STDERR = 2

/** Ends the process at once. `process.exit` joins every thread first: with compute threads in the middle of a task, and
 *  the store's in a commit, that took 40 s with the port already dead. The store bears a kill at any moment
 *  (`test/crash`), and systemd starts again what a signal ended. */
export function endProcess(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal arrives before the call returns.
  throw new Error('unreachable')
}

/** From now on an uncaught error is logged and ends the process without waiting for anything: what threw may have left
 *  anything half done. An unhandled rejection is one failed call: it is reported, and the process goes on. */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    try {
      log.fatal({ err: error }, 'uncaught error: the process ends')
    } catch {
      writeSync(STDERR, `${error instanceof Error ? error.stack : String(error)}\n`)
    } finally {
      endProcess()
    }
  })
  process.on('unhandledRejection', (reason) => reportStray('promise', reason))
}
