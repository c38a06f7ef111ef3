import type { TapeEvent, TradeEvent } from '../../../src/contract/tape-event.ts'
import type { EventScope, TapeReader } from '../../../src/store/tape/types.ts'
import type { Violation } from './check-told.ts'

const TRADES_PER_READ = 500
const SCOPES = { mint: ({ mint }) => mint, pool: ({ pool }) => pool, wallet: ({ maker }) => maker } satisfies Record<
  EventScope['by'],
  (trade: TradeEvent) => string | null
>

/** Compares what the tape's index of addresses finds for each token, pool and wallet with the surviving trades that a
 *  walk over the whole tape finds. How many addresses were compared. */
export function checkIndex(
  tape: Pick<TapeReader, 'trades' | 'survives'>,
  events: readonly TapeEvent[],
): { readonly violations: readonly Violation[]; readonly addresses: number } {
  const standing = events.filter((event): event is TradeEvent => event.type === 'trade' && tape.survives(event))
  const violations: Violation[] = []
  let addresses = 0
  for (const by of ['mint', 'pool', 'wallet'] as const) {
    const walked = Map.groupBy(standing, SCOPES[by])
    for (const [address, trades] of walked) {
      if (address === null || address === '') continue
      addresses++
      const found = readIndexed(tape, { by, address })
      const says = differenceOf(trades.map(({ seq }) => seq).reverse(), found)
      if (says !== null) violations.push({ rule: 'rows', who: 'index', says: `${by} ${address}: ${says}` })
    }
  }
  return { violations, addresses }
}

function readIndexed(tape: Pick<TapeReader, 'trades'>, scope: EventScope): readonly number[] {
  const found: number[] = []
  let beforeSeq: number | null = Number.MAX_SAFE_INTEGER
  while (beforeSeq !== null) {
    const page = tape.trades(scope, { limit: TRADES_PER_READ, beforeSeq })
    found.push(...page.trades.map(({ seq }) => seq))
    beforeSeq = page.nextBeforeSeq
  }
  return found
}

function differenceOf(walked: readonly number[], found: readonly number[]): string | null {
  if (walked.join() === found.join()) return null
  const missing = walked.filter((seq) => !found.includes(seq))
  const strange = found.filter((seq) => !walked.includes(seq))
  return `of ${walked.length} trades ${missing.length} are missing (${missing.slice(0, 3)}), ${strange.length} are too many (${strange.slice(0, 3)})`
}
