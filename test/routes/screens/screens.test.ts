import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { openTarget, TEST_CA } from '../../push/webhooks/webhook-lab.ts'
import { storeConfig } from '../../store/temp-store.ts'
import { LAB_NOW_MS, movedClock } from '../../support/first-party-server.ts'
import { TEST_KEY } from '../../support/http-test-server.ts'
import { FREE_KEY, OTHER_KEY, openScreensLab } from '../../support/screens-lab.ts'
import { openSse } from '../../support/sse-client.ts'
import { launchOf, tradeOf } from '../../support/tape-lab.ts'

/** Saved screens through real sockets, over a tape that the test writes. */

const NOW_SEC = LAB_NOW_MS / 1_000
const poolOf = (at: number): string => `Poo1${'ABCDEFGHJK'[at]}`.padEnd(43, '1')
const mintOf = (at: number): string => `Mint${'ABCDEFGHJK'[at]}`.padEnd(43, '1')
const trade = (at: number, amountUsd: number, given: object = {}) => ({
  ...{ pool: poolOf(at), mint: mintOf(at), amountUsd, blockTimeSec: NOW_SEC - 5 },
  ...given,
})
// biome-ignore lint/suspicious/noExplicitAny: tests look at events by hand
type Event = any
const BUSY = { field: 'volume.m5', min: 100 }

