/** What is needed of an `AbortSignal`. */
export type AbortSource = {
  readonly aborted: boolean
  addEventListener(name: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(name: 'abort', listener: () => void): void
}
/** Bounds how much of something runs at once and how much waits for it. First come, first served. */
export type Gate = {
  /** Resolves when the caller may run; it must then call `leave`. `full` at once when the queue is full; `aborted`
   *  when the signal fired first. */
  enter(signal: AbortSource): Promise<'entered' | 'full' | 'aborted'>
  /** Whether there was room at once; the caller must then call `leave`. */
  enterNow(): boolean
  leave(): void
  readonly running: number
  readonly waiting: number
}

type Waiter = { readonly admit: () => void }

export function createGate({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }): Gate {
  let running = 0
  const waiters = new Set<Waiter>()

  function enterNow(): boolean {
    if (running >= maxRunning) return false
    running += 1
    return true
  }

  return {
    enterNow,
    enter(signal) {
      if (signal.aborted) return Promise.resolve('aborted')
      if (enterNow()) return Promise.resolve('entered')
      if (waiters.size >= maxWaiting) return Promise.resolve('full')
      return new Promise((resolve) => {
        const waiter: Waiter = {
          admit: () => {
            signal.removeEventListener('abort', giveUp)
            resolve('entered')
          },
        }
        const giveUp = (): void => {
          waiters.delete(waiter)
          resolve('aborted')
        }
        waiters.add(waiter)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    leave() {
      const [next] = waiters
      if (next === undefined) {
        running -= 1
        return
      }
      // The place passes on: `running` stays as it is.
      waiters.delete(next)
      next.admit()
    },
    get running() {
      return running
    },
    get waiting() {
      return waiters.size
    },
  }
}
