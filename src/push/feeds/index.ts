import { GATEWAY } from '../../config/gateway.ts'
import { onChain, subjectOf, type TapeChain, type TapeEvent } from '../../contract/tape-event.ts'
import { formatCursor } from '../../store/tape/cursor.ts'
import type { Tape } from '../../store/tape/types.ts'
import type { EncodedEvents } from './encoded-events.ts'
import { ALL_DEXES, placeOfTopic, type Topic, topicName } from './topic.ts'

/** What all subscribers of one topic share. `S` is what a transport keeps of a subscriber. */
export type Feed<S> = {
  readonly topic: Topic
  readonly name: string
  /** An `update` up to its `seq`. */
  readonly updateHead: string
  /** Of the newest event published on it. Begins with the tape's head number and counts the topic's own events from
   *  there, so it never goes back when a feed ends and begins again. */
  seq: number
  readonly subscribers: Set<S>
  /** Subscribers that get what is published; the others catch up. */
  readonly live: Set<S>
  /** Published since the buffers of the live ones were last looked at. */
  unseenBytes: number
  /** Published in the turn with this number. */
  turnBytes: number
  turn: number
  /** The most topics that one of its subscribers has. */
  widest: number
  snapshot: { readonly seq: number; readonly atMs: number; readonly text: string } | null
}

export type Feeds<S> = {
  /** Everything up to here has been published. */
  readonly position: number
  readonly epoch: string
  readonly size: number
  find(name: string): Feed<S> | undefined
  all(): Iterable<Feed<S>>
  /** The feed of a topic, begun with its first subscriber. */
  open(topic: Topic): Feed<S>
  /** Ends a feed without subscribers. */
  closeIfUnused(feed: Feed<S>): void
  /** The newest event of the tape that this process was notified of. */
  publishedUpTo(headSeq: number): void
  /** Whether the tape has more than was published. */
  hasMore(): boolean
  /** Publishes what one turn may. Returns false when the tape is another one or no longer holds what comes next: then
   *  nothing was published, and `restart` goes on. */
  publishTurn(): boolean
  /** Continues at the head of the tape, with every feed's number moved beyond all that was or would have been sent. */
  restart(): void
  updateOf(feed: Feed<S>, seq: number, event: TapeEvent): string
  /** Cursor on the tape that the feeds follow, which after `clear` is no longer the one that is open. */
  cursorOf(seq: number): string
}

/** One feed for each topic with a subscriber, all moved along the tape together: an event is read and encoded once,
 *  however many topics and subscribers it has. */
export function createFeeds<S>(parts: {
  readonly tape: Tape
  readonly encoded: EncodedEvents
  publish(feed: Feed<S>, frame: string): void
}): Feeds<S> {
  const { tape, encoded, publish } = parts
  const feeds = new Map<string, Feed<S>>()
  const indexes = createIndexes<Feed<S>>()
  const { token: byMint, launches: byDex, screen: byScreen } = indexes
  let epoch = tape.epoch
  let position = tape.window().head.seq
  let head = position
  let turn = 0
  /** Some socket may have got as much as one may in this turn, if all of it was for topics that it has. */
  let isFull = false

  function updateOf({ updateHead }: Feed<S>, seq: number, event: TapeEvent): string {
    const cursor = tape.formatCursor(event.seq)
    return `${updateHead}${seq},"cursor":"${cursor}","data":${encoded.textOf(event, cursor)}}`
  }

  function publishTo(feed: Feed<S> | undefined, event: TapeEvent): number {
    if (feed === undefined) return 0
    feed.seq++
    feed.snapshot = null
    if (feed.live.size === 0) return 0
    const frame = updateOf(feed, feed.seq, event)
    publish(feed, frame)
    feed.unseenBytes += frame.length
    feed.turnBytes = frame.length + (feed.turn === turn ? feed.turnBytes : 0)
    feed.turn = turn
    if (feed.turnBytes * feed.widest >= GATEWAY.turnBytes) isFull = true
    return frame.length
  }

  /** Bytes published. */
  function route(event: TapeEvent): number {
    if (event.type === 'screen') return publishTo(byScreen.get(event.screenId), event)
    const subject = subjectOf(event)
    const { chain } = event
    if (subject === null) return feedsOn(chain, feeds.values()).reduce((sum, feed) => sum + publishTo(feed, event), 0)
    if (subject.type === 'trade') return publishTo(byMint.get(onChain(chain, subject.mint)), event)
    const ofAll = publishTo(byDex.get(onChain(chain, ALL_DEXES)), event)
    return ofAll + publishTo(byDex.get(onChain(chain, subject.dex)), event)
  }

  function skipToHead(): void {
    position = tape.window().head.seq
    head = Math.max(head, position)
  }

  return {
    get position() {
      return position
    },
    get epoch() {
      return epoch
    },
    get size() {
      return feeds.size
    },
    find: (name) => feeds.get(name),
    all: () => feeds.values(),
    open(topic) {
      const name = topicName(topic)
      const known = feeds.get(name)
      if (known !== undefined) return known
      if (feeds.size === 0 && tape.epoch === epoch) skipToHead()
      const { channel, key } = topic
      const feed: Feed<S> = {
        topic,
        name,
        updateHead: `{"type":"update","channel":"${channel}","key":"${key}","seq":`,
        seq: position,
        subscribers: new Set(),
        live: new Set(),
        unseenBytes: 0,
        turnBytes: 0,
        turn: 0,
        widest: 1,
        snapshot: null,
      }
      feeds.set(name, feed)
      indexes[channel].set(key, feed)
      return feed
    },
    closeIfUnused(feed) {
      if (feed.subscribers.size > 0) return
      feeds.delete(feed.name)
      indexes[feed.topic.channel].delete(feed.topic.key)
    },
    publishedUpTo(headSeq) {
      head = headSeq
    },
    hasMore: () => feeds.size > 0 && (position < head || tape.epoch !== epoch),
    publishTurn() {
      if (tape.epoch !== epoch) return false
      turn++
      isFull = false
      let bytes = 0
      for (let left: number = GATEWAY.turnEvents; left > 0 && position < head; ) {
        const events = tape.read(position, left)
        if (events[0]?.seq !== position + 1) return false
        left -= events.length
        for (const event of events) {
          bytes += route(event)
          position = event.seq
          if (isFull && bytes >= GATEWAY.turnBytes) return true
        }
      }
      return true
    },
    restart() {
      const before = position
      const isSameTape = tape.epoch === epoch
      epoch = tape.epoch
      encoded.forget()
      skipToHead()
      head = position
      // No more events than this can have been on one topic.
      const beyond = isSameTape ? Math.max(0, position - before) : position
      for (const feed of feeds.values()) {
        feed.seq += beyond
        feed.snapshot = null
      }
    },
    updateOf,
    cursorOf: (seq) => formatCursor({ epoch, seq }),
  }
}

function feedsOn<F extends { readonly topic: Topic }>(chain: TapeChain, feeds: Iterable<F>): readonly F[] {
  return [...feeds].filter(({ topic }) => placeOfTopic(topic).chain === chain)
}

/** Feeds of each channel by the key of their topic. */
function createIndexes<F>(): Readonly<Record<Topic['channel'], Map<string, F>>> {
  return { token: new Map(), launches: new Map(), screen: new Map() }
}
