import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TapeEvent } from '../../../src/contract/tape-event.ts'
import { chainDigest, slotDigest } from '../../../src/store/tape/slot-digest.ts'
import {
  addressOf,
  blockHashOf,
  FIRST_SECOND,
  launchFact,
  openTestTape,
  slotOf,
  tempFolder,
  tradeFact,
} from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'

const WRITER = fileURLToPath(new URL('../../support/append-slots.ts', import.meta.url))
const NOW = 1_795_200_000_000
const ids = (events: readonly TapeEvent[]): string[] => events.map(({ eventId }) => eventId)

test('events are numbered from 1 without holes and read back as they were', async (t) => {
  const tape = openTestTape(t)
  const launch = launchFact(10, 0, { name: 'Ünïcode 🦊', uri: 'ipfs://x' })
  const trade = tradeFact(10, 1, { reserveRaw: 5n, priceUsd: null, amountUsd: null, side: 'sell' })
  const appended = await tape.writer!.appendSlot(slotOf(10, [launch, trade]), NOW)
  assert.deepEqual(appended.events, [
    { ...launch, seq: 1, indexedAtMs: NOW },
    { ...trade, seq: 2 },
  ])
  assert.deepEqual(tape.read(0, 10), appended.events)
  assert.deepEqual(tape.read(1, 10), appended.events.slice(1))
  assert.deepEqual(tape.eventAt(2), { ...trade, seq: 2 })
  assert.equal(tape.eventAt(3), undefined)
  assert.deepEqual(tape.read(2, 10), [])
})

test('a trade of a venue without a code is found like any other, and its candle goes when a fork takes it back', async (t) => {
  const tape = openTestTape(t)
  const unknown = `amm:unknown:${addressOf('a program')}` as const
  const pool = addressOf('vault')
  const facts = [
    tradeFact(10, 0, { dex: 'amm:humidifi', pool }),
    tradeFact(10, 1, { dex: unknown, pool: addressOf('other vault') }),
    tradeFact(10, 2),
  ]
  const none = { count: 0, usd: 0 }
  const swaps = {
    named: { count: 1, usd: 1.5 },
    generic: { count: 1, usd: 1.5 },
    unknown: { count: 1, usd: 1.5 },
    unread: none,
    unpriced: 0,
  }
  await tape.writer!.appendSlot({ ...slotOf(10, facts), swaps }, NOW)
  assert.deepEqual(tape.slot('solana', 10)!.swaps, swaps)
  const found = tape.trades({ by: 'pool', address: pool }, { limit: 10 }).trades
  assert.deepEqual(found, [{ ...facts[0]!, seq: 1 }])
  const { trades } = tape.trades({ by: 'wallet', address: addressOf('maker') }, { limit: 10 })
  assert.deepEqual(
    trades.map(({ dex }) => dex),
    ['pumpswap', unknown, 'amm:humidifi'],
  )
  const minute = Math.floor((facts[0]!.blockTimeSec! * 1_000) / 60_000) * 60_000
  assert.equal(tape.candles(pool, minute, minute)[0]!.buys, 1)
  const { events } = await tape.writer!.retract('solana', [{ slot: 10 }])
  assert.deepEqual(
    events.map((event) => event.type === 'retracted' && event.retracts.type === 'trade' && event.retracts.dex),
    ['pumpswap', unknown, 'amm:humidifi'],
  )
  assert.deepEqual(tape.candles(pool, minute, minute), [])
})

test('the same block again appends nothing; another one at its slot must take it back first', async (t) => {
  const tape = openTestTape(t)
  const slot = slotOf(10, [tradeFact(10, 0)])
  await tape.writer!.appendSlot(slot, NOW)
  const again = await tape.writer!.appendSlot(slot, NOW)
  assert.deepEqual(again, { events: [], headSeq: 1 })
  await assert.rejects(tape.writer!.appendSlot(slotOf(10, [], { branch: 'b' }), NOW), /another block/)
})

test('a block without events has a record of its own and no number', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlots([slotOf(10, []), slotOf(11, [tradeFact(11, 0)])], NOW)
  const empty = tape.slot('solana', 10)!
  assert.deepEqual([empty.firstSeq, empty.count, empty.digest], [0, 0, slotDigest([])])
  assert.equal(tape.slot('solana', 11)!.firstSeq, 1)
  assert.deepEqual(
    tape.slots('solana', 0, 10).map(({ slot }) => slot),
    [10, 11],
  )
})

