import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createPieceSource, type PieceSourceOptions } from '../../src/runtime/piece-source.ts'
import { fakeClock } from '../support/fake-clock.ts'

function source(body: Readable, options: Partial<PieceSourceOptions> = {}) {
  const clock = fakeClock()
  let isEnded = false
  const opened = createPieceSource(
    { pieces: body[Symbol.asyncIterator]() as AsyncIterator<Buffer>, destroy: () => void body.destroy() },
    {
      provider: 'node',
      clock,
      maxBytes: 100,
      bytesBefore: 10,
      stallMs: 1_000,
      unreadMs: 2_000,
      totalMs: 10_000,
      ...options,
    },
  )
  void opened.ended.then(() => {
    isEnded = true
  })
  return { opened, clock, isEnded: () => isEnded }
}
const turns = () => new Promise((resolve) => setTimeout(resolve, 5))
const open = () => new Readable({ read() {} })

test('pieces come in their order, then null, again and again', async () => {
  const { opened, isEnded } = source(Readable.from([Buffer.from('ab'), Buffer.from('c')]))
  const texts = []
  for (let i = 0; i < 2; i++) {
    const piece = await opened.next()
    texts.push(piece.ok && piece.value !== null && Buffer.from(piece.value).toString())
  }
  assert.deepEqual(texts, ['ab', 'c'])
  assert.equal(isEnded(), false)
  for (let i = 0; i < 2; i++) assert.deepEqual(await opened.next(), { ok: true, value: null })
  await turns()
  assert.equal(isEnded(), true)
})

test('the bound counts what was read before', async () => {
  const body = open()
  const { opened } = source(body)
  body.push(Buffer.alloc(90))
  assert.equal((await opened.next()).ok, true)
  body.push(Buffer.alloc(1))
  const cut = await opened.next()
  assert.equal(!cut.ok && cut.message, 'node sent more than 100 bytes')
  assert.equal(body.destroyed, true)
  assert.deepEqual(await opened.next(), cut, 'and it stays so')
})

test('a body that breaks off, stalls or is not read ends with its reason, and lets go of the connection', async () => {
  const broken = open()
  const first = source(broken)
  const pending = first.opened.next()
  broken.destroy(new Error('reset'))
  const cut = await pending
  assert.equal(!cut.ok && cut.message, 'node broke off')

  const still = open()
  const second = source(still)
  const waiting = second.opened.next()
  await turns()
  second.clock.advance(1_000)
  const stalled = await waiting
  assert.equal(!stalled.ok && stalled.message, 'node stopped sending')
  assert.equal(still.destroyed, true)

  const unread = open()
  const third = source(unread)
  await turns()
  third.clock.advance(1_999)
  await turns()
  assert.equal(unread.destroyed, false)
  third.clock.advance(1)
  await turns()
  assert.equal(unread.destroyed, true)
  assert.equal(third.isEnded(), true)
  const late = await third.opened.next()
  assert.equal(!late.ok && late.message, 'the reader of the answer of node stalled')
})

test('an answer may not take for ever, however steadily it comes', async () => {
  const body = open()
  const { opened, clock } = source(body, { maxBytes: 1_000_000 })
  for (let i = 0; i < 10; i++) {
    body.push(Buffer.alloc(1))
    const piece = await opened.next()
    assert.equal(piece.ok, true)
    await turns()
    clock.advance(999)
    await turns()
  }
  clock.advance(10)
  await turns()
  const late = await opened.next()
  assert.equal(!late.ok && late.message, 'the answer of node took longer than 10000 ms')
})

test('dropping ends it at once, also while someone waits', async () => {
  const body = open()
  const { opened, isEnded } = source(body)
  const pending = opened.next()
  opened.drop()
  assert.equal((await pending).ok, false)
  assert.equal(body.destroyed, true)
  await turns()
  assert.equal(isEnded(), true)
  opened.drop()
})
