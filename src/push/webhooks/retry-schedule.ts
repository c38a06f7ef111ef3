import { WEBHOOKS } from '../../config/webhooks.ts'

/** When the attempt after the given one (from 1) is due; null when that was the last (spec 3: 10 s, 1 m, 5 m, 30 m, 2 h,
 *  6 h, then dead). */
export function nextAttemptAtMs(attempt: number, endedAtMs: number): number | null {
  const pauseMs = WEBHOOKS.retryMs[attempt - 1]
  return pauseMs === undefined ? null : endedAtMs + pauseMs
}
