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

export type CpuTurns = { readonly longestMs: number; readonly over5Ms: number; readonly turns: number }

/** Watches the turns of this thread's loop by its CPU time: a thread that sleeps or waits for a core uses none. */
export function watchCpuTurns(cpuMs: () => number): { take(): CpuTurns } {
  let seen = { longestMs: 0, over5Ms: 0, turns: 0 }
  let lastMs = cpuMs()
  const check = (): void => {
    const nowMs = cpuMs()
    const tookMs = nowMs - lastMs
    lastMs = nowMs
    seen.turns++
    if (tookMs > seen.longestMs) seen.longestMs = tookMs
    if (tookMs > 5) seen.over5Ms++
    setImmediate(check).unref()
  }
  setImmediate(check).unref()
  return {
    take() {
      const taken = seen
      seen = { longestMs: 0, over5Ms: 0, turns: 0 }
      return taken
    },
  }
}
