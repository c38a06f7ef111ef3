import { signal } from '@preact/signals'
import { span, UNKNOWN } from './numbers.ts'

export {
  bytes,
  change,
  count,
  counted,
  cutWords,
  dateTime,
  duration,
  isoTime,
  percent,
  plain,
  price,
  short,
  shorten,
  sol,
  solNumber,
  span,
  toneOf,
  usd,
} from './numbers.ts'

/** Ticks once a second while the page is visible, so that ages move. */
export const now = signal(Date.now())
setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now()
}, 1_000)

/** Time since `ms` (epoch): `12s`, `4m`, `3h`, `2d`. */
export function ago(ms: number | null | undefined, at = now.value): string {
  return ms === null || ms === undefined ? UNKNOWN : span(at - ms)
}