test('more than 256 events of a commit lie in several blocks and read as one row', async (t) => {
  const tape = openTestTape(t)
  const facts = Array.from({ length: 700 }, (_, index) =>
    tradeFact(10, index, { maker: addressOf(`maker ${index % 9}`) }),
  )
  await tape.writer!.appendSlot(slotOf(10, facts), NOW)
  assert.deepEqual(ids(tape.read(0, 1_000)), ids(facts as never))
  assert.deepEqual(ids(tape.read(255, 3)), ids(facts.slice(255, 258) as never))
  const { trades } = tape.trades({ by: 'wallet', address: addressOf('maker 3') }, { limit: 1_000 })
  assert.deepEqual(
    trades.map(({ txIndex }) => txIndex),
    facts
      .map(({ txIndex }) => txIndex)
      .filter((index) => index % 9 === 3)
      .reverse(),
  )
})

test('trades of a mint, a pool and a wallet: newest first, in pages without overlap or hole, within times', async (t) => {
  const tape = openTestTape(t)
  const slots = Array.from({ length: 60 }, (_, at) =>
    slotOf(10 + at, [
      tradeFact(10 + at, 0, { mint: addressOf('m'), pool: addressOf('p'), maker: addressOf('w') }),
      tradeFact(10 + at, 1, { mint: addressOf('other'), pool: addressOf('q'), maker: addressOf('w') }),
    ]),
  )
  await tape.writer!.appendSlots(slots.slice(0, 30), NOW)
  for (const slot of slots.slice(30)) await tape.writer!.appendSlot(slot, NOW)
  for (const [by, name, count] of [
    ['mint', 'm', 60],
    ['pool', 'q', 60],
    ['wallet', 'w', 120],
  ] as const) {
    const all: number[] = []
    let beforeSeq: number | undefined
    do {
      const page = tape.trades(
        { by, address: addressOf(name) },
        { limit: 7, ...(beforeSeq === undefined ? {} : { beforeSeq }) },
      )
      all.push(...page.trades.map(({ seq }) => seq))
      beforeSeq = page.nextBeforeSeq ?? undefined
    } while (beforeSeq !== undefined)
    assert.equal(all.length, count, by)
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    )
    assert.equal(new Set(all).size, count)
  }
  const fromTimeSec = slots[20]!.blockTimeSec!
  const toTimeSec = slots[40]!.blockTimeSec!
  const { trades } = tape.trades({ by: 'mint', address: addressOf('m') }, { limit: 100, fromTimeSec, toTimeSec })
  const expected = slots.filter(({ blockTimeSec }) => blockTimeSec! >= fromTimeSec && blockTimeSec! <= toTimeSec).length
  assert.equal(trades.length, expected)
  assert.deepEqual(tape.trades({ by: 'mint', address: addressOf('nobody') }, { limit: 5 }), {
    trades: [],
    nextBeforeSeq: null,
  })
})

test('launches: newest first, by DEX, in pages; the name of a mint is that of its newest launch', async (t) => {
  const tape = openTestTape(t)
  for (let slot = 10; slot < 30; slot++)
    await tape.writer!.appendSlot(
      slotOf(slot, [
        launchFact(slot, 0, {
          dex: slot % 2 === 0 ? 'pumpfun' : 'bonk',
          mint: addressOf(`coin ${slot % 5}`),
          name: slot === 29 ? null : `name ${slot}`,
          symbol: null,
        }),
      ]),
      NOW + slot,
    )
  assert.deepEqual(
    tape.launches({ limit: 3 }).launches.map(({ slot }) => slot),
    [29, 28, 27],
  )
  const first = tape.launches({ limit: 4, dex: 'bonk' })
  const second = tape.launches({ limit: 4, dex: 'bonk', beforeSeq: first.nextBeforeSeq! })
  assert.deepEqual(
    [...first.launches, ...second.launches].map(({ slot }) => slot),
    [29, 27, 25, 23, 21, 19, 17, 15],
  )
  assert.equal(tape.launchOf(addressOf('coin 4'))?.name, 'name 24')
  assert.equal(tape.launchOf(addressOf('nobody')), undefined)
})

