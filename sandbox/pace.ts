import type { SlotsControl } from './control/slots-control.ts'

/** The sandbox's pulse: slots follow real time, agents act between them. */
export type Pace = SlotsControl & { stop(): void }

export type PaceParts = {
  readonly slotMs: number
  monotonicMs(): number
  /** The next slot begins, that long after the one before. */
  advanceSlot(elapsedMs: number): void
  /** Called a few times per slot with the time that has passed. */
  act(elapsedMs: number): void
}

/** Agents act this many times per slot, so that transactions arrive inside slots and not in one burst at their edge. */
const ACTS_PER_SLOT = 4
const MIN_TICK_MS = 5

/** One slot at most per tick: after a stall the chain's clock jumps by the time that passed, and no burst of slots
 *  makes up for it, so that block times stay those of the wall clock. A pause counts as a stall. */
export function startPace(parts: PaceParts): Pace {
  const { slotMs } = parts
  let lastTickMs = parts.monotonicMs()
  let lastSlotMs = lastTickMs
  let dueMs = lastTickMs + slotMs
  let isPaused = false

  const tick = (): void => {
    const nowMs = parts.monotonicMs()
    if (!isPaused && nowMs >= dueMs) {
      parts.advanceSlot(nowMs - lastSlotMs)
      lastSlotMs = nowMs
      dueMs = nowMs - dueMs > slotMs ? nowMs + slotMs : dueMs + slotMs
    }
    parts.act(nowMs - lastTickMs)
    lastTickMs = nowMs
  }
  const timer = setInterval(tick, Math.max(MIN_TICK_MS, Math.floor(slotMs / ACTS_PER_SLOT)))
  return {
    pause: () => {
      isPaused = true
    },
    resume: () => {
      if (!isPaused) return
      isPaused = false
      dueMs = parts.monotonicMs() + slotMs
    },
    step(count) {
      for (let i = 0; i < count; i++) parts.advanceSlot(slotMs)
      lastSlotMs = Math.min(parts.monotonicMs(), lastSlotMs + count * slotMs)
    },
    isPaused: () => isPaused,
    stop: () => clearInterval(timer),
  }
}
