import { openSync, readSync } from 'node:fs'

/** CPU milliseconds of this process's main thread so far, as the kernel's scheduler counts them; null where /proc does not
 *  say so. Other programs on the machine make no difference, as they do to wall time. */
export function openThreadCpu(): (() => number) | null {
  let file: number
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return null
  }
  const buffer = Buffer.alloc(64)
  return () => {
    const length = readSync(file, buffer, 0, buffer.length, 0)
    return Number(buffer.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6
  }
}

export type CpuTurns = {
  readonly longestMs: number
  readonly over5Ms: number
  readonly turns: number
  /** When the longest began and ended, in microseconds of the clock that `process.hrtime` and CPU profiles share. */
  readonly fromUs: number
  readonly toUs: number
}

const NONE_SEEN: CpuTurns = { longestMs: 0, over5Ms: 0, turns: 0, fromUs: 0, toUs: 0 }

/** Watches the turns of this thread's loop by its CPU time: a thread that sleeps or waits for a core uses none. */
export function watchCpuTurns(cpuMs: () => number): { take(): CpuTurns } {
  let { longestMs, over5Ms, turns, fromUs, toUs } = NONE_SEEN
  let lastMs = cpuMs()
  let lastUs = clockUs()
  const check = (): void => {
    const nowMs = cpuMs()
    const nowUs = clockUs()
    const tookMs = nowMs - lastMs
    turns++
    if (tookMs > longestMs) {
      longestMs = tookMs
      fromUs = lastUs
      toUs = nowUs
    }
    if (tookMs > 5) over5Ms++
    lastMs = nowMs
    lastUs = nowUs
    setImmediate(check).unref()
  }
  setImmediate(check).unref()
  return {
    take() {
      const taken = { longestMs, over5Ms, turns, fromUs, toUs }
      ;({ longestMs, over5Ms, turns, fromUs, toUs } = NONE_SEEN)
      return taken
    },
  }
}

function clockUs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e6 + nanoseconds / 1e3
}