test('minutes hold the first, highest, lowest and last price, what was traded, and skip unpriced trades', async (t) => {
  const tape = openTestTape(t)
  const at = (second: number, price: number | null, side: 'buy' | 'sell' = 'buy') =>
    tradeFact(1_000 + second, 0, { blockTimeSec: FIRST_SECOND + second, priceUsd: price, amountUsd: price, side })
  const prices: [number, number | null, 'buy' | 'sell'][] = [
    [1, null, 'buy'],
    [2, 5, 'buy'],
    [3, 9, 'sell'],
    [4, 2, 'sell'],
    [5, null, 'sell'],
    [6, 4, 'buy'],
    [70, 8, 'buy'],
  ]
  for (const [second, price, side] of prices)
    await tape.writer!.appendSlot(
      slotOf(1_000 + second, [at(second, price, side)], { blockTimeSec: FIRST_SECOND + second }),
      NOW,
    )
  const from = FIRST_SECOND * 1_000
  assert.deepEqual(tape.candles(addressOf('pool'), from, from + 120_000), [
    { tMs: from, open: 5, high: 9, low: 2, close: 4, volumeUsd: 20, buys: 3, sells: 3 },
    { tMs: from + 60_000, open: 8, high: 8, low: 8, close: 8, volumeUsd: 8, buys: 1, sells: 0 },
  ])
  assert.deepEqual(tape.candles(addressOf('pool'), from + 60_000, from + 60_000).length, 1)
  assert.deepEqual(tape.candles(addressOf('nobody'), from, from + 120_000), [])
})

test('a fork takes events back: notices on the tape, rows, launches, candles and records without them', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(slotOf(10, [tradeFact(10, 0, { priceUsd: 3 })]), NOW)
  await tape.writer!.appendSlot(slotOf(11, [launchFact(11, 0), tradeFact(11, 1, { priceUsd: 7 })]), NOW)
  await tape.writer!.appendSlot(slotOf(12, [tradeFact(12, 0, { priceUsd: 9 })]), NOW)
  const before = tape.read(0, 10)
  const { events } = await tape.writer!.retract('solana', [{ slot: 11 }, { slot: 12 }])
  assert.deepEqual(
    events.map((event) => [event.type, event.type === 'retracted' ? event.retracts.seq : 0]),
    [
      ['retracted', 4],
      ['retracted', 3],
      ['retracted', 2],
    ],
  )
  assert.deepEqual(
    events.map((event) => event.type === 'retracted' && event.retracts),
    [before[3], before[2], before[1]],
  )
  assert.deepEqual(tape.read(0, 10), [...before, ...events], 'the tape itself forgets nothing')
  assert.deepEqual(
    tape.trades({ by: 'mint', address: addressOf('mint') }, { limit: 10 }).trades.map(({ slot }) => slot),
    [10],
  )
  assert.deepEqual(tape.launches({ limit: 5 }).launches, [])
  assert.equal(tape.launchOf(addressOf('mint')), undefined)
  const candles = tape.candles(addressOf('pool'), 0, Number.MAX_SAFE_INTEGER)
  assert.deepEqual(
    candles.map(({ open, close, buys }) => [open, close, buys]),
    [[3, 3, 1]],
  )
  assert.deepEqual([tape.slot('solana', 12)!.status, tape.slot('solana', 12)!.count], ['retracted', 0])
  assert.deepEqual([tape.position('solana')!.slot, tape.position('solana')!.blockHash], [10, blockHashOf(10)])

  const other = tradeFact(11, 0, { branch: 'b', priceUsd: 4 })
  await tape.writer!.appendSlot(slotOf(11, [other], { branch: 'b', parentHash: blockHashOf(10) }), NOW)
  assert.equal(tape.slot('solana', 11)!.blockHash, blockHashOf(11, 'b'))
  assert.notEqual(other.eventId, before[2]!.eventId)
  assert.deepEqual(
    tape.trades({ by: 'mint', address: addressOf('mint') }, { limit: 10 }).trades.map(({ eventId }) => eventId),
    [other.eventId, before[0]!.eventId],
  )
})

