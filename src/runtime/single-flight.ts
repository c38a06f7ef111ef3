import { currentLane, isForFree } from './request-scope.ts'

/** One run of some work per key at a time: callers that come while it runs get the same promise. Work in the lane of
 *  trading is never joined to a run in another lane, which may wait for a crowd of scans; nor is work of a paid plan to
 *  a run of someone who pays nothing, which may be waiting for its share. */
export type SingleFlight<T> = {
  /** The run under way for this key, if any. */
  current(key: string): Promise<T> | undefined
  /** Joins the run under way or starts `work`. `isLeader` shows whose work it is. */
  join(key: string, work: () => Promise<T>): { readonly result: Promise<T>; readonly isLeader: boolean }
  readonly size: number
}

/** `joinsAllLanes`: joins all plans as well, for work that must not run twice at once, whatever it waits for. */
export function createSingleFlight<T>({ joinsAllLanes = false } = {}): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>()
  const nameOf = (key: string): string => {
    if (joinsAllLanes) return key
    const name = `${currentLane()} ${key}`
    return isForFree() && !flights.has(name) ? `free ${name}` : name
  }
  return {
    current: (key) => flights.get(nameOf(key)),
    join(asked, work) {
      const key = nameOf(asked)
      const running = flights.get(key)
      if (running !== undefined) return { result: running, isLeader: false }
      const result = runAndForget(flights, key, work)
      flights.set(key, result)
      return { result, isLeader: true }
    },
    get size() {
      return flights.size
    },
  }
}

async function runAndForget<T>(flights: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  // The work starts one microtask later, so that its flight is listed before it can end.
  await Promise.resolve()
  try {
    return await work()
  } finally {
    flights.delete(key)
  }
}
