import { openSync, readSync } from 'node:fs'
import { constants, PerformanceObserver } from 'node:perf_hooks'

/** CPU milliseconds of this process's main thread so far, as the kernel's scheduler counts them; null where /proc does
 *  not say so. Other programs on the machine make no difference, as they do to wall time. */
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
  /** Collections of garbage in the longest, and how long they took in wall time: `scavenge 1.2`. */
  readonly garbage: readonly string[]
}

const NONE_SEEN: CpuTurns = { longestMs: 0, over5Ms: 0, turns: 0, fromUs: 0, toUs: 0, garbage: [] }

/** Watches the turns of this thread's loop by its CPU time: a thread that sleeps or waits for a core uses none. */
export function watchCpuTurns(cpuMs: () => number): { take(): CpuTurns } {
  let { longestMs, over5Ms, turns, fromUs, toUs } = NONE_SEEN
  const garbage = watchGarbage()
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
      const taken = { longestMs, over5Ms, turns, fromUs, toUs, garbage: garbage.take(fromUs, toUs) }
      ;({ longestMs, over5Ms, turns, fromUs, toUs } = NONE_SEEN)
      return taken
    },
  }
}

const GARBAGE_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'scavenge',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'mark-compact',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
}

type GarbageEntry = {
  readonly startTime: number
  readonly duration: number
  readonly detail: { readonly kind: number }
}

function watchGarbage(): { take(fromUs: number, toUs: number): string[] } {
  let seen: { readonly atUs: number; readonly text: string }[] = []
  const offsetUs = clockUs() - performance.now() * 1e3
  const note = (entries: readonly object[]): void => {
    for (const { startTime, duration, detail } of entries as readonly GarbageEntry[]) {
      const kind = GARBAGE_KINDS[detail.kind] ?? 'other'
      seen.push({ atUs: startTime * 1e3 + offsetUs, text: `${kind} ${duration.toFixed(1)}` })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return {
    take(fromUs, toUs) {
      note(observer.takeRecords())
      const taken = seen.filter(({ atUs }) => atUs >= fromUs && atUs <= toUs).map(({ text }) => text)
      seen = []
      return taken
    },
  }
}

function clockUs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e6 + nanoseconds / 1e3
}
