import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'

/** Calls of those who pay nothing that wait for a provider's rate: so many of one, and of all, that others find
 *  room. */
export function createFreeQueue(maxQueue: number): {
  enter(freeParty: string | null): boolean
  leave(freeParty: string | null): void
} {
  const { freeShare, freeShareOfOne } = UPSTREAM_TUNING
  const byParty = new Map<string, number>()
  let all = 0
  return {
    enter(party) {
      if (party === null) return true
      const own = byParty.get(party) ?? 0
      if (all >= maxQueue * freeShare || own >= maxQueue * freeShareOfOne) return false
      all += 1
      byParty.set(party, own + 1)
      return true
    },
    leave(party) {
      if (party === null) return
      all -= 1
      const own = byParty.get(party)! - 1
      if (own === 0) byParty.delete(party)
      else byParty.set(party, own)
    },
  }
}
