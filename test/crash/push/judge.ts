import type { StreamEvent } from '../../../src/contract/stream.ts'
import { subjectOf, type TapeEvent } from '../../../src/contract/tape-event.ts'
import { toStreamEvent } from '../../../src/push/feeds/to-wire.ts'
import type { TapeReader } from '../../../src/store/tape/types.ts'
import { checkTold, seqOf, type Violation } from './check-told.ts'
import type { JournalEntry, Via } from './journal.ts'
import { isAbout } from './topics.ts'

export type Tally = {
  topics: number
  events: number
  retractions: number
  posted: number
  postedAgain: number
  listings: number
  /** Phases by transport, and how many of them came after another transport. */
  readonly phases: Record<Via | 'rest', number>
  readonly switches: Record<Via | 'rest', number>
  slowPhases: number
  readonly eventsBy: Record<Via, number>
}

export function emptyTally(): Tally {
  const none = { webSocket: 0, events: 0, replay: 0, webhook: 0 }
  return {
    topics: 0,
    events: 0,
    retractions: 0,
    posted: 0,
    postedAgain: 0,
    listings: 0,
    phases: { ...none, rest: 0 },
    switches: { ...none, rest: 0 },
    slowPhases: 0,
    eventsBy: { ...none },
  }
}

/** What there was to take. */
export type Truth = {
  readonly tape: Pick<TapeReader, 'formatCursor' | 'isFinalized'>
  readonly events: readonly TapeEvent[]
  /** Ids of the events of the chain as it was read again, in its order. */
  readonly chainIds: readonly string[]
}

/** Judges what a subscriber has written down, and counts it. */
export function judge(who: string, journal: readonly JournalEntry[], truth: Truth, tally: Tally): readonly Violation[] {
  const violations: Violation[] = []
  for (const entry of journal) {
    if (entry.is === 'truncated') violations.push({ rule: 'truncated', who, says: `${entry.via}: ${entry.says}` })
    if (entry.is === 'problem') violations.push({ rule: 'interface', who, says: `${entry.via}: ${entry.says}` })
  }
  countPhases(journal, tally)
  const all = truth.events.map((event) => toStreamEvent(truth.tape, event))
  for (const entry of journal)
    if (entry.is === 'start') violations.push(...judgeTopic(who, entry, { journal, all }, truth, tally))
  violations.push(...judgePosted(who, journal, all, tally), ...judgeRows(who, journal, truth, tally))
  return violations
}

function judgeTopic(
  who: string,
  { topic, cursor }: Extract<JournalEntry, { is: 'start' }>,
  { journal, all }: { readonly journal: readonly JournalEntry[]; readonly all: readonly StreamEvent[] },
  { chainIds }: Truth,
  tally: Tally,
): readonly Violation[] {
  const name = `${who} ${topic.slice(0, 12)}`
  const startSeq = seqOf(cursor)
  const taken: StreamEvent[] = []
  for (const entry of journal)
    if (entry.is === 'event' && entry.topic === topic) {
      taken.push(entry.event)
      tally.eventsBy[entry.via]++
    }
  const expected = all.filter((event) => seqOf(event.cursor) > startSeq && isAbout(topic, event))
  const { violations, state } = checkTold({ who: name, startCursor: cursor, expected, taken, isOrdered: true })
  tally.topics++
  tally.events += taken.length
  tally.retractions += taken.filter(({ type }) => type === 'retracted').length
  const own = new Set(expected.filter(({ type }) => type !== 'retracted').map(({ eventId }) => eventId))
  const onChain = chainIds.filter((id) => own.has(id))
  if (onChain.join() === state.join()) return violations
  const says = `holds ${state.length} events, the chain ${onChain.length}`
  return [...violations, { rule: 'state', who: name, says }]
}

/** What was posted is the whole tape behind the webhook's start. */
function judgePosted(
  who: string,
  journal: readonly JournalEntry[],
  all: readonly StreamEvent[],
  tally: Tally,
): readonly Violation[] {
  const webhook = journal.findLast((entry) => entry.is === 'webhook')
  if (webhook === undefined) return []
  const startSeq = seqOf(webhook.startCursor)
  const posted = journal.filter((entry) => entry.is === 'posted').map(({ event }) => event)
  const taken = posted.filter(({ cursor }) => seqOf(cursor) > startSeq)
  tally.posted += taken.length
  tally.postedAgain += taken.length - new Set(taken.map(({ eventId }) => eventId)).size
  const expected = all.filter(({ cursor }) => seqOf(cursor) > startSeq)
  const name = `${who} webhook`
  return checkTold({ who: name, startCursor: webhook.startCursor, expected, taken, isOrdered: false }).violations
}

/** A listing at a cursor shows every trade up to there that was never taken back, none that had been, newest first. */
function judgeRows(
  who: string,
  journal: readonly JournalEntry[],
  { events }: Truth,
  tally: Tally,
): readonly Violation[] {
  const violations: Violation[] = []
  const takenAt = new Map<number, number>()
  for (const event of events) if (event.type === 'retracted') takenAt.set(event.retracts.seq, event.seq)
  const ofTape = new Set(events.filter(({ type }) => type === 'trade').map(rowText))
  for (const entry of journal) {
    if (entry.is !== 'rows') continue
    tally.listings++
    const cursorSeq = seqOf(entry.cursor)
    const trades = events.filter(
      (event) => event.type === 'trade' && event.mint === entry.topic && event.seq <= cursorSeq,
    )
    const may = trades.filter(({ seq }) => (takenAt.get(seq) ?? Number.POSITIVE_INFINITY) > cursorSeq).reverse()
    const says = matchRows(
      entry,
      may.map((event) => ({ text: rowText(event), mayMiss: takenAt.has(event.seq) })),
      ofTape,
    )
    if (says !== null) violations.push({ rule: 'rows', who, says: `${entry.topic} at ${cursorSeq}: ${says}` })
  }
  return violations
}

/** Null when the rows are the list without some of those that may be missing, or its beginning. Behind the whole list
 *  may come what the node has of before the tape: rows that the tape never had. */
function matchRows(
  { rows, isWhole }: Extract<JournalEntry, { is: 'rows' }>,
  may: readonly { readonly text: string; readonly mayMiss: boolean }[],
  ofTape: ReadonlySet<string>,
): string | null {
  let at = 0
  for (const row of rows) {
    while (at < may.length && may[at]!.text !== row && may[at]!.mayMiss) at++
    if (at === may.length && !ofTape.has(row)) continue
    if (may[at]?.text !== row) return `row ${row} where ${may[at]?.text} must be`
    at++
  }
  const missing = may.slice(at).find(({ mayMiss }) => !mayMiss)
  return isWhole && missing !== undefined ? `ends before ${missing.text}` : null
}

function rowText(event: TapeEvent): string {
  if (event.type === 'screen') return ''
  const trade = subjectOf(event)
  if (trade?.type !== 'trade') return ''
  return `${trade.signature} ${trade.side} ${Number(trade.amountRaw) / 10 ** trade.decimals}`
}

function countPhases(journal: readonly JournalEntry[], tally: Tally): void {
  let last: Via | 'rest' | null = null
  for (const entry of journal) {
    if (entry.is !== 'phase') continue
    tally.phases[entry.via]++
    if (entry.isSlow) tally.slowPhases++
    if (last !== null && last !== entry.via) tally.switches[entry.via]++
    last = entry.via
  }
}