test('a row enters when it matches and leaves when its window expires: one event on every transport', async (t) => {
  const target = await openTarget(t)
  const labs = await openScreensLab(t, { targets: [target], ca: TEST_CA })
  const { lab, clock } = labs
  await lab.block([trade(0, 50), trade(1, 10)], NOW_SEC - 5)
  const { id } = await labs.save(BUSY)
  const hook = await labs.call('POST', '/webhooks', {
    ...{ url: target.url, chain: 'solana', events: ['screen'], filter: { screens: [id] } },
  })
  assert.equal(hook.status, 201, hook.text)
  const socket = await labs.open()
  await socket.next('welcome')
  socket.send({ op: 'subscribe', channel: 'screen', screen: id })
  const snapshot = await socket.next('snapshot')
  assert.deepEqual([snapshot['channel'], snapshot['key'], snapshot['data']], ['screen', id, []])
  const sse = openSse(t, labs.http.port, `/api/v2/stream/events?channels=screens:solana:${id}`, {
    'X-API-Key': TEST_KEY,
  })
  await sse.until('snapshot')

  await lab.block([trade(0, 75)], NOW_SEC - 4)
  await labs.round()
  const entered = await socket.next('update')
  const { data } = entered
  assert.deepEqual([data.type, data.screen.id, data.screen.change, data.screen.reason], ['screen', id, 'enter', null])
  assert.deepEqual([data.screen.pair, data.screen.row.volume.m5], [poolOf(0), 125])
  assert.deepEqual((await sse.until('screen'))[0]!.data, data)
  assert.equal(sse.lastEventId(), data.cursor)

  clock.move(6 * 60_000)
  await lab.block([], NOW_SEC + 6 * 60)
  await labs.round()
  const left = await socket.next('update')
  assert.deepEqual([left['data'].screen.change, left['data'].screen.reason], ['leave', 'filter'])
  assert.equal(left['data'].screen.row.volume.m5, 0)
  assert.equal(left['seq'], entered['seq'] + 1)
  assert.deepEqual((await sse.until('screen', 2))[1]!.data, left['data'])
  while (target.posts.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  const posted = target.posts
    .map(({ body: { attempt: _, ...event } }) => event)
    .sort((a, b) => (a.cursor < b.cursor ? -1 : 1))
  assert.deepEqual(posted, [data, left['data']])
  assert.deepEqual(await labs.replay(id), posted)
})

test('its first rows have no events; rows with their cursor and the events after it give the screen at any later time', async (t) => {
  const labs = await openScreensLab(t)
  const { lab } = labs
  await lab.block([trade(0, 200), trade(1, 10), trade(2, 300)], NOW_SEC - 5)
  const { id, startCursor } = await labs.save(BUSY, { name: 'busy' })
  const rows = await labs.call('GET', `/api/v2/screens/${id}/rows?limit=1`)
  assert.deepEqual([rows.json.count, rows.json.total, rows.json.rows[0].pair], [1, 2, poolOf(0)])
  assert.equal(rows.json.rows[0].row.volume.m5, 200)
  const rest = await labs.call('GET', `/api/v2/screens/${id}/rows?cursor=${rows.json.nextCursor}`)
  assert.deepEqual(
    [rest.json.rows.map(({ pair }: { pair: string }) => pair), rest.json.nextCursor],
    [[poolOf(2)], null],
  )
  assert.equal(labs.changes().length, 0)
  await lab.block([trade(1, 100), trade(3, 500)], NOW_SEC - 4)
  await labs.round()
  const folded = new Set([poolOf(0), poolOf(2)])
  for (const { screen } of await labs.replay(id, rows.json.cursor))
    if (screen.change === 'enter') folded.add(screen.pair)
    else folded.delete(screen.pair)
  const now = await labs.call('GET', `/api/v2/screens/${id}/rows`)
  assert.deepEqual(
    now.json.rows.map(({ pair }: { pair: string }) => pair),
    [...folded].sort(),
  )
  assert.equal(folded.size, 4)
  const shown = (await labs.call('GET', `/api/v2/screens/${id}`)).json.screen
  assert.deepEqual(
    [shown.name, JSON.parse(shown.filter), shown.rows, shown.isFull, shown.paused, shown.startCursor],
    ['busy', BUSY, 4, false, null, startCursor],
  )
  assert(shown.readyAt >= shown.createdAt)
})

test('a screen is validated as the route validates its filter', async (t) => {
  const labs = await openScreensLab(t)
  await labs.lab.block([trade(0, 200)], NOW_SEC - 5)
  const deep = (depth: number): unknown => (depth === 0 ? BUSY : { not: [deep(depth - 1)] })
  for (const filter of [
    { field: 'volum.m5', min: 1 },
    { field: 'volume.m5' },
    { field: 'volume.m5', min: '1' },
    { and: [BUSY], or: [BUSY] },
    { and: [] },
    deep(5),
    { or: Array.from({ length: 41 }, () => BUSY) },
    { field: 'dex', in: [] },
  ]) {
    const saved = await labs.call('POST', '/api/v2/screens', { filter })
    const asked = await labs.call('POST', '/screener/pairs', { filter })
    assert.deepEqual([saved.status, saved.json.error], [400, asked.json.error], JSON.stringify(filter))
    assert.equal(asked.status, 400)
  }
  const refused = async (body: object, status: number, text: RegExp, key = TEST_KEY) => {
    const reply = await labs.call('POST', '/api/v2/screens', body, key)
    assert.equal(reply.status, status, reply.text)
    assert.match(JSON.stringify(reply.json), text)
  }
  await refused({}, 400, /filter/)
  await refused({ filter: BUSY, holdSecs: 3_601 }, 400, /holdSecs/)
  await refused({ filter: BUSY, window: 'd1' }, 400, /window/)
  await refused({ filter: BUSY, sort: 'volume' }, 400, /sort/)
  await refused({ filter: BUSY, chain: 'nowhere' }, 400, /unknown chain/)
  await refused({ filter: BUSY, chain: 'base' }, 501, /not followed/)
  await refused({ filter: BUSY }, 403, /paid plan/, FREE_KEY)
  const big = { or: Array.from({ length: 30 }, (_, at) => ({ field: 'quote', in: [`${at}`.padEnd(400, 'x')] })) }
  await refused({ filter: big }, 400, /8192 characters/)
})

test('screens belong to their key, as many as its plan has, and none twice', async (t) => {
  const labs = await openScreensLab(t)
  await labs.lab.block([trade(0, 200)], NOW_SEC - 5)
  const { id } = await labs.save(BUSY)
  const again = await labs.call('POST', '/api/v2/screens', { filter: BUSY, holdSecs: 0, name: 'another name' })
  assert.deepEqual([again.status, again.text.includes(id)], [409, true])
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/rows'],
    ['DELETE', ''],
  ] as const)
    assert.equal((await labs.call(method, `/api/v2/screens/${id}${path}`, undefined, OTHER_KEY)).status, 404)
  const foreign = await labs.call('GET', `/stream/events?channels=screens:solana:${id}`, undefined, OTHER_KEY)
  assert.deepEqual([foreign.status, foreign.text.includes('unknown screen')], [400, true])
  const url = 'https://example.com/hook'
  for (const filter of [{ screens: [id] }, { screens: [] }]) {
    const hook = await labs.call('POST', '/webhooks', { url, chain: 'solana', events: ['screen'], filter }, OTHER_KEY)
    assert.deepEqual([hook.status, hook.text.includes('screen')], [400, true])
  }
  const socket = await labs.open(OTHER_KEY)
  await socket.next('welcome')
  socket.send({ op: 'subscribe', channel: 'screen', screen: id })
  assert.equal((await socket.next('error'))['code'], 'bad_screen')
  for (let at = 0; at < 5; at++) {
    const made = await labs.call('POST', '/api/v2/screens', { filter: { field: 'volume', min: at } }, OTHER_KEY)
    assert.equal(made.status, 201, made.text)
  }
  const over = await labs.call('POST', '/api/v2/screens', { filter: BUSY }, OTHER_KEY)
  assert.deepEqual([over.status, over.text.includes('at most 5')], [409, true])
  assert.equal((await labs.call('GET', '/api/v2/screens', undefined, OTHER_KEY)).json.count, 5)
  assert.equal((await labs.call('GET', '/api/v2/screens')).json.screens[0].id, id)
  assert.equal((await labs.call('DELETE', `/api/v2/screens/${id}`)).json.deleted, true)
  for (const path of ['', '/rows']) assert.equal((await labs.call('GET', `/api/v2/screens/${id}${path}`)).status, 404)
  await labs.lab.block([trade(1, 200)], NOW_SEC - 4)
  await labs.round()
  assert.equal(labs.changes().filter(({ screenId }) => screenId === id).length, 0)
})

