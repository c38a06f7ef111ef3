// second run: waits for events to arrive on a stream

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_STREAM } from '../../../src/config/event-stream.ts'
import type { StreamSink } from '../../../src/contract/streamed.ts'
import { startEventStream } from '../../../src/push/sse/event-stream.ts'
import { createEventHub } from '../../../src/push/sse/hub.ts'
import { parseChannels } from '../../../src/services/stream/channels.ts'
import { MINT } from '../../support/tape-lab.ts'
import { until } from '../../support/until.ts'
import { startSse } from './start-sse.ts'

/** As the socket layer: it says that the reader is behind only of a piece too long for its own buffer. */
function fullSink() {
  const pieces: string[] = []
  const listeners: { drain?: () => void; closed: (() => void)[] } = { closed: [] }
  let isFull = true
  const sink: StreamSink = {
    write(piece) {
      pieces.push(String(piece))
      return !isFull || piece.length <= 16 * 1024
    },
    onDrain(listener) {
      listeners.drain = listener
    },
    onClosed: (listener) => void listeners.closed.push(listener),
    onStopping: () => {},
    end: () => {
      for (const listener of listeners.closed) listener()
    },
    isOpen: true,
  }
  return {
    sink,
    pieces,
    drain() {
      isFull = false
      listeners.drain?.()
    },
  }
}

test('a reader who takes nothing is noticed although every event is small, and then costs nothing until it drains', async (t) => {
  const { ctx, lab } = await startSse(t)
  const hub = createEventHub(ctx)
  const channels = parseChannels(ctx, { kind: 'public' }, `trades:solana:${MINT}`)
  assert(channels.ok)
  const { sink, pieces, drain } = fullSink()
  const order = { owner: 'x', channels: channels.value, minUsd: 0, resume: null, snapshot: false }
  startEventStream(hub, { ...order, endReason: () => null, onClosed: () => {} }, sink)
  t.after(() => sink.end())
  const bytes = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
  const turns = async () => {
    for (let i = 0; i < 3; i++) await new Promise((next) => setImmediate(next))
  }
  const count = 600
  for (let i = 0; i < count; i++) {
    await lab.block([{}])
    await turns()
  }
  const told = () => pieces.join('').match(/^event: trade$/gm)?.length ?? 0
  assert(told() < count, 'it has stopped')
  assert(bytes() < EVENT_STREAM.probeAfterBytes + 2 * EVENT_STREAM.probeBytes)
  drain()
  await until(() => told() >= count, 'everything is told')
  assert.equal(told(), count)
})
