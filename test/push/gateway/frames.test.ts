import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import {
  ErrorFrame,
  PongFrame,
  SnapshotFrame,
  UnsubscribedFrame,
  UpdateFrame,
  WelcomeFrame,
} from '../../../src/contract/stream-frames.ts'
import { checkRun, MINT, OTHER, startTestGateway } from './start-gateway.ts'

const CHECKS: Record<string, ReturnType<typeof Compile>> = {
  welcome: Compile(WelcomeFrame),
  snapshot: Compile(SnapshotFrame),
  update: Compile(UpdateFrame),
  pong: Compile(PongFrame),
  unsubscribed: Compile(UnsubscribedFrame),
  error: Compile(ErrorFrame),
}

test('welcome, snapshot, update, pong and unsubscribed are as documented, and topic frames carry their place', async (t) => {
  const { append, open, tape } = await startTestGateway(t)
  await append(MINT, OTHER, MINT)
  const client = await open()
  const welcome = await client.next('welcome')
  assert.equal(welcome['tier'], 'data')
  assert.deepEqual(welcome['caps'], { connections: 20, topics: 30 })

  client.send({ op: 'subscribe', id: 7, channel: 'token', mint: MINT })
  const snapshot = await client.next('snapshot')
  assert.equal(snapshot['id'], 7)
  assert.equal(snapshot['channel'], 'token')
  assert.equal(snapshot['key'], MINT)
  assert.equal(snapshot['seq'], 3, 'the head of the tape when the feed began')
  assert.equal(snapshot['cursor'], tape.formatCursor(3))
  assert.deepEqual(
    snapshot['data'].map((event: { cursor: string }) => event.cursor),
    [tape.formatCursor(1), tape.formatCursor(3)],
    'oldest first, of this mint only',
  )

  await append(OTHER, MINT, 'launch:pumpfun', MINT)
  const updates = [await client.next('update'), await client.next('update')]
  checkRun(updates, 3)
  assert.deepEqual(
    updates.map(({ cursor, data }) => [cursor, data.cursor, data.type, data.trade.token]),
    [5, 7].map((seq) => [tape.formatCursor(seq), tape.formatCursor(seq), 'trade', MINT]),
  )
  client.send({ op: 'ping', id: 'p1' })
  assert.equal((await client.next('pong'))['id'], 'p1')
  client.send({ op: 'unsubscribe', id: 8, channel: 'token', mint: MINT })
  const gone = await client.next('unsubscribed')
  assert.deepEqual(
    [gone['id'], gone['seq'], gone['cursor'], gone['reason']],
    [8, 5, tape.formatCursor(8 - 1), 'unsubscribed'],
  )
  await append(MINT)
  client.send({ op: 'nonsense' })
  await client.next('error')
  for (const frame of client.frames) assert(CHECKS[frame['type']]!.Check(frame), JSON.stringify(frame))
})
