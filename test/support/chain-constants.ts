import type { SourceFacts } from './source-facts.ts'

/** Figures of the chain that move: limits of a transaction, slots, epochs, call depth. Each has one home; elsewhere code
 *  reads it from there, or off the chain. */
type Constant = {
  readonly what: string
  readonly values: readonly number[]
  /** Names it stands under; null for any. */
  readonly under: RegExp | null
  readonly homes: readonly string[]
  readonly instead: string
}

export const CHAIN_CONSTANTS: readonly Constant[] = [
  {
    what: 'the bytes of a transaction',
    values: [1_232],
    under: null,
    homes: ['hot-paths/wire-transaction.ts'],
    instead: 'MESSAGE_LIMITS, or whyTooLarge()',
  },
  {
    what: 'the bytes of a transaction of version 1',
    values: [4_096],
    under: /wire|transaction|message/i,
    homes: ['hot-paths/wire-transaction.ts', 'contract/public-rpc.ts'],
    instead: 'MESSAGE_LIMITS',
  },
  {
    what: 'the accounts or instructions of a transaction',
    values: [64, 96, 128],
    under:
      /max.*(keys|accounts|addresses|instructions|locks)|(keys|accounts|addresses|instructions|locks).*(max|limit)/i,
    homes: ['hot-paths/wire-transaction.ts'],
    instead: 'MESSAGE_LIMITS, or whyTooLarge()',
  },
  {
    what: 'the slots of an epoch',
    values: [432_000, 216_000, 864_000],
    under: null,
    homes: ['config/epochs.ts'],
    instead: 'readEpochSlots(), or NOMINAL_EPOCH_SLOTS',
  },
  {
    what: 'the time of a slot',
    values: [400, 0.4, 200, 0.2, 150],
    under: /slot.*(ms|sec|time)/i,
    homes: ['config/timeouts.ts', 'config/settings.ts', 'sandbox/world/traps/trap-plots.ts'],
    instead: 'the measured slot time (measuredSlotMs, sampleSlotMs, TokenEvidence.slotMs)',
  },
  {
    what: 'how deep calls may go',
    values: [4, 5, 8, 9],
    under: /(stack|call|inner|cpi|invoke).*(depth|height)|(depth|height).*(stack|call|inner|cpi)/i,
    homes: [],
    instead: 'whatever depth the record has',
  },
  {
    what: 'the life of a blockhash',
    values: [150, 151],
    under: /blockhash/i,
    homes: ['config/landing.ts', 'sandbox/chain/blockhash-ring.ts'],
    instead: 'LANDING.blockhashLifeBlocks',
  },
]

/** Numbers of `CHAIN_CONSTANTS` outside their homes, and comparisons of a stack height with more than the top. */
export function chainConstantFaults(facts: readonly Pick<SourceFacts, 'path' | 'numbers' | 'text'>[]): string[] {
  const wrong: string[] = []
  for (const { path, numbers, text } of facts) {
    for (const { what, values, under, homes, instead } of CHAIN_CONSTANTS)
      for (const one of numbers)
        if (
          values.includes(one.value) &&
          !homes.includes(path) &&
          (under === null || one.under.some((name) => under.test(name)))
        )
          wrong.push(`${path} writes ${what} as ${one.value} (${one.under.join('.') || 'no name'}): take ${instead}`)
    for (const [found] of text.matchAll(/\bstackHeight\b[^\n=<>]*(?:[<>]=?|[!=]==)\s*(?:[3-9]|\d{2,})\b/g))
      wrong.push(`${path} compares ${found}: calls go as deep as the record says`)
  }
  return wrong
}

/** Homes whose number is gone. */
export function emptyHomes(facts: readonly Pick<SourceFacts, 'path' | 'numbers'>[]): string[] {
  return CHAIN_CONSTANTS.flatMap(({ homes, values, what }) =>
    homes
      .filter(
        (home) =>
          !facts.some(({ path, numbers }) => path === home && numbers.some(({ value }) => values.includes(value))),
      )
      .map((home) => `${home} no longer has ${what}`),
  )
}
