import { QUIET_CLOSE_MS } from '../../config/followed-chains.ts'
import type { TapeChain } from '../../contract/tape-event.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { TapeReader } from '../../store/tape/types.ts'

/** How far a chain has come in time. */
export type ChainClock = {
  /** The newest time that the chain or, when no block comes, the clock shows. Never goes back. */
  nowMs(): number
  /** Another tape. */
  reset(): void
}

export function createChainClock(parts: {
  readonly tape: Pick<TapeReader, 'position' | 'slot'>
  readonly clock: Clock
  readonly chain: TapeChain
}): ChainClock {
  const { tape, clock, chain } = parts
  const quietMs = QUIET_CLOSE_MS[chain]
  let chainSlot = -1
  let chainMs = 0
  let movedAtMs = clock.nowMs()
  let latestMs = 0

  function lookAtChain(): void {
    const position = tape.position(chain)
    if (position === undefined || position.slot === chainSlot) return
    chainSlot = position.slot
    const timeSec = tape.slot(chain, position.slot)?.blockTimeSec
    if (timeSec === undefined || timeSec === null) return
    chainMs = timeSec * 1_000
    movedAtMs = clock.nowMs()
  }

  return {
    nowMs() {
      lookAtChain()
      const wallMs = clock.nowMs()
      const isQuiet = wallMs - movedAtMs >= quietMs
      // Never back: a bar that was sent as final stays so, whatever blocks come after a pause.
      latestMs = Math.max(latestMs, chainMs, isQuiet ? wallMs - quietMs : 0)
      return latestMs
    },
    reset() {
      chainSlot = -1
      chainMs = 0
      latestMs = 0
    },
  }
}