test('a block that comes back after it was taken back stands on the tape again', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(slotOf(10, []), NOW)
  const slot = slotOf(11, [tradeFact(11, 0)])
  await tape.writer!.appendSlot(slot, NOW)
  await tape.writer!.retract('solana', [{ slot: 11 }])
  await tape.writer!.appendSlot(slot, NOW)
  assert.equal(tape.trades({ by: 'mint', address: addressOf('mint') }, { limit: 5 }).trades.length, 1)
  const second = await tape.writer!.retract('solana', [{ slot: 11 }])
  const notices = tape.read(0, 10).filter(({ type }) => type === 'retracted')
  assert.equal(new Set(ids(notices)).size, 2, 'each taking back is an event of its own')
  assert.equal(second.events.length, 1)
})

test('what comes back after it was taken back has an id that no one has seen, also for who opens the tape later', async (t) => {
  const folder = tempFolder(t)
  const facts = [launchFact(11, 0), tradeFact(11, 1)]
  const slot = slotOf(11, facts)
  const told: string[] = []
  for (let times = 0; times < 3; times++) {
    const tape = openTestTape(t, { folder })
    if (times === 0) await tape.writer!.appendSlot(slotOf(10, []), NOW)
    const { events } = await tape.writer!.appendSlot(slot, NOW)
    told.push(...ids(events))
    assert.equal(tape.slot('solana', 11)!.digest, slotDigest(ids(facts as never)), 'the same block, the same digest')
    const notices = (await tape.writer!.retract('solana', [{ slot: 11 }])).events
    assert.deepEqual(
      notices.map((event) => event.type === 'retracted' && event.retracts.eventId),
      ids(events).toReversed(),
    )
    // In the same process, too.
    const again = await tape.writer!.appendSlot(slot, NOW)
    told.push(...ids(again.events))
    await tape.writer!.retract('solana', [{ slot: 11 }])
    await tape.close()
  }
  assert.deepEqual(told.slice(0, 2), ids(facts as never))
  assert.equal(new Set(told).size, told.length)
})

test('a notice of loss has an id of its own each time, when a block that is not whole comes back and slots are lost again', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(slotOf(10, []), NOW)
  const slot = slotOf(11, [tradeFact(11, 0)], { unreadable: 1 })
  for (let times = 0; times < 3; times++) {
    await tape.writer!.appendSlot(slot, NOW)
    await tape.writer!.retract('solana', [{ slot: 11 }])
  }
  for (let times = 0; times < 2; times++)
    await tape.writer!.recordLost('solana', { fromSlot: 12, toSlot: 14, reason: 'pruned' })
  const all = tape.read(0, 50)
  assert.equal(all.filter(({ type }) => type === 'lost').length, 5)
  assert.equal(new Set(ids(all)).size, all.length, 'no id stands on a tape twice')
})

test('what is final is chained, cannot be taken back, and two tapes of one chain agree', async (t) => {
  const slots = [slotOf(10, [tradeFact(10, 0)]), slotOf(11, []), slotOf(12, [tradeFact(12, 0), tradeFact(12, 1)])]
  const [one, two] = [openTestTape(t), openTestTape(t)]
  await one.writer!.appendSlots(slots, NOW)
  for (const slot of slots) {
    await two.writer!.appendSlot(slot, NOW + 5)
    await two.writer!.finalize('solana', slot.slot)
  }
  await one.writer!.finalize('solana', 12)
  let digest: string | null = null
  for (const { slot, events } of slots) {
    digest = chainDigest(digest, {
      slot,
      count: events.length,
      digest: slotDigest(events.map(({ eventId }) => eventId)),
    })
    assert.equal(one.slot('solana', slot)!.chainDigest, digest)
    assert.equal(two.slot('solana', slot)!.chainDigest, digest)
    assert.equal(one.slot('solana', slot)!.status, 'finalized')
  }
  assert(one.isFinalized('solana', 12) && !one.isFinalized('solana', 13))
  await assert.rejects(one.writer!.retract('solana', [{ slot: 12 }]), /final/)
})

