import type { EventEmitter } from 'node:events'
import type { Clock } from './clock.ts'

/** Under npm one Ctrl+C arrives twice, from the terminal and handed on by npm: what follows this soon is the same
 *  wish. */
const SAME_WISH_MS = 1_000

/** Calls `stop` at the first SIGTERM or SIGINT, and `stopNow` when another one comes while that takes its time. */
export function onStopSignal(
  clock: Pick<Clock, 'monotonicMs'>,
  { stop, stopNow }: { readonly stop: (signal: string) => void; readonly stopNow: (signal: string) => void },
  source: EventEmitter = process,
): void {
  let firstMs: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT']) {
    source.on(signal, () => {
      const nowMs = clock.monotonicMs()
      if (firstMs === null) {
        firstMs = nowMs
        stop(signal)
      } else if (nowMs - firstMs > SAME_WISH_MS) stopNow(signal)
    })
  }
}