test('after a restart the rows are restored and what changed meanwhile is emitted once', async (t) => {
  const clock = movedClock()
  const before = await openScreensLab(t, { clock })
  const { dir } = before.lab
  await before.lab.block([trade(0, 200), trade(1, 200), trade(2, 10)], NOW_SEC - 5)
  const { id } = await before.save(BUSY)
  await before.lab.block([trade(3, 150)], NOW_SEC - 4)
  await before.round()
  const [seen] = await before.replay(id)
  await before.close()
  // The chain goes on without a server: pair 0 stays, 1 and 3 leave, 2 enters.
  clock.move(5 * 60_000)
  const after = await openScreensLab(t, { clock, dir })
  await after.lab.block(
    [trade(0, 300, { blockTimeSec: NOW_SEC + 299 }), trade(2, 300, { blockTimeSec: NOW_SEC + 299 })],
    NOW_SEC + 299,
  )
  const socket = await after.open()
  await socket.next('welcome')
  socket.send({ op: 'subscribe', channel: 'screen', screen: id, cursor: seen.cursor })
  assert.deepEqual((await socket.next('snapshot'))['data'], [])
  for (let round = 0; round < 3; round++) await after.round()
  const events = await after.replay(id, seen.cursor)
  const told = events.map(({ screen }: Event) => `${screen.change} ${screen.pair}`).sort()
  assert.deepEqual(told, [`enter ${poolOf(2)}`, `leave ${poolOf(1)}`, `leave ${poolOf(3)}`].sort())
  for (const event of events) assert.deepEqual((await socket.next('update'))['data'], event)
  const rows = await after.call('GET', `/api/v2/screens/${id}/rows`)
  assert.deepEqual(
    rows.json.rows.map(({ pair }: { pair: string }) => pair),
    [poolOf(0), poolOf(2)],
  )
  await after.close()
})

