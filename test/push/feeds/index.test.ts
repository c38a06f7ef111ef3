import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TapeEvent } from '../../../src/contract/tape-event.ts'
import type { EncodedEvents } from '../../../src/push/feeds/encoded-events.ts'
import { createFeeds } from '../../../src/push/feeds/index.ts'
import { ALL_DEXES, type Topic } from '../../../src/push/feeds/topic.ts'
import type { Tape } from '../../../src/store/tape/types.ts'

test('a feed that has ended is sent nothing more, whatever its kind', () => {
  const events = [
    { seq: 1, type: 'trade', chain: 'solana', mint: 'Mint1', dex: 'orca' },
    { seq: 2, type: 'launch', chain: 'solana', mint: 'Mint1', dex: 'orca' },
  ] as unknown as readonly TapeEvent[]
  const tape = {
    epoch: 'a',
    window: () => ({ head: { epoch: 'a', seq: 0 }, tail: { epoch: 'a', seq: 0 } }),
    read: (afterSeq: number, limit: number) => events.slice(afterSeq, afterSeq + limit),
  } as unknown as Tape
  const topics: readonly Topic[] = [
    { channel: 'token', key: 'Mint1' },
    { channel: 'launches', key: 'orca' },
    { channel: 'launches', key: ALL_DEXES },
  ]
  const seqsAfter = (isEnded: boolean): readonly number[] => {
    const feeds = createFeeds({ tape, encoded: {} as EncodedEvents, publish() {} })
    const opened = topics.map((topic) => feeds.open(topic))
    // Another feed, so that events are published at all.
    feeds.open({ channel: 'token', key: 'Mint2' })
    if (isEnded) for (const feed of opened) feeds.closeIfUnused(feed)
    feeds.publishedUpTo(events.length)
    assert(feeds.publishTurn())
    return opened.map(({ seq }) => seq)
  }
  assert.deepEqual(
    [seqsAfter(false), seqsAfter(true)],
    [
      [1, 1, 1],
      [0, 0, 0],
    ],
  )
})
