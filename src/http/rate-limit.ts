import { RATE_WINDOW_MS, SIBLING_EXCHANGE_EVERY_MS } from '../config/rate-limits.ts'
import type { Context } from '../context.ts'

/** `key`: a valid credential; `stranger`: an unknown one; `address`: a client of public routes. Each kind has a bounded
 *  map of its own, so that a flood of invented keys or of addresses never pushes out the window of a real key. Only
 *  `key` windows are shared with siblings. */
export type WindowKind = 'key' | 'stranger' | 'address'

/** One fixed window of one caller. It starts at the caller's first request and ends `RATE_WINDOW_MS` later; the first
 *  request after that starts the next one. */
export type Window = {
  readonly tag: string
  readonly kind: WindowKind
  /** Requests allowed in a window. */
  limit: number
  /** Header lines that only change with the limit. */
  fixedLines: string
  startMs: number
  /** Allowed here in this window. */
  used: number
  /** Allowed by sibling processes in this window, as far as they have published. */
  usedElsewhere: number
}

export type RateLimiter = {
  /** The window of `tag`, made when there is none. */
  windowOf(tag: string, limit: number, kind: WindowKind): Window
  /** Counts one request; false when the window is used up. */
  take(window: Window, nowMs: number): boolean
  /** Tells the siblings what was counted here and reads what they counted. */
  syncSiblings(nowMs: number): void
  /** Windows held, for metrics and tests. */
  size(): number
}

type RateCounts = Context['store']['rateCounts']

/** Exact in one process. Siblings on one port learn of each other's counts within `SIBLING_SYNC_MS`: N processes allow
 *  at most N times the limit in a window, and nothing after an exchange that shows the limit reached. Windows that
 *  began before their processes heard of each other become one: the earliest beginning counts, and is what all publish
 *  from then on, so that it ends everywhere at once. `siblings` is null when no process shares the port. */
export function createRateLimiter(options: { maxWindows: number; siblings: RateCounts | null }): RateLimiter {
  const { maxWindows, siblings } = options
  const maps: Record<WindowKind, Map<string, Window>> = { key: new Map(), stranger: new Map(), address: new Map() }
  /** Windows used since they were last seen over; what is published to siblings. */
  const live = new Set<Window>()
  let isDirty = false
  let exchangedAtMs = Number.NEGATIVE_INFINITY

  const begin = (window: Window, startMs: number, usedElsewhere: number): void => {
    window.startMs = startMs
    window.used = 0
    window.usedElsewhere = usedElsewhere
    // Keeps the map in the order of beginnings. A window that was evicted while in use comes back.
    const windows = maps[window.kind]
    if (!windows.delete(window.tag) && windows.size >= maxWindows) forgetOldest(windows, live)
    windows.set(window.tag, window)
  }

  const hearOf = (window: Window, startMs: number, usedElsewhere: number, nowMs: number): void => {
    if (hasEnded(window, nowMs)) begin(window, startMs, usedElsewhere)
    window.usedElsewhere = Math.max(window.usedElsewhere, usedElsewhere)
    if (startMs >= window.startMs) return
    window.startMs = startMs
    // Published again, or others would take this window's count for the beginning of the next.
    if (live.has(window)) isDirty = true
  }

  const exchange = (counts: RateCounts, nowMs: number): void => {
    exchangedAtMs = nowMs
    for (const window of live) if (hasEnded(window, nowMs) && live.delete(window)) isDirty = true
    for (const [tag, { startMs, count }] of counts.readOthers(nowMs)) {
      // The limit of a window first heard of elsewhere is set when its caller comes here.
      hearOf(maps.key.get(tag) ?? windowOf(tag, Number.POSITIVE_INFINITY, 'key'), startMs, count, nowMs)
    }
    if (!isDirty) return
    isDirty = false
    counts.publish(new Map(Array.from(live, ({ tag, startMs, used }) => [tag, { startMs, count: used }])))
  }

  const windowOf: RateLimiter['windowOf'] = (tag, limit, kind) => {
    const windows = maps[kind]
    let window = windows.get(tag)
    if (window === undefined) {
      if (windows.size >= maxWindows) forgetOldest(windows, live)
      window = {
        tag,
        kind,
        limit,
        fixedLines: fixedLines(limit),
        startMs: Number.NEGATIVE_INFINITY,
        used: 0,
        usedElsewhere: 0,
      }
      windows.set(tag, window)
    }
    if (window.limit !== limit) {
      window.limit = limit
      window.fixedLines = fixedLines(limit)
    }
    return window
  }

  return {
    windowOf,
    take(window, nowMs) {
      // Under load the timer is late, but no request passes on old counts.
      if (siblings !== null && window.kind === 'key' && nowMs - exchangedAtMs >= SIBLING_EXCHANGE_EVERY_MS)
        exchange(siblings, nowMs)
      if (hasEnded(window, nowMs)) {
        begin(window, nowMs, 0)
        if (window.kind !== 'key') forgetEnded(maps[window.kind], nowMs)
      }
      if (window.used + window.usedElsewhere >= window.limit) return false
      window.used++
      if (siblings !== null && window.kind === 'key') {
        live.add(window)
        isDirty = true
      }
      return true
    },
    syncSiblings(nowMs) {
      if (siblings !== null) exchange(siblings, nowMs)
    },
    size: () => maps.key.size + maps.stranger.size + maps.address.size,
  }
}

/** Whole seconds until the window ends, at least 1. */
export function resetSecs(window: Window, nowMs: number): number {
  return Math.max(1, Math.ceil((window.startMs + RATE_WINDOW_MS - nowMs) / 1_000))
}

export function remaining({ limit, used, usedElsewhere }: Window): number {
  const left = limit - used - usedElsewhere
  return left > 0 ? left : 0
}

const POLICY_WINDOW_SECS = RATE_WINDOW_MS / 1_000

/** The four header lines of a limited answer, each after CRLF. */
export function rateLimitLines(window: Window, nowMs: number): string {
  return `${window.fixedLines}${remaining(window)}\r\nRateLimit-Reset: ${resetSecs(window, nowMs)}`
}

function fixedLines(limit: number): string {
  return `\r\nRateLimit-Limit: ${limit}\r\nRateLimit-Policy: ${limit};w=${POLICY_WINDOW_SECS}\r\nRateLimit-Remaining: `
}

/** A clock that was set back far must not keep a caller out until it has caught up. */
function hasEnded({ startMs }: Window, nowMs: number): boolean {
  return nowMs - startMs >= RATE_WINDOW_MS || startMs - nowMs > RATE_WINDOW_MS
}

const FORGOTTEN_PER_BEGINNING = 2

/** A window that is over says nothing any more. As two go for each that begins, those of a flood are gone soon after
 *  it. Not for keys: its own count and those of siblings must be in the same window. */
function forgetEnded(windows: Map<string, Window>, nowMs: number): void {
  let left = FORGOTTEN_PER_BEGINNING
  for (const [tag, window] of windows) {
    if (left-- === 0 || !hasEnded(window, nowMs)) return
    windows.delete(tag)
  }
}

function forgetOldest(windows: Map<string, Window>, live: Set<Window>): void {
  const oldest = windows.values().next()
  if (oldest.done) return
  windows.delete(oldest.value.tag)
  live.delete(oldest.value)
}
