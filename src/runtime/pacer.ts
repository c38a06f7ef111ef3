import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/** Keeps calls of one provider within its published rates and out of the pauses it asks for. */
export type Pacer = {
  /** 0: go now. Otherwise milliseconds until it is worth asking again; nothing was taken. `freeParty`: whom the call is
   *  for, where they pay nothing. */
  take(rateClass: string, background: boolean, freeParty?: string | null): number
  /** Milliseconds that a pause of this rate class lasts; 0 without one. */
  pausedMs(rateClass: string): number
  /** The provider asked this rate class to stay away for so long. */
  pause(rateClass: string, pauseMs: number): void
  /** All rate classes stay away for so long. */
  pauseAll(pauseMs: number): void
}

const MAX_PAUSES = 256

/** `perMinute` by rate class; a class without a figure is only held back by pauses. */
export function createPacer(options: {
  readonly perMinute: Readonly<Record<string, number>>
  readonly nowMs: () => number
}): Pacer {
  const { nowMs } = options
  const buckets = new Map<string, TokenBucket>()
  for (const [rateClass, perMinute] of Object.entries(options.perMinute)) {
    const { interactiveShare: reservedShare, freeShare, freeShareOfOne } = UPSTREAM_TUNING
    buckets.set(rateClass, createTokenBucket({ perMinute, reservedShare, freeShare, freeShareOfOne, nowMs }))
  }
  const pausedUntilMs = new Map<string, number>()
  let allPausedUntilMs = Number.NEGATIVE_INFINITY

  return {
    take(rateClass, background, freeParty = null) {
      const allLeftMs = allPausedUntilMs - nowMs()
      if (allLeftMs > 0) return allLeftMs
      const until = pausedUntilMs.get(rateClass)
      if (until !== undefined) {
        const leftMs = until - nowMs()
        if (leftMs > 0) return leftMs
        pausedUntilMs.delete(rateClass)
      }
      return buckets.get(rateClass)?.take(background, freeParty) ?? 0
    },
    pausedMs(rateClass) {
      const until = Math.max(allPausedUntilMs, pausedUntilMs.get(rateClass) ?? Number.NEGATIVE_INFINITY)
      return Math.max(0, until - nowMs())
    },
    pause(rateClass, pauseMs) {
      if (pausedUntilMs.size >= MAX_PAUSES) {
        for (const [name, until] of pausedUntilMs) if (until <= nowMs()) pausedUntilMs.delete(name)
        if (pausedUntilMs.size >= MAX_PAUSES) return
      }
      pausedUntilMs.set(rateClass, Math.max(pausedUntilMs.get(rateClass) ?? 0, nowMs() + pauseMs))
    },
    pauseAll(pauseMs) {
      allPausedUntilMs = Math.max(allPausedUntilMs, nowMs() + pauseMs)
    },
  }
}
