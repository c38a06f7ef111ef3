import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TapeEvent } from '../../../src/contract/tape-event.ts'
import { createEncodedEvents } from '../../../src/push/feeds/encoded-events.ts'
import { createEventFrames } from '../../../src/push/sse/frames.ts'
import type { TapeReader } from '../../../src/store/tape/types.ts'

const LAUNCH = {
  type: 'launch',
  eventId: 'a'.repeat(32),
  chain: 'solana',
  seq: 1,
  slot: 10,
  blockTimeSec: 1_700_000_000,
  txIndex: 0,
  path: [0, -1],
  signature: 'launch',
  dex: 'pumpfun',
  pool: 'pool',
  mint: 'mint',
  quoteMint: 'quote',
  kind: 'token',
  creator: null,
  name: null,
  symbol: null,
  uri: null,
} as unknown as TapeEvent

function tapeWith(final: { slot: number }): TapeReader {
  return {
    formatCursor: (seq: number) => `t-${seq}`,
    isFinalized: (_: string, slot: number) => slot <= final.slot,
  } as Partial<TapeReader> as TapeReader
}
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('a text that is kept from before its slot was final is made again when it is', async () => {
  const final = { slot: 9 }
  const tape = tapeWith(final)
  const [frames, encoded] = [createEventFrames(tape), createEncodedEvents(tape)]
  const said = () => [JSON.parse(frames.of(LAUNCH).json).commitment, JSON.parse(encoded.textOf(LAUNCH)).commitment]
  assert.deepEqual(said(), ['confirmed', 'confirmed'])
  assert.equal(frames.of(LAUNCH), frames.of(LAUNCH), 'made once')
  final.slot = 10
  await nextTurn()
  assert.deepEqual(said(), ['finalized', 'finalized'])
  assert.equal(frames.of(LAUNCH), frames.of(LAUNCH), 'and once more')
})
