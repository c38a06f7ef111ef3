/** Replays that are open in this process, by whose they are: a key, or the address of a caller without one of its
 *  own. */
export type OpenReplays = {
  countOf(party: string): number
  /** Counts one more; the answer takes it out, once. */
  add(party: string): () => void
}

export function createOpenReplays(): OpenReplays {
  // Who has none is absent, so it holds no more than there are connections.
  const counts = new Map<string, number>()
  const countOf = (party: string): number => counts.get(party) ?? 0
  return {
    countOf,
    add(party) {
      counts.set(party, countOf(party) + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = countOf(party) - 1
        if (left === 0) counts.delete(party)
        else counts.set(party, left)
      }
    },
  }
}