test('lost slots are an event, a record, and the beginning of what is covered', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(slotOf(10, [tradeFact(10, 0)]), NOW)
  await tape.writer!.recordLost('solana', { fromSlot: 11, toSlot: 19, reason: 'pruned' })
  assert.equal(tape.coverage('solana'), undefined, 'nothing is covered behind the hole')
  await tape.writer!.appendSlot(slotOf(20, [tradeFact(20, 0)]), NOW)
  const lost = tape.read(1, 1)[0]!
  assert.deepEqual([lost.type, lost.slot, lost.type === 'lost' && lost.toSlot], ['lost', 11, 19])
  assert.deepEqual(tape.lost('solana'), [{ fromSlot: 11, toSlot: 19, reason: 'pruned' }])
  assert.deepEqual([tape.coverage('solana')!.fromSlot, tape.coverage('solana')!.toSlot], [20, 20])
})

test('cursors compare as text, and one of another tape, too old or ahead of it is gone, not malformed', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(
    slotOf(
      10,
      Array.from({ length: 50 }, (_, index) => tradeFact(10, index)),
    ),
    NOW,
  )
  const texts = [0, 9, 10, 35, 36, 50].map((seq) => tape.formatCursor(seq))
  assert.deepEqual(texts, texts.toSorted())
  assert.deepEqual(tape.checkCursor(texts[3]!), { status: 'ok', seq: 35 })
  assert.deepEqual(tape.checkCursor(tape.formatCursor(51)), { status: 'gone', resumeAt: 0 })
  const other = `${tape.epoch === 'ffffffff' ? '00000000' : 'ffffffff'}${texts[3]!.slice(8)}`
  assert.deepEqual(tape.checkCursor(other), { status: 'gone', resumeAt: 0 })
  for (const text of [
    '',
    'x',
    texts[3]!.toUpperCase(),
    `${texts[3]} `,
    `${texts[3]}0`,
    '-',
    `${tape.epoch}-zzzzzzzzzzz`,
  ])
    assert.equal(tape.checkCursor(text).status, 'malformed', text)
})

test('days over the age go as wholes, the newest stays, and cursors of the past are gone', async (t) => {
  const tape = openTestTape(t, { keepDays: 2 })
  for (let day = 0; day < 5; day++)
    await tape.writer!.appendSlot(
      slotOf(10 + day, [tradeFact(10 + day, 0, { blockTimeSec: FIRST_SECOND + day * 86_400 })], {
        blockTimeSec: FIRST_SECOND + day * 86_400,
      }),
      NOW,
    )
  const old = tape.formatCursor(1)
  const { removedDays } = await tape.writer!.prune((FIRST_SECOND + 4 * 86_400 + 60) * 1_000)
  assert.deepEqual(removedDays, ['2026-11-20', '2026-11-21'])
  assert.deepEqual(tape.window().tail.seq, 2)
  assert.deepEqual(tape.checkCursor(old), { status: 'gone', resumeAt: 2 })
  assert.deepEqual(
    tape.read(0, 10).map(({ seq }) => seq),
    [3, 4, 5],
  )
  assert.equal(tape.coverage('solana')!.fromSlot, 12)
  assert.deepEqual(await tape.writer!.prune(FIRST_SECOND * 2_000), { removedDays: ['2026-11-22', '2026-11-23'] })
  await tape.writer!.appendSlot(
    slotOf(15, [tradeFact(15, 0, { blockTimeSec: FIRST_SECOND + 4 * 86_400 })], {
      blockTimeSec: FIRST_SECOND + 4 * 86_400,
    }),
    NOW,
  )
  assert.deepEqual(
    tape.read(0, 10).map(({ seq }) => seq),
    [5, 6],
    'numbers go on',
  )
})

test('beyond the byte cap the oldest days go early', async (t) => {
  const tape = openTestTape(t, { keepBytes: 1 })
  for (let day = 0; day < 3; day++)
    await tape.writer!.appendSlot(slotOf(10 + day, [], { blockTimeSec: FIRST_SECOND + day * 86_400 }), NOW)
  const { removedDays } = await tape.writer!.prune(FIRST_SECOND * 1_000)
  assert.deepEqual(removedDays, ['2026-11-20', '2026-11-21'])
})

