import type { Dispatcher } from 'undici'

/** How long a provider asks us to wait, from `Retry-After` (seconds or an HTTP date) or `x-ratelimit-reset` (epoch
 *  seconds, Jupiter); null when it does not say. Never negative, never above `maxMs`. */
export function retryAfterMs(
  headers: Dispatcher.ResponseData['headers'],
  wallNowMs: number,
  maxMs: number,
): number | null {
  const asked = first(headers['retry-after'])
  if (asked !== null) {
    const waitMs = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - wallNowMs
    if (Number.isFinite(waitMs)) return Math.min(Math.max(waitMs, 0), maxMs)
  }
  const reset = first(headers['x-ratelimit-reset'])
  // Small numbers are seconds to go at some providers; only an epoch is certain.
  if (reset !== null && /^\d{10}$/.test(reset)) return Math.min(Math.max(Number(reset) * 1_000 - wallNowMs, 0), maxMs)
  return null
}

function first(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value[0] : value
  return text === undefined ? null : text.trim()
}
