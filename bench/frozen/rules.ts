import type { Recorded } from './recording.ts'

/** What cannot be the same twice, and is made equal before it is written. As few as possible: whatever a rule touches
 *  is compared no more. */
export type Rule = {
  readonly name: string
  readonly why: string
  /** The reply with that one thing made equal; the same object where there was nothing to do. */
  apply(reply: Recorded): Recorded
}

export const RULES: readonly Rule[] = [
  {
    name: 'header Date',
    why: 'the socket library writes it from the clock of the machine, in native code',
    apply: (reply) => {
      const headers = reply.headers.filter(([name]) => name.toLowerCase() !== 'date')
      return headers.length === reply.headers.length ? reply : { ...reply, headers }
    },
  },
]

/** Applies every rule and counts. */
export function createNormaliser(rules: readonly Rule[] = RULES) {
  const counts = new Map(rules.map(({ name }) => [name, 0]))
  return {
    normalise(reply: Recorded): Recorded {
      return rules.reduce((before, rule) => {
        const after = rule.apply(before)
        if (after !== before) counts.set(rule.name, counts.get(rule.name)! + 1)
        return after
      }, reply)
    },
    counted: () => rules.map(({ name, why }) => ({ name, why, applied: counts.get(name)! })),
  }
}