test('a store that was restored from a copy older than its tape takes over what only the tape knows', async (t) => {
  const clock = movedClock()
  const first = await openScreensLab(t, { clock })
  const { dir } = first.lab
  await first.lab.block([trade(0, 50)], NOW_SEC - 5)
  const { id } = await first.save(BUSY)
  await first.close()
  const durable = join(dir, storeConfig(dir).mode, 'durable')
  cpSync(durable, join(dir, 'copy'), { recursive: true })
  const second = await openScreensLab(t, { clock, dir })
  await second.lab.block([trade(0, 100), trade(1, 200)], NOW_SEC - 4)
  await second.round()
  assert.equal(second.changes().length, 2)
  await second.close()
  rmSync(durable, { recursive: true })
  cpSync(join(dir, 'copy'), durable, { recursive: true })
  const third = await openScreensLab(t, { clock, dir })
  for (let waited = 0; third.lab.store.screens.counters().number < 2; waited++) {
    assert(waited < 1_000, 'the changes are taken over')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await third.lab.block([trade(2, 300)], NOW_SEC - 3)
  await third.round()
  await third.round()
  const told = third.changes().map(({ change, pool, number }) => [change, pool, number])
  assert.deepEqual(told, [
    ['enter', poolOf(0), 1],
    ['enter', poolOf(1), 2],
    ['enter', poolOf(2), 3],
  ])
  assert.deepEqual(await third.pairs(id), [poolOf(0), poolOf(1), poolOf(2)])
})

test('a row at the edge of a filter makes no events until it stays on one side', async (t) => {
  const labs = await openScreensLab(t)
  const { lab, clock } = labs
  await lab.block([trade(0, 50, { priceUsd: 1 })], NOW_SEC - 5)
  await labs.save({ field: 'priceUSD', min: 2 }, { holdSecs: 10 })
  let second = 0
  const quote = async (priceUsd: number) => {
    clock.move(1_000)
    second++
    await lab.block([trade(0, 1, { priceUsd, blockTimeSec: NOW_SEC + second })], NOW_SEC + second)
    await labs.round()
  }
  for (let at = 0; at < 30; at++) await quote(at % 3 === 0 ? 1 : 3)
  assert.equal(labs.changes().length, 0)
  for (let at = 0; at < 10; at++) await quote(3)
  assert.deepEqual(
    labs.changes().map(({ change }) => change),
    ['enter'],
  )
  for (let at = 0; at < 9; at++) await quote(1)
  await quote(3)
  assert.equal(labs.changes().length, 1)
})

test('what becomes unknown lets no row leave before ten minutes, and a fork takes rows out by events', async (t) => {
  const labs = await openScreensLab(t)
  const { lab, clock } = labs
  await lab.block([trade(0, 50), trade(1, 10)], NOW_SEC - 5)
  const { id } = await labs.save({ field: 'volume.h1', min: 100 })
  const slot = await lab.block([trade(0, 75)], NOW_SEC - 4)
  await lab.block([trade(1, 500)], NOW_SEC - 4)
  await labs.round()
  assert.equal(labs.changes().length, 2)
  await lab.block([trade(1, 0, { amountUsd: null })], NOW_SEC - 3)
  await labs.round()
  assert.equal(labs.changes().length, 2)
  for (let minute = 1; minute <= 11; minute++) {
    clock.move(60_000)
    await lab.block([], NOW_SEC + minute * 60)
    await labs.round()
  }
  const gone = labs.changes().slice(2)
  assert.deepEqual(
    gone.map(({ change, pool }) => [change, pool]),
    [['leaveUnknown', poolOf(1)]],
  )
  await lab.retract(slot)
  await lab.block([], NOW_SEC + 11 * 60)
  await labs.round()
  const [last] = labs.changes().slice(3)
  assert.deepEqual([last?.change, last?.pool, last?.screenId], ['leave', poolOf(0), id])
})

test('rows neither enter nor leave while the tape lags behind the chain', async (t) => {
  const labs = await openScreensLab(t)
  const { lab, clock } = labs
  await lab.block([trade(0, 200)], NOW_SEC - 5)
  const { id } = await labs.save(BUSY)
  clock.move(10 * 60_000)
  await labs.round()
  assert.equal(labs.changes().length, 0)
  assert.match((await labs.call('GET', `/api/v2/screens/${id}`)).json.screen.paused, /s behind/)
  await lab.block([], NOW_SEC + 10 * 60)
  await labs.round()
  assert.deepEqual(
    labs.changes().map(({ change }) => change),
    ['leave'],
  )
})

test('over random histories the events of a screen hold every pair that the route finds, and none that it finds not to match', async (t) => {
  const labs = await openScreensLab(t)
  const { lab, clock } = labs
  await lab.block([trade(0, 1)], NOW_SEC - 5)
  const filters = [
    BUSY,
    { or: [{ field: 'txns.h1', min: 3 }, { not: [{ field: 'priceUSD', max: 5 }] }] },
    {
      and: [
        { field: 'volume.h1', min: 50, max: 400 },
        { field: 'dex', in: ['pumpswap', 'orca'] },
      ],
    },
    { field: 'ageHours', max: 0.05 },
    { field: 'marketCap', known: false },
  ]
  const saved: { id: string; startCursor: string }[] = []
  for (const filter of filters) saved.push(await labs.save(filter))
  const members = await Promise.all(saved.map(async ({ id }) => new Set(await labs.pairs(id))))
  const cursors = saved.map(({ startCursor }) => startCursor)
  let second = 0
  const slots: number[] = []
  const step = fc.record({
    trades: fc.array(
      fc.record({
        at: fc.nat(9),
        amountUsd: fc.integer({ min: 1, max: 300 }),
        priceUsd: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 5 },
    ),
    launch: fc.option(fc.nat(9)),
    waitSecs: fc.constantFrom(0, 1, 30, 200, 400),
    retracts: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { trades, launch, waitSecs, retracts } of steps) {
        clock.move(waitSecs * 1_000)
        second += waitSecs
        const blockTimeSec = NOW_SEC + second
        const facts = trades.map(({ at, ...given }) =>
          tradeOf({
            ...trade(at, given.amountUsd),
            ...given,
            blockTimeSec,
            dex: at % 2 === 0 ? 'pumpswap' : 'pumpfun',
          }),
        )
        const born = launch === null ? [] : [launchOf({ pool: poolOf(launch), mint: mintOf(launch), blockTimeSec })]
        slots.push(await lab.block([...born, ...facts], blockTimeSec))
        if (retracts && slots.length > 1) await lab.retract(slots.pop()!)
        await labs.round()
        // Conditions on age are looked at every ten seconds.
        clock.move(11_000)
        second += 11
        await lab.block([], NOW_SEC + second)
        await labs.round()
        for (const [at, { id }] of saved.entries()) {
          const found = await labs.call('POST', '/screener/pairs', { filter: filters[at], limit: 100 })
          for (const { screen, cursor } of await labs.replay(id, cursors[at])) {
            cursors[at] = cursor
            const isIn = members[at]!.has(screen.pair)
            assert.equal(isIn, screen.change === 'leave', 'no row enters or leaves twice')
            if (isIn) members[at]!.delete(screen.pair)
            else members[at]!.add(screen.pair)
          }
          const contrary = await labs.call('POST', '/screener/pairs', { filter: { not: [filters[at]] }, limit: 100 })
          const pairsOf = ({ json }: typeof found): string[] => json.rows.map(({ pair }: { pair: string }) => pair)
          const outside = pairsOf(found).filter((pair) => !members[at]!.has(pair))
          // Rows of which it became unknown stay for ten minutes.
          const wrong = pairsOf(contrary).filter((pair) => members[at]!.has(pair))
          assert.deepEqual([outside, wrong], [[], []], JSON.stringify(filters[at]))
        }
      }
    }),
    { numRuns: 10 },
  )
})
