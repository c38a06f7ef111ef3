// second run: waits for others while a reader takes nothing, which the socket layer cuts off after ten seconds

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openSse } from '../../support/sse-client.ts'
import { LAB_TIME_SEC, MINT, POOL } from '../../support/tape-lab.ts'
import { until } from '../../support/until.ts'
import { eventsPath, startSse } from './start-sse.ts'

const T0 = LAB_TIME_SEC - (LAB_TIME_SEC % 60)
const MINUTES = `candles:solana:${POOL}:1m`

test('a candle stream begins with a snapshot, the forming bar in it, goes on live and closes bars', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{ priceUsd: 1 }], T0 - 60)
  await lab.block([{ priceUsd: 2 }], T0 + 1)
  const reader = openSse(t, port, eventsPath(MINUTES))
  const [snapshot] = await reader.until('snapshot')
  assert.equal(snapshot!.data.channel, MINUTES)
  assert.deepEqual(
    snapshot!.data.data.map(({ t: tMs, c, final }: { t: number; c: number; final: boolean }) => [
      tMs / 1_000 - T0,
      c,
      final,
    ]),
    [
      [-60, 1, true],
      [0, 2, false],
    ],
  )
  const [open] = await reader.until('candle')
  assert.deepEqual(
    [open!.data.pool, open!.data.interval, open!.data.t, open!.data.final],
    [POOL, '1m', T0 * 1_000, false],
  )
  await lab.block([{ priceUsd: 5 }], T0 + 2)
  const [, live] = await reader.until('candle', 2)
  assert.deepEqual([live!.data.h, live!.data.trades, live!.data.final], [5, 2, false])
  await lab.block([], T0 + 60)
  const [, , closed] = await reader.until('candle', 3)
  assert.deepEqual([closed!.data.t, closed!.data.final, closed!.data.trades], [T0 * 1_000, true, 2])
})

test('a candle carries an id only where it moves the position; ids never go back', async (t) => {
  const { lab, port } = await startSse(t)
  const reader = openSse(t, port, eventsPath(`${MINUTES},trades:solana:${MINT}`))
  await reader.until('hello')
  for (let i = 0; i < 5; i++) {
    await lab.block([{ priceUsd: i + 1 }], T0 + i)
    await reader.until('trade', i + 1)
    await reader.until('candle', i + 1)
  }
  const ids = reader.events.map(({ id }) => id).filter((id) => id !== null)
  assert.deepEqual(ids, [...new Set(ids)].sort())
  assert(reader.named('trade').every(({ id, data }) => id === data.cursor))
  assert(
    reader.named('candle').every(({ id }) => id === null),
    'the trade before it has moved the position already',
  )
})

test('a candle stream alone moves the position of its reader', async (t) => {
  const { lab, port } = await startSse(t)
  const reader = openSse(t, port, eventsPath(MINUTES))
  await reader.until('hello')
  await lab.block([{ priceUsd: 1 }], T0)
  await reader.until('candle')
  await until(
    () => reader.lastEventId() === lab.store.tape.formatCursor(1),
    () => `the position of the trade, not ${reader.lastEventId()}`,
  )
})

test('who resumes gets the bars since their position as they are now, those that closed meanwhile among them', async (t) => {
  const { lab, port } = await startSse(t)
  await lab.block([{ priceUsd: 1 }], T0 - 120)
  await lab.block([{ priceUsd: 2 }], T0)
  const cursor = lab.store.tape.formatCursor(2)
  for (const [offset, priceUsd] of [
    [30, 9],
    [60, 3],
    [3_600, 4],
    [86_400, 5],
  ] as const)
    await lab.block([{ priceUsd }], T0 + offset)
  const reader = openSse(t, port, eventsPath(MINUTES, { snapshot: 'false' }), { 'Last-Event-ID': cursor })
  const bars = await reader.until('candle', 4)
  assert.deepEqual(
    bars.map(({ data }) => [data.t / 1_000 - T0, data.h, data.final]),
    [
      [0, 9, true],
      [60, 3, true],
      [3_600, 4, true],
      [86_400 - ((T0 + 86_400) % 60), 5, false],
    ],
  )
})

test('a retraction corrects a bar that was sent as final', async (t) => {
  const { lab, port } = await startSse(t)
  const reader = openSse(t, port, eventsPath(`${MINUTES},candles:solana:${POOL}:1s`))
  await reader.until('hello')
  await lab.block([{ priceUsd: 1 }], T0)
  const spike = await lab.block([{ priceUsd: 50 }], T0)
  const next = await lab.block([{ priceUsd: 2 }], T0 + 61)
  const minutes = () =>
    reader.events.filter(({ event, data }) => event === 'candle' && data.interval === '1m').map(({ data }) => data)
  const seconds = () =>
    reader.events.filter(({ event, data }) => event === 'candle' && data.interval === '1s').map(({ data }) => data)
  const shown = (isSo: () => boolean) => until(isSo, () => JSON.stringify(minutes()))
  await shown(() => minutes().some((bar) => bar.t === T0 * 1_000 && bar.final && bar.h === 50))
  await lab.retract(next)
  await lab.retract(spike)
  await shown(() => minutes().some((bar) => bar.t === T0 * 1_000 && bar.final && bar.h === 1 && bar.trades === 1))
  await shown(() => seconds().some((bar) => bar.t === T0 * 1_000 && bar.final && bar.h === 1 && bar.trades === 1))
})

test('a slow reader gets the bars it missed when it reads again', async (t) => {
  const { lab, port } = await startSse(t)
  const slow = openSse(t, port, eventsPath(`trades:solana:${MINT},${MINUTES}`, { snapshot: 'false' }))
  const quick = openSse(t, port, eventsPath(`trades:solana:${MINT}`, { snapshot: 'false' }))
  await Promise.all([slow.until('hello'), quick.until('hello')])
  slow.socket.pause()
  for (let minute = 0; minute < 20; minute++)
    await lab.block(
      Array.from({ length: 600 }, () => ({ priceUsd: minute + 1 })),
      T0 + minute * 60,
    )
  await quick.until('trade', 12_000)
  assert(slow.named('trade').length < 12_000, 'it is behind')
  slow.socket.resume()
  await slow.until('trade', 12_000)
  const lastT = (T0 + 19 * 60) * 1_000
  const newest = () =>
    [...new Map(slow.named('candle').map(({ data }) => [data.t, data])).values()]
      .map(({ t: tMs, c, trades, final }) => [tMs, c, trades, final])
      .sort((a, b) => a[0] - b[0])
  const wanted = Array.from({ length: 20 }, (_, minute) => [
    (T0 + minute * 60) * 1_000,
    minute + 1,
    600,
    (T0 + minute * 60) * 1_000 !== lastT,
  ])
  await until(
    () => isDeepStrictEqual(newest(), wanted),
    () => `the newest bars: ${JSON.stringify(newest())}`,
  )
})
