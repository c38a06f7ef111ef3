import { RATE_WINDOW_MS } from '../config/rate-limits.ts'
import type { Context } from '../context.ts'

/** `key`: a valid credential; `stranger`: one that nobody has; `address`: a client of public routes. Each kind has a
 *  bounded map of its own, so that a flood of invented keys or of addresses never pushes out the window of a real key.
 *  Only `key` windows are told to siblings. */
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
  /** Allowed by sibling processes in this window, as far as they have told. */
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
 *  at most N times the limit in a window, all of it before the first exchange, and nothing after an exchange that shows
 *  the limit reached. `siblings` is null when no process shares the port. */
export function createRateLimiter(options: { maxWindows: number; siblings: RateCounts | null }): RateLimiter {
  const { maxWindows, siblings } = options
  const maps: Record<WindowKind, Map<string, Window>> = { key: new Map(), stranger: new Map(), address: new Map() }
  /** Windows used since they were last seen over; what siblings are told. */
  const live = new Set<Window>()
  let isDirty = false

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
      // A clock that was set back far must not keep a caller out until it has caught up.
      if (nowMs - window.startMs >= RATE_WINDOW_MS || nowMs < window.startMs - RATE_WINDOW_MS) {
        window.startMs = nowMs
        window.used = 0
        window.usedElsewhere = 0
        moveToEnd(maps[window.kind], window)
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
      if (siblings === null) return
      for (const window of live) if (nowMs - window.startMs >= RATE_WINDOW_MS) live.delete(window)
      if (isDirty) {
        const counts = new Map<string, { startMs: number; count: number }>()
        for (const { tag, startMs, used } of live) counts.set(tag, { startMs, count: used })
        siblings.publish(counts)
        isDirty = false
      }
      for (const [tag, { startMs, count }] of siblings.readOthers()) {
        if (nowMs - startMs >= RATE_WINDOW_MS) continue
        // The limit of a window first heard of elsewhere is set when its caller comes here.
        const window = maps.key.get(tag) ?? windowOf(tag, Number.POSITIVE_INFINITY, 'key')
        if (nowMs - window.startMs >= RATE_WINDOW_MS) {
          window.startMs = startMs
          window.used = 0
          window.usedElsewhere = count
          moveToEnd(maps.key, window)
        } else {
          window.startMs = Math.min(window.startMs, startMs)
          window.usedElsewhere = Math.max(window.usedElsewhere, count)
        }
      }
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

/** Keeps a map in the order in which windows started, so that the oldest is first. */
function moveToEnd(windows: Map<string, Window>, window: Window): void {
  if (windows.delete(window.tag)) windows.set(window.tag, window)
}

function forgetOldest(windows: Map<string, Window>, live: Set<Window>): void {
  const oldest = windows.values().next()
  if (oldest.done) return
  windows.delete(oldest.value.tag)
  live.delete(oldest.value)
}
