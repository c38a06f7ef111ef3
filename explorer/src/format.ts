import { signal } from '@preact/signals'
import { UNKNOWN } from './numbers.ts'

export { change, count, percent, plain, price, short, shorten, sol, usd } from './numbers.ts'

/** Ticks once a second while the page is visible, so that ages move. */
export const now = signal(Date.now())
setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now()
}, 1_000)

/** Time since `ms` (epoch): `12s`, `4m`, `3h`, `2d`. */
export function ago(ms: number | null | undefined, at = now.value): string {
  return ms === null || ms === undefined ? UNKNOWN : span(at - ms)
}

/** A time of `ms` in its largest unit. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

export function dateTime(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? UNKNOWN : `${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC`
}
