import { CONNECTIONS } from '../config/connections.ts'
import type { ConnectionBounds } from '../runtime/connection-bounds.ts'

/** Why a connection is closed as soon as it is there: all places are taken, or all of its address. */
export type ConnectionRefusal = 'total' | 'address'

/** Counts connections, HTTP and WebSocket alike, and says which may stay. */
export type ConnectionCaps = {
  /** A connection of this peer is there: null lets it in and counts it. */
  admit(peer: string): ConnectionRefusal | null
  /** One that was let in has ended; whose it was, where that is known. */
  ended(peer?: string): void
  readonly open: number
  readonly refused: Readonly<Record<ConnectionRefusal, number>>
  readonly bounds: ConnectionBounds
}

export function createConnectionCaps({
  bounds,
  bucketOf,
  countPeers,
  nowMs,
  onRefused,
}: {
  readonly bounds: ConnectionBounds
  /** What a peer counts as; null for one that is not capped on its own. */
  readonly bucketOf: (peer: string) => string | null
  /** Connections of the system by peer, now; null where it does not say. */
  readonly countPeers: () => ReadonlyMap<string, number> | null
  readonly nowMs: () => number
  readonly onRefused: (why: ConnectionRefusal, bucket: string | null) => void
}): ConnectionCaps {
  let open = 0
  const refused = { total: 0, address: 0 }
  /** By bucket, never too few: what has ended without a word of whose it was is still in here. */
  const held = new Map<string, number>()
  /** Ends that are still in there. */
  let unclear = 0
  let nextLookMs = Number.NEGATIVE_INFINITY
  /** The system did not say when it was last asked: addresses are counted on, and not refused until it says again. */
  let isBlind = false

  /** Takes out what has ended. `arriving` is in the system's list and not yet in ours. */
  function look(arriving: string | null): void {
    const startMs = nowMs()
    if ((unclear === 0 && !isBlind) || startMs < nextLookMs) return
    const peers = countPeers()
    isBlind = peers === null
    if (peers === null) {
      nextLookMs = nowMs() + CONNECTIONS.lookAgainMs
      if (held.size > CONNECTIONS.addressesUnseen) held.clear()
      return
    }
    const now = new Map<string, number>()
    for (const [peer, count] of peers) {
      const bucket = bucketOf(peer)
      if (bucket !== null) now.set(bucket, (now.get(bucket) ?? 0) + count)
    }
    for (const [bucket, count] of held) {
      const left = Math.min(count, (now.get(bucket) ?? 0) - (bucket === arriving ? 1 : 0))
      if (left > 0) held.set(bucket, left)
      else held.delete(bucket)
    }
    unclear = 0
    const endMs = nowMs()
    nextLookMs = endMs + Math.max(CONNECTIONS.lookEveryMs, (endMs - startMs) / CONNECTIONS.shareForLooks)
  }

  function isFull(bucket: string): boolean {
    if ((held.get(bucket) ?? 0) < bounds.ofOneAddress) return false
    look(bucket)
    return !isBlind && (held.get(bucket) ?? 0) >= bounds.ofOneAddress
  }

  function refuse(why: ConnectionRefusal, bucket: string | null): ConnectionRefusal {
    refused[why]++
    onRefused(why, bucket)
    return why
  }

  return {
    admit(peer) {
      const bucket = bucketOf(peer)
      if (open >= bounds.total) return refuse('total', bucket)
      if (bucket !== null) {
        if (isFull(bucket)) return refuse('address', bucket)
        held.set(bucket, (held.get(bucket) ?? 0) + 1)
      }
      open++
      return null
    },
    ended(peer) {
      open--
      const bucket = peer === undefined ? null : bucketOf(peer)
      const count = bucket === null ? undefined : held.get(bucket)
      if (count !== undefined && count > 1) held.set(bucket!, count - 1)
      else if (count !== undefined) held.delete(bucket!)
      else if (peer === undefined) unclear++
      if (open === 0) held.clear()
      if (held.size === 0) unclear = 0
      else if (unclear >= CONNECTIONS.endsBeforeLook || isBlind) look(null)
    },
    get open() {
      return open
    },
    refused,
    bounds,
  }
}
