// second run: waits for others while a reader takes nothing, which the socket layer cuts off after ten seconds

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tempDir } from '../../store/temp-store.ts'
import { openSse, type SseReader } from '../../support/sse-client.ts'
import { LAB_TIME_SEC, MINT, OTHER_MINT, openTapeLab, POOL, type TapeLab } from '../../support/tape-lab.ts'
import { eventsPath, startSse } from './start-sse.ts'

const TRADES = `trades:solana:${MINT}`

const idsOf = (reader: SseReader): (string | null)[] => reader.named('trade').map(({ id }) => id)
const cursors = (lab: TapeLab, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => lab.store.tape.formatCursor(from + i))

test('Last-Event-ID wins over the cursor; both resume after the event that they name', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{}, {}, {}, {}])
  const at = (seq: number) => lab.store.tape.formatCursor(seq)
  const byCursor = openSse(t, port, eventsPath(TRADES, { cursor: at(1) }))
  await byCursor.until('trade', 3)
  assert.deepEqual(idsOf(byCursor), cursors(lab, 2, 4))
  assert.equal(byCursor.named('hello')[0]!.id, at(1), 'who named a cursor has no id yet')
  assert.deepEqual(byCursor.named('snapshot'), [], 'what is replayed needs no snapshot')
  const byHeader = openSse(t, port, eventsPath(TRADES, { cursor: at(1) }), { 'Last-Event-ID': at(3) })
  await byHeader.until('trade')
  assert.deepEqual(idsOf(byHeader), [at(4)])
  assert.equal(byHeader.named('hello')[0]!.id, null)
})

test('a backlog joins the live tape without a gap and without a repeat', async (t) => {
  const { lab, port } = await startSse(t)
  for (let i = 0; i < 12; i++) await lab.block(Array.from({ length: 300 }, () => ({})))
  const reader = openSse(t, port, eventsPath(TRADES, { cursor: lab.store.tape.formatCursor(0) }))
  for (let i = 0; i < 20; i++) await lab.block([{}, {}, {}, {}, {}])
  await reader.until('trade', 3_700)
  assert.deepEqual(idsOf(reader), cursors(lab, 1, 3_700))
})

test('a cursor of another tape or older than what is kept gives truncated first, then everything that is kept', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{}, {}])
  const foreign = '00000000-00000000001'
  for (const byHeader of [false, true]) {
    const query: Record<string, string> = byHeader ? {} : { cursor: foreign }
    const headers: Record<string, string> = byHeader ? { 'Last-Event-ID': foreign } : {}
    const reader = openSse(t, port, eventsPath(TRADES, query), headers)
    await reader.until('trade', 2)
    assert.deepEqual(
      reader.events.map(({ event }) => event),
      ['hello', 'truncated', 'trade', 'trade'],
    )
    assert.deepEqual(reader.named('truncated')[0]!.data, {
      from: foreign,
      to: lab.store.tape.formatCursor(0),
      lost: null,
    })
    assert.deepEqual(idsOf(reader), cursors(lab, 1, 2))
  }
})

test('another world while a stream is open is a gap; it goes on with the new tape', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{}, {}])
  const reader = openSse(t, port, eventsPath(TRADES, { snapshot: 'false' }))
  await reader.until('hello')
  const before = lab.store.tape.formatCursor(2)
  await lab.store.tape.clear()
  await lab.block([{}])
  const [gap] = await reader.until('truncated')
  assert.deepEqual(gap!.data, { from: before, to: lab.store.tape.formatCursor(0), lost: null })
  const [trade] = await reader.until('trade')
  assert.equal(trade!.id, lab.store.tape.formatCursor(1))
})

test('a reconnect after a restart of the server loses nothing and repeats nothing', async (t) => {
  const dir = tempDir(t)
  const first = await startSse(t, { lab: await openTapeLab(t, { dir }) })
  const reader = openSse(t, first.port, eventsPath(TRADES))
  await reader.until('hello')
  await first.lab.block([{}, { mint: OTHER_MINT }, {}])
  await reader.until('trade', 2)
  await first.server.close(2_000)
  await reader.closed()
  await first.lab.block([{}, {}])
  await first.lab.close()
  const lab = await openTapeLab(t, { dir })
  const second = await startSse(t, { lab })
  const again = openSse(t, second.port, eventsPath(TRADES), { 'Last-Event-ID': reader.lastEventId() })
  await again.until('trade', 2)
  await lab.block([{}])
  await again.until('trade', 3)
  const at = (seq: number) => lab.store.tape.formatCursor(seq)
  assert.deepEqual([...idsOf(reader), ...idsOf(again)], [1, 3, 4, 5, 6].map(at))
})

test('a reader who takes nothing costs no one else time, and gets everything once it reads', async (t) => {
  const { lab, port } = await startSse(t)
  const slow = openSse(t, port, eventsPath(TRADES))
  const fast = openSse(t, port, eventsPath(TRADES))
  await Promise.all([slow.until('hello'), fast.until('hello')])
  slow.socket.pause()
  const count = 16_000
  const before = process.memoryUsage()
  for (let i = 0; i < count / 400; i++) await lab.block(Array.from({ length: 400 }, () => ({})))
  await fast.until('trade', count)
  assert(slow.named('trade').length < count, 'the slow one is behind')
  const grown = (process.memoryUsage().arrayBuffers - before.arrayBuffers) / 1_048_576
  assert(grown < 64, `buffers grew by ${grown} MiB`)
  slow.socket.resume()
  await slow.until('trade', count)
  assert.deepEqual(idsOf(slow), cursors(lab, 1, count))
  assert.deepEqual(idsOf(fast), cursors(lab, 1, count))
  assert(slow.named('lag').length > 0, 'it was told how far behind it was')
  assert(slow.named('lag')[0]!.data.behindEvents > 1_000)
})

test('a cursor older than the days that are kept is reported as truncated, with how many events are lost', async (t) => {
  const { lab, port } = await startSse(t)
  const { tape } = lab.store
  await lab.block([{}, {}, {}], LAB_TIME_SEC)
  const nextDaySec = LAB_TIME_SEC + 86_400
  await lab.block([{}], nextDaySec)
  const { removedDays } = await tape.writer!.prune((nextDaySec + 14 * 86_400) * 1_000)
  assert.equal(removedDays.length, 1)
  const reader = openSse(t, port, eventsPath(TRADES), { 'Last-Event-ID': tape.formatCursor(1) })
  await reader.until('trade')
  const [gap] = reader.named('truncated')
  assert.deepEqual(gap!.data, { from: tape.formatCursor(1), to: tape.formatCursor(3), lost: 2 })
  assert.deepEqual(idsOf(reader), cursors(lab, 4, 4))
})

test('snapshot=false begins without snapshots; a resumed stream has those of candles only', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{}])
  const candles = `candles:solana:${POOL}:1m`
  for (const snapshot of ['false', '0', 'FALSE']) {
    const quiet = openSse(t, port, eventsPath(`${TRADES},${candles}`, { snapshot }))
    await quiet.until('candle')
    assert.deepEqual(quiet.named('snapshot'), [], snapshot)
  }
  const resumed = openSse(t, port, eventsPath(`${TRADES},${candles}`, { cursor: lab.store.tape.formatCursor(0) }))
  await resumed.until('trade')
  assert.deepEqual(
    resumed.named('snapshot').map(({ data }) => data.channel),
    [candles],
  )
})
