/** When the attempt after the given one (from 1) is due; null when that was the last. */
export function nextAttemptAtMs(attempt: number, endedAtMs: number, retryMs: readonly number[]): number | null {
  const pauseMs = retryMs[attempt - 1]
  return pauseMs === undefined ? null : endedAtMs + pauseMs
}