test('a day that a sibling is still opening is gone from the tape, whatever is left of its folder', async (t) => {
  const folder = tempFolder(t)
  const tape = openTestTape(t, { folder })
  for (let day = 0; day < 2; day++)
    await tape.writer!.appendSlot(slotOf(10 + day, [], { blockTimeSec: FIRST_SECOND + day * 86_400 }), NOW)
  const day = globSync(join(folder, '**/2026-11-20-*'))[0]!
  // Puts a file back as fast as it can, as one that opens the day does once.
  const sibling = spawn(process.execPath, [
    '-e',
    `const { writeFileSync } = require('node:fs'); process.stdout.write('on'); for (;;) try { writeFileSync(${JSON.stringify(join(day, 'lock.mdb'))}, '', { flag: 'wx' }) } catch {}`,
  ])
  await once(sibling.stdout, 'data')
  const pruned = await Promise.allSettled([tape.writer!.prune((FIRST_SECOND + 20 * 86_400) * 1_000)])
  sibling.kill('SIGKILL')
  await once(sibling, 'exit')
  assert.deepEqual(pruned, [{ status: 'fulfilled', value: { removedDays: ['2026-11-20'] } }])
  assert.deepEqual(
    tape.slots('solana', 0, 20).map(({ slot }) => slot),
    [11],
  )
})

test('a block whose clock runs behind stands in the day of the one before; a minute may span two days', async (t) => {
  const tape = openTestTape(t)
  const midnight = FIRST_SECOND + 86_400
  for (const [slot, blockTimeSec, priceUsd] of [
    [10, midnight - 1, 2],
    [11, midnight, 3],
    [12, midnight - 1, 4],
  ] as const)
    await tape.writer!.appendSlot(slotOf(slot, [tradeFact(slot, 0, { blockTimeSec, priceUsd })], { blockTimeSec }), NOW)
  const minutes = tape.candles(addressOf('pool'), 0, midnight * 1_000)
  assert.deepEqual(
    minutes.map(({ open, close, buys }) => [open, close, buys]),
    [
      [2, 4, 2],
      [3, 3, 1],
    ],
  )
  await tape.writer!.retract('solana', [{ slot: 12 }, { slot: 11 }])
  assert.deepEqual(
    tape.candles(addressOf('pool'), 0, midnight * 1_000).map(({ open, close, buys }) => [open, close, buys]),
    [[2, 2, 1]],
  )
})

test('seqAt finds the first event at or after a time', async (t) => {
  const tape = openTestTape(t)
  for (const second of [0, 1, 1, 130, 600])
    await tape.writer!.appendSlot(
      slotOf(
        10 + tape.window().head.seq,
        [tradeFact(10 + tape.window().head.seq, 0, { blockTimeSec: FIRST_SECOND + second })],
        {
          blockTimeSec: FIRST_SECOND + second,
        },
      ),
      NOW,
    )
  const seqs = [-50, 0, 1, 2, 130, 131, 601].map((second) => tape.seqAt(FIRST_SECOND + second))
  assert.deepEqual(seqs, [1, 1, 2, 4, 4, 5, 6])
})

test('seqAt passes over nothing where the clock of the chain went back', async (t) => {
  const tape = openTestTape(t)
  const times = [600, 60, 0, 700].map((second) => FIRST_SECOND + second)
  for (const [at, blockTimeSec] of [...times, 0].entries())
    await tape.writer!.appendSlot(slotOf(10 + at, [tradeFact(10 + at, 0, { blockTimeSec })], { blockTimeSec }), NOW)
  const seqs = [-FIRST_SECOND, -50, 0, 60, 600, 601, 701].map((second) => tape.seqAt(FIRST_SECOND + second))
  assert.deepEqual(seqs, [1, 1, 1, 1, 1, 4, 6])
})

test('clear begins another epoch: nothing is left and old cursors are gone', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(slotOf(10, [tradeFact(10, 0)]), NOW)
  const { epoch } = tape
  const cursor = tape.formatCursor(1)
  await tape.clear()
  assert.notEqual(tape.epoch, epoch)
  assert.deepEqual([tape.window().head.seq, tape.position('solana'), tape.read(0, 5)], [0, undefined, []])
  assert.equal(tape.checkCursor(cursor).status, 'gone')
  await tape.writer!.appendSlot(slotOf(10, [tradeFact(10, 0)]), NOW)
  assert.equal(tape.read(0, 5).length, 1)
})

