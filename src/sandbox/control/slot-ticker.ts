import type { SandboxChain } from '../chain/types.ts'

/** What the control port may do to the passing of slots. */
export type SlotsControl = {
  pause(): void
  resume(): void
  /** Seals `count` slots at once; the clock moves one slot time for each. */
  step(count: number): void
  isPaused(): boolean
}
export type SlotTicker = SlotsControl & { stop(): void }

/** Seals a slot every `slotMs`. A turn that comes late is not made up for: the chain's clock then runs behind, as a
 *  slow cluster's does. */
export function startSlotTicker(chain: SandboxChain, slotMs: number): SlotTicker {
  let timer: NodeJS.Timeout | null = null
  const pause = () => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const resume = () => {
    timer ??= setInterval(() => chain.advanceSlot(), slotMs)
  }
  resume()
  return {
    pause,
    resume,
    step(count) {
      for (let i = 0; i < count; i++) chain.advanceSlot()
    },
    isPaused: () => timer === null,
    stop: pause,
  }
}
