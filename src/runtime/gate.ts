/** What is needed of an `AbortSignal`. */
export type AbortSource = {
  readonly aborted: boolean
  addEventListener(name: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(name: 'abort', listener: () => void): void
}
/** Bounds how much of something runs at once and how much waits for it. A free place goes to the party that has the
 *  fewest running, of equals in turn; within a party first come, first served. A party of the second class gets one
 *  only while none of the first waits. Who names no party shares one with all who name none. */
export type Gate = {
  /** Resolves when the caller may run; it must then call `leave` with the same party. `full` at once when the queue, or
   *  the party's part of it, is full; `aborted` when the signal fired first. */
  enter(signal: AbortSource, party?: string, isSecond?: boolean): Promise<'entered' | 'full' | 'aborted'>
  /** Whether there was room at once; the caller must then call `leave`. */
  enterNow(party?: string, isSecond?: boolean): boolean
  leave(party?: string): void
  readonly running: number
  readonly waiting: number
}

export type GateBounds = {
  readonly maxRunning: number
  readonly maxWaiting: number
  /** The most of one party; as many as all of them together without. */
  readonly maxRunningOfOne?: number
  readonly maxWaitingOfOne?: number
}
export type GateOptions = GateBounds & {
  /** Of all these places, what parties of the second class may have; as much as the first without. */
  readonly second?: GateBounds
}

type Waiter = { readonly admit: () => void }
/** What its parties have together, and may have. */
type Class = { running: number; waiting: number; readonly isSecond: boolean; readonly bounds: Required<GateBounds> }
type Party = { running: number; readonly waiters: Set<Waiter>; readonly of: Class }

const NO_PARTY = ''

export function createGate(options: GateOptions): Gate {
  const first = openClass(options, false)
  const second = openClass(options.second ?? options, true)
  const { maxRunning, maxWaiting } = options
  let running = 0
  let waiting = 0
  /** Those with something running or waiting; whom a place was given to last is last. */
  const parties = new Map<string, Party>()

  /** One that is there keeps its class until it has nothing here any more. */
  function partyOf(name: string, isSecond: boolean): Party {
    const known = parties.get(name)
    if (known !== undefined) return known
    const made: Party = { running: 0, waiters: new Set(), of: isSecond ? second : first }
    parties.set(name, made)
    return made
  }

  function forgetIdle(name: string, party: Party): void {
    if (party.running === 0 && party.waiters.size === 0) parties.delete(name)
  }

  function hasRoom({ running: own, of: { bounds, running: ofClass } }: Party): boolean {
    return running < maxRunning && ofClass < bounds.maxRunning && own < bounds.maxRunningOfOne
  }

  function canWait({ waiters, of: { bounds, waiting: ofClass } }: Party): boolean {
    return waiting < maxWaiting && ofClass < bounds.maxWaiting && waiters.size < bounds.maxWaitingOfOne
  }

  function countRunning(party: Party, change: number): void {
    running += change
    party.of.running += change
    party.running += change
  }

  function countWaiting(party: Party, change: number): void {
    waiting += change
    party.of.waiting += change
  }

  function enterNow(name: string = NO_PARTY, isSecond = false): boolean {
    const party = partyOf(name, isSecond)
    const isIn = hasRoom(party)
    if (isIn) countRunning(party, 1)
    else forgetIdle(name, party)
    return isIn
  }

  function admitNext(): void {
    let next: { name: string; party: Party } | null = null
    for (const [name, party] of parties) {
      if (party.waiters.size === 0 || !hasRoom(party)) continue
      if (next === null || goesBefore(party, next.party)) next = { name, party }
    }
    if (next === null) return
    const { name, party } = next
    const [waiter] = party.waiters
    party.waiters.delete(waiter!)
    countWaiting(party, -1)
    countRunning(party, 1)
    // Last in line from now on.
    parties.delete(name)
    parties.set(name, party)
    waiter!.admit()
  }

  return {
    enterNow,
    enter(signal, name = NO_PARTY, isSecond = false) {
      if (signal.aborted) return Promise.resolve('aborted')
      if (enterNow(name, isSecond)) return Promise.resolve('entered')
      const party = partyOf(name, isSecond)
      if (!canWait(party)) {
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
          countWaiting(party, -1)
          forgetIdle(name, party)
          resolve('aborted')
        }
        party.waiters.add(waiter)
        countWaiting(party, 1)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    leave(name = NO_PARTY) {
      const party = partyOf(name, false)
      countRunning(party, -1)
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

function openClass({ maxRunning, maxWaiting, maxRunningOfOne, maxWaitingOfOne }: GateBounds, isSecond: boolean): Class {
  const bounds = {
    maxRunning,
    maxWaiting,
    maxRunningOfOne: maxRunningOfOne ?? maxRunning,
    maxWaitingOfOne: maxWaitingOfOne ?? maxWaiting,
  }
  return { running: 0, waiting: 0, isSecond, bounds }
}

function goesBefore(one: Party, other: Party): boolean {
  if (one.of.isSecond !== other.of.isSecond) return other.of.isSecond
  return one.running < other.running
}
