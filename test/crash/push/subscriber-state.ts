import type { StreamEvent } from '../../../src/contract/stream.ts'
import { seqOf } from './check-told.ts'
import type { Journal, JournalEntry, Via } from './journal.ts'
import { isAbout, type TopicName } from './topics.ts'

export type OwnWebhook = { readonly id: string; readonly secret: string; readonly startCursor: string }

/** What a subscriber knows: a position for each of its topics, and nothing that is not in its journal. */
export type SubscriberState = {
  readonly topics: readonly TopicName[]
  /** Newest that was taken of a topic; undefined before it began. */
  cursorOf(topic: TopicName): string | undefined
  /** The oldest of them. */
  oldestCursor(): string
  begin(topic: TopicName, cursor: string): void
  take(topic: TopicName, via: Via, event: StreamEvent): void
  /** An event of a stream that carries several topics: those that are past it already skip it. */
  takeShared(via: Via, event: StreamEvent): void
  /** Everything of all topics up to here was taken. */
  moveTo(cursor: string): void
  say(entry: Exclude<JournalEntry, { is: 'start' | 'event' | 'cursor' }>): void
  problem(via: Via | 'rest', says: string): void
  webhook(): OwnWebhook | undefined
  /** Takes a posted event; false when it was posted before. */
  takePosted(event: StreamEvent, attempt: number): boolean
  /** Posted events behind a position, up to another one, in order. */
  posted(afterSeq: number, untilSeq: number): readonly StreamEvent[]
}

export function openState(journal: Journal, topics: readonly TopicName[]): SubscriberState {
  const cursors = new Map<TopicName, string>()
  const posted = new Map<number, StreamEvent>()
  let webhook: OwnWebhook | undefined
  for (const entry of journal.entries) {
    if (entry.is === 'start' || entry.is === 'cursor') cursors.set(entry.topic, entry.cursor)
    else if (entry.is === 'event') cursors.set(entry.topic, newer(cursors.get(entry.topic), entry.event.cursor))
    else if (entry.is === 'webhook') webhook = entry
    else if (entry.is === 'posted') posted.set(seqOf(entry.event.cursor), entry.event)
  }

  function newer(known: string | undefined, cursor: string): string {
    return known === undefined || cursor > known ? cursor : known
  }

  const state: SubscriberState = {
    topics,
    cursorOf: (topic) => cursors.get(topic),
    oldestCursor: () => [...cursors.values()].sort()[0]!,
    begin(topic, cursor) {
      journal.append({ is: 'start', topic, cursor })
      cursors.set(topic, cursor)
    },
    take(topic, via, event) {
      journal.append({ is: 'event', topic, via, event })
      cursors.set(topic, newer(cursors.get(topic), event.cursor))
    },
    takeShared(via, event) {
      const due = topics.filter((topic) => isAbout(topic, event) && event.cursor > cursors.get(topic)!)
      journal.append(...due.map((topic): JournalEntry => ({ is: 'event', topic, via, event })))
      for (const topic of due) cursors.set(topic, event.cursor)
    },
    moveTo(cursor) {
      const due = topics.filter((topic) => cursor > cursors.get(topic)!)
      journal.append(...due.map((topic): JournalEntry => ({ is: 'cursor', topic, cursor })))
      for (const topic of due) cursors.set(topic, cursor)
    },
    say(entry) {
      if (entry.is === 'webhook') webhook = entry
      journal.append(entry)
    },
    problem: (via, says) => journal.append({ is: 'problem', via, says }),
    webhook: () => webhook,
    takePosted(event, attempt) {
      journal.append({ is: 'posted', event, attempt })
      const isNew = !posted.has(seqOf(event.cursor))
      posted.set(seqOf(event.cursor), event)
      return isNew
    },
    posted: (afterSeq, untilSeq) =>
      [...posted.entries()]
        .filter(([seq]) => seq > afterSeq && seq <= untilSeq)
        .sort(([a], [b]) => a - b)
        .map(([, event]) => event),
  }
  return state
}