test('another process sees commits, new days and another epoch of the one that writes', async (t) => {
  const folder = tempFolder(t)
  const reader = openTestTape(t, { folder, writes: false })
  assert.equal(reader.writer, null)
  const heads: number[] = []
  const stop = reader.subscribe((head) => heads.push(head))
  const child = fork(WRITER, [folder, '10', '2'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  const epoch = await new Promise((resolve) => child.once('message', resolve))
  await until(() => heads.at(-1) === 2, 'the second event')
  assert.equal(reader.epoch, epoch)
  assert.deepEqual(
    reader.read(0, 5).map(({ slot, seq }) => [slot, seq]),
    [
      [10, 1],
      [11, 2],
    ],
  )
  child.send('clear')
  await new Promise((resolve) => child.once('message', resolve))
  await until(() => reader.epoch !== epoch, 'another epoch')
  assert.deepEqual(reader.read(0, 5), [])
  stop()
})

test('kill -9 at any moment: every acknowledged slot is there, whole, and numbering goes on', async (t) => {
  const folder = tempFolder(t)
  let next = 10
  for (let round = 0; round < 4; round++) {
    const child = fork(WRITER, [folder, String(next)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    let acknowledged = next - 1
    child.on('message', (slot) => {
      acknowledged = slot as number
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => setTimeout(() => child.kill('SIGKILL'), 40 + 35 * round))
      child.once('exit', (_code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error('ended by itself'))))
    })
    const tape = openTestTape(t, { folder })
    const position = tape.position('solana')!
    assert(position.slot >= acknowledged, `slot ${acknowledged} was acknowledged, ${position.slot} is there`)
    const events = tape.read(0, 1_000_000)
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_, at) => at + 1),
    )
    for (const record of tape.slots('solana', 0, 1_000_000)) {
      const own = events.slice(record.firstSeq - 1, record.firstSeq - 1 + record.count)
      assert.equal(slotDigest(ids(own)), record.digest, `slot ${record.slot}`)
    }
    const { trades } = tape.trades({ by: 'wallet', address: addressOf('maker') }, { limit: 1_000_000 })
    assert.deepEqual(trades, events.toReversed(), 'the index by wallet is as whole as the blocks')
    next = position.slot + 1
    await tape.close()
  }
})

test('a second block of a slot stands on the newest of the tape; any other of a slot that has one is refused', async (t) => {
  const tape = openTestTape(t)
  const { writer } = tape
  const first = slotOf(10, [tradeFact(10, 0)])
  const second = slotOf(10, [tradeFact(10, 0, { branch: 'b' })], {
    branch: 'b',
    parentSlot: 10,
    parentHash: first.blockHash,
  })
  await assert.rejects(writer!.appendSlots([first, second, first], 1), /retract it first/)
  assert.equal(tape.window().head.seq, 0, 'a commit with a block twice is none')
  await writer!.appendSlots([first, second], 1)
  await writer!.appendSlot(second, 2)
  assert.deepEqual(
    tape.slots('solana', 0, 9).map(({ slot, bank, blockHash }) => [slot, bank, blockHash]),
    [
      [10, 0, first.blockHash],
      [10, 1, second.blockHash],
    ],
  )
  assert.equal(tape.window().head.seq, 2)
  const third = { ...slotOf(10, [tradeFact(10, 0, { branch: 'c' })], { branch: 'c' }), parentSlot: 10 }
  await assert.rejects(writer!.appendSlot({ ...third, parentHash: first.blockHash }, 3), /retract it first/)
  await assert.rejects(writer!.appendSlot({ ...third, parentSlot: 9 }, 3), /retract it first/)
  await writer!.appendSlot(slotOf(11, [tradeFact(11, 0)], { parentHash: second.blockHash, parentSlot: 10 }), 4)
  await assert.rejects(writer!.appendSlot({ ...third, parentHash: second.blockHash }, 5), /retract it first/)
  await writer!.retract('solana', [{ slot: 11 }, { slot: 10, blockHash: second.blockHash }])
  assert.deepEqual(
    tape.banks('solana', 10).map(({ blockHash }) => blockHash),
    [first.blockHash],
  )
  await writer!.appendSlot({ ...third, parentHash: first.blockHash }, 6)
  assert.deepEqual(
    tape.banks('solana', 10).map(({ bank, blockHash }) => [bank, blockHash]),
    [
      [0, first.blockHash],
      [1, third.blockHash],
    ],
  )
})
