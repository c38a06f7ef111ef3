/** What is needed of an `AbortSignal`. */
export type AbortSource = {
  readonly aborted: boolean
  addEventListener(name: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(name: 'abort', listener: () => void): void
}
/** Bounds how much of something runs at once and how much waits for it. A free place goes to the party that has the
 *  fewest running, of equals in turn; within a party first come, first served. Who names no party shares one with all
 *  who name none. */
export type Gate = {
  /** Resolves when the caller may run; it must then call `leave` with the same party. `full` at once when the queue, or
   *  the party's part of it, is full; `aborted` when the signal fired first. */
  enter(signal: AbortSource, party?: string): Promise<'entered' | 'full' | 'aborted'>
  /** Whether there was room at once; the caller must then call `leave`. */
  enterNow(party?: string): boolean
  leave(party?: string): void
  readonly running: number
  readonly waiting: number
}

export type GateOptions = {
  readonly maxRunning: number
  readonly maxWaiting: number
  /** The most of one party; as many as all of them together without. */
  readonly maxRunningOfOne?: number
  readonly maxWaitingOfOne?: number
}

type Waiter = { readonly admit: () => void }
type Party = { running: number; readonly waiters: Set<Waiter> }

const NO_PARTY = ''

export function createGate({
  maxRunning,
  maxWaiting,
  maxRunningOfOne = maxRunning,
  maxWaitingOfOne = maxWaiting,
}: GateOptions): Gate {
  let running = 0
  let waiting = 0
  /** Those with something running or waiting; whom a place was given to last is last. */
  const parties = new Map<string, Party>()

  function partyOf(name: string): Party {
    const known = parties.get(name)
    if (known !== undefined) return known
    const made: Party = { running: 0, waiters: new Set() }
    parties.set(name, made)
    return made
  }

  function forgetIdle(name: string, party: Party): void {
    if (party.running === 0 && party.waiters.size === 0) parties.delete(name)
  }

  function enterNow(name: string = NO_PARTY): boolean {
    if (running >= maxRunning) return false
    const party = partyOf(name)
    if (party.running >= maxRunningOfOne) return false
    running += 1
    party.running += 1
    return true
  }

  function admitNext(): void {
    if (running >= maxRunning) return
    let next: { name: string; party: Party } | null = null
    for (const [name, party] of parties) {
      if (party.waiters.size === 0 || party.running >= maxRunningOfOne) continue
      if (next === null || party.running < next.party.running) next = { name, party }
    }
    if (next === null) return
    const { name, party } = next
    const [waiter] = party.waiters
    party.waiters.delete(waiter!)
    waiting -= 1
    running += 1
    party.running += 1
    // Last in line from now on.
    parties.delete(name)
    parties.set(name, party)
    waiter!.admit()
  }

  return {
    enterNow,
    enter(signal, name = NO_PARTY) {
      if (signal.aborted) return Promise.resolve('aborted')
      if (enterNow(name)) return Promise.resolve('entered')
      const party = partyOf(name)
      if (waiting >= maxWaiting || party.waiters.size >= maxWaitingOfOne) {
        forgetIdle(name, party)
        return Promise.resolve('full')
      }
      return new Promise((resolve) => {
        const waiter: Waiter = {
          admit: () => {
            signal.removeEventListener('abort', giveUp)
            resolve('entered')
          },
        }
        const giveUp = (): void => {
          party.waiters.delete(waiter)
          waiting -= 1
          forgetIdle(name, party)
          resolve('aborted')
        }
        party.waiters.add(waiter)
        waiting += 1
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    leave(name = NO_PARTY) {
      const party = partyOf(name)
      running -= 1
      party.running -= 1
      admitNext()
      forgetIdle(name, party)
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
  }
}
