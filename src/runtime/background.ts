import { channel } from 'node:diagnostics_channel'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/* Work without a caller that awaits it (a timer, a listener of a socket, work beside a request) has nowhere to throw
 * to: Node would end the process, and one odd reply of an upstream with it. Such work runs through here; what it throws
 * is reported on a channel of the process, and the process goes on. */

type Stray = { readonly work: string; readonly error: unknown }

const strays = channel('mintglass:stray')

/** Work that goes on beside its caller. A function is called at once. `work` names it in the log and the metric. */
export function inBackground(work: string, task: Promise<unknown> | (() => unknown)): void {
  if (typeof task === 'function') guarded(work, task)()
  else task.catch((error: unknown) => reportStray(work, error))
}

/** The same listener for a caller that cannot do anything about a throw, nor about a rejected promise. */
export function guarded<A extends unknown[]>(work: string, listener: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      const ended = listener(...args)
      if (ended instanceof Promise) ended.catch((error: unknown) => reportStray(work, error))
    } catch (error) {
      reportStray(work, error)
    }
  }
}

/** Where no server listens (a test, a command) it stays what it was: an error that ends the process. */
export function reportStray(work: string, error: unknown): void {
  if (strays.hasSubscribers) strays.publish({ work, error } satisfies Stray)
  else
    queueMicrotask(() => {
      throw error
    })
}

/** Logs and counts what is reported from now on; the answer ends that. */
export function watchStrays({ log, metrics }: { readonly log: Logger; readonly metrics: Metrics }): () => void {
  const failed = metrics.counter('mintglass_background_failures_total', 'Work beside requests that threw.', ['work'])
  const listen = (message: unknown): void => {
    const { work, error } = message as Stray
    failed.inc({ work })
    log.error({ err: error, work }, 'background work failed')
  }
  strays.subscribe(listen)
  return () => strays.unsubscribe(listen)
}
