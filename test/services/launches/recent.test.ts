import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { LaunchesReply } from '../../../src/contract/launch.ts'
import { fail, type Outcome } from '../../../src/contract/outcome.ts'
import { getRecentLaunches, type LaunchesRequest } from '../../../src/services/launches/recent.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { addressOf, launchFact, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const NOW = 1_795_200_000_000

function setUp(t: TestContext) {
  const tape = openTestTape(t)
  const { ctx } = fakeContext({ store: { tape } })
  const ask = (request: Partial<LaunchesRequest> = {}) =>
    getRecentLaunches(ctx, { limit: 50, dex: null, cursor: '', ...request })
  return { tape, ask }
}
const replyOf = (outcome: Outcome<LaunchesReply>): LaunchesReply => {
  assert(outcome.ok, JSON.stringify(outcome))
  return outcome.value
}
const poolsOf = (outcome: Outcome<LaunchesReply>) => replyOf(outcome).launches.map(({ poolAddress }) => poolAddress)

test('an empty tape has an empty list', async (t) => {
  assert.deepEqual(replyOf(await setUp(t).ask()), { count: 0, launches: [], nextCursor: null })
})

test('tokens and pools, latest indexed first, in the fields of the specification', async (t) => {
  const { tape, ask } = setUp(t)
  const launch = launchFact(10, 0, { uri: 'https://x.example/a.json' })
  await tape.writer!.appendSlot(slotOf(10, [launch]), NOW)
  const pool = launchFact(11, 0, {
    kind: 'pool',
    dex: 'orca',
    pool: addressOf('whirlpool'),
    mint: addressOf('elsewhere'),
    creator: null,
    name: null,
    symbol: null,
    blockTimeSec: null,
  })
  await tape.writer!.appendSlot(slotOf(11, [pool, tradeFact(11, 1)]), NOW + 400)
  assert.deepEqual(replyOf(await ask()), {
    count: 2,
    launches: [
      {
        mint: pool.mint,
        poolAddress: pool.pool,
        dexType: 'orca',
        signature: pool.signature,
        blockTime: null,
        indexedAt: NOW + 400,
        creator: null,
        name: null,
        symbol: null,
        uri: null,
      },
      {
        mint: launch.mint,
        poolAddress: launch.pool,
        dexType: 'pumpfun',
        signature: launch.signature,
        blockTime: launch.blockTimeSec,
        indexedAt: NOW,
        creator: launch.creator,
        name: 'A coin',
        symbol: 'COIN',
        uri: 'https://x.example/a.json',
      },
    ],
    nextCursor: null,
  })
})

test('a graduation lists its new pool once, under the DEX of the pool and with the name of the token', async (t) => {
  const { tape, ask } = setUp(t)
  const nameless = { name: null, symbol: null, pool: addressOf('amm') } as const
  await tape.writer!.appendSlots(
    [
      slotOf(10, [launchFact(10, 0)]),
      slotOf(11, [
        launchFact(11, 0, { ...nameless, kind: 'graduation' }),
        launchFact(11, 1, { ...nameless, kind: 'pool', dex: 'pumpswap' }),
      ]),
    ],
    NOW,
  )
  const { launches } = replyOf(await ask())
  assert.deepEqual(
    launches.map(({ poolAddress, dexType, name }) => [poolAddress, dexType, name]),
    [
      [addressOf('amm'), 'pumpswap', 'A coin'],
      [addressOf('curve'), 'pumpfun', 'A coin'],
    ],
  )
  assert.deepEqual(poolsOf(await ask({ dex: 'pumpfun' })), [addressOf('curve')])
  assert.deepEqual(poolsOf(await ask({ dex: 'pumpswap' })), [addressOf('amm')])
  assert.deepEqual(poolsOf(await ask({ dex: 'bonk' })), [])
})

test('a launch that a fork took back is gone', async (t) => {
  const { tape, ask } = setUp(t)
  await tape.writer!.appendSlots(
    [slotOf(10, [launchFact(10, 0)]), slotOf(11, [launchFact(11, 0, { pool: addressOf('b') })])],
    NOW,
  )
  await tape.writer!.retract('solana', [{ slot: 11 }])
  assert.deepEqual(poolsOf(await ask()), [addressOf('curve')])
})

test('consecutive pages hold each launch once, with graduations between them or not, and end', async (t) => {
  const { tape, ask } = setUp(t)
  const poolOf = (slot: number) => addressOf(`pool ${slot}`)
  const slots = Array.from({ length: 300 }, (_, at) =>
    slotOf(10 + at, [launchFact(10 + at, 0, { pool: poolOf(10 + at), kind: at % 3 === 0 ? 'graduation' : 'pool' })]),
  )
  await tape.writer!.appendSlots(slots, NOW)
  const seen: string[] = []
  let reply = replyOf(await ask({ limit: 70 }))
  for (let page = 0; page < 10; page++) {
    seen.push(...reply.launches.map(({ poolAddress }) => poolAddress))
    if (reply.nextCursor === null) break
    assert.equal(reply.count, 70)
    await tape.writer!.appendSlot(slotOf(1_000 + page, [launchFact(1_000 + page, 0)]), NOW)
    reply = replyOf(await ask({ limit: 70, cursor: reply.nextCursor }))
  }
  assert.equal(reply.nextCursor, null)
  const listed = Array.from({ length: 300 }, (_, at) => at).filter((at) => at % 3 !== 0)
  assert.deepEqual(seen, listed.map((at) => poolOf(10 + at)).reverse())
})

test('a cursor that leads nowhere is refused as such', async (t) => {
  const { tape, ask } = setUp(t)
  await tape.writer!.appendSlot(slotOf(10, [launchFact(10, 0)]), NOW)
  assert.deepEqual(await ask({ cursor: 'x' }), fail('invalid_request', 'invalid cursor'))
  assert.deepEqual(await ask({ cursor: tape.formatCursor(9) }), fail('invalid_request', 'cursor is no longer kept'))
})

test('times that went back do not stand out of order', async (t) => {
  const { tape, ask } = setUp(t)
  await tape.writer!.appendSlot(slotOf(10, [launchFact(10, 0, { pool: addressOf('first') })]), NOW + 5_000)
  await tape.writer!.appendSlot(slotOf(11, [launchFact(11, 0, { pool: addressOf('second') })]), NOW)
  const times = replyOf(await ask()).launches.map(({ indexedAt }) => indexedAt)
  assert.deepEqual(times, [NOW + 5_000, NOW])
})
