import { fork } from 'node:child_process'
import type { Logger } from './log.ts'

/** Time for the first requests before the processor is shared. */
const AFTER_MS = 3_000

/** Starts a program that prepares the next start, when this one has had its first moments. It has the environment of
 *  this process and ends with it; that it fails is said and matters to no one. */
export function startQuietly(log: Logger, entry: URL, { name, args = [] }: { name: string; args?: string[] }): void {
  setTimeout(() => {
    const child = fork(entry, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    child.once('error', (error) => log.warn({ err: error, program: name }, 'it could not be started'))
    child.once('exit', (code, signal) => {
      if (code !== 0) log.warn({ code, signal, program: name }, 'it failed: the next start will be no faster')
    })
    child.unref()
    child.channel?.unref()
  }, AFTER_MS).unref()
}
