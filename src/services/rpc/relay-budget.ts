import { RATE_WINDOW_MS } from '../../config/rate-limits.ts'
import { RELAY_PARTIES } from '../../config/relay-plans.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import type { PieceSource, Relayed } from '../../contract/streamed.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'

export type RelayBounds = { readonly callsPerWindow: number; readonly bytesPerWindow: number }

/** What was relayed for a key or an address lately. */
export type RelayBudget = {
  /** Takes so many calls. Fails `rate_limited`, and takes nothing, when they are used up or more bytes went out than
   *  the window allows; `retryAfterSec` says when there is room again. */
  take(party: string, calls: number, bounds: RelayBounds): Failure | null
  /** The same answer, whose bytes count while they pass. */
  counted(party: string, relayed: Relayed, bounds: RelayBounds): Relayed
}

type Use = {
  calls: number
  windowEndsMs: number
  /** Bytes handed out that the time since has not made good; `bytesPerWindow` of them in a window. */
  bytes: number
  atMs: number
}

export function createRelayBudget({ clock }: Pick<Context, 'clock'>): RelayBudget {
  const uses: BoundedMap<string, Use> = createBoundedMap(RELAY_PARTIES)

  function useOf(party: string, { bytesPerWindow }: RelayBounds): Use {
    const nowMs = clock.monotonicMs()
    const use = uses.get(party) ?? { calls: 0, windowEndsMs: nowMs + RATE_WINDOW_MS, bytes: 0, atMs: nowMs }
    if (nowMs >= use.windowEndsMs) {
      use.calls = 0
      use.windowEndsMs = nowMs + RATE_WINDOW_MS
    }
    use.bytes = Math.max(0, use.bytes - ((nowMs - use.atMs) * bytesPerWindow) / RATE_WINDOW_MS)
    use.atMs = nowMs
    uses.set(party, use)
    return use
  }

  return {
    take(party, calls, bounds) {
      const use = useOf(party, bounds)
      if (use.bytes >= bounds.bytesPerWindow) {
        const waitMs = ((use.bytes - bounds.bytesPerWindow) * RATE_WINDOW_MS) / bounds.bytesPerWindow
        return fail('rate_limited', 'too many bytes of answers: wait until they have passed', secondsOf(waitMs))
      }
      if (use.calls + calls > bounds.callsPerWindow) {
        const message = `rate limit exceeded: ${bounds.callsPerWindow} calls in ${RATE_WINDOW_MS / 1_000} s, those of a batch one by one`
        return fail('rate_limited', message, secondsOf(use.windowEndsMs - use.atMs))
      }
      use.calls += calls
      return null
    },
    counted(party, relayed, bounds) {
      const add = (bytes: number): void => {
        useOf(party, bounds).bytes += bytes
      }
      add(relayed.body.byteLength)
      return relayed.rest === undefined ? relayed : { ...relayed, rest: countPieces(relayed.rest, add) }
    },
  }
}

function countPieces(rest: PieceSource, add: (bytes: number) => void): PieceSource {
  return {
    async next() {
      const piece = await rest.next()
      if (piece.ok && piece.value !== null) add(piece.value.byteLength)
      return piece
    },
    drop: () => rest.drop(),
    ended: rest.ended,
  }
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}
