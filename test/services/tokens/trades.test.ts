import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { readConfig } from '../../../src/config/env.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import type { TokenTradesReply } from '../../../src/contract/trade-row.ts'
import { getTokenTrades } from '../../../src/services/tokens/trades.ts'
import type { ListedTrade, TokenTrades } from '../../../src/upstreams/market-capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { addressOf, FIRST_SECOND, launchFact, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const MINT = addressOf('mint')
const LISTED: ListedTrade = {
  signature: 'listed',
  tMs: 5,
  side: 'sell',
  amountUsd: null,
  priceUsd: 2,
  amount: null,
  sender: null,
  platform: 'Provider',
}

function setUp(
  t: TestContext,
  options: {
    provider?: Outcome<readonly ListedTrade[]>
    ingest?: Partial<ReturnType<typeof readConfig>['ingest']>
    rpc?: SolanaRpc
  } = {},
) {
  const asked: number[] = []
  const { provider } = options
  const trades: TokenTrades | null =
    provider === undefined
      ? null
      : {
          provider: 'listed',
          async newestTrades(_mint, limit) {
            asked.push(limit)
            return provider
          },
        }
  const tape = openTestTape(t)
  const { ctx, clock } = fakeContext({
    config: { ingest: { ...readConfig({}).ingest, ...options.ingest } },
    parts: { upstreams: { ...NO_UPSTREAMS, trades }, chain: { rpc: options.rpc ?? null } },
    store: { tape },
  })
  const ask = (limit: number, cursor = '') => getTokenTrades(ctx, MINT, { limit, cursor })
  /** Blocks from slot 10 on with one trade each; the clock stands at the last of them. */
  const trade = async (count: number) => {
    const slots = Array.from({ length: count }, (_, at) => slotOf(10 + at, [tradeFact(10 + at, 0)]))
    await tape.writer!.appendSlots(slots, 1)
    await atSlot(9 + count)
  }
  const atSlot = (slot: number) => clock.advance((FIRST_SECOND + Math.floor(slot * 0.4)) * 1_000 - clock.nowMs())
  return { ctx, tape, clock, ask, trade, atSlot, asked }
}
const replyOf = (outcome: Outcome<TokenTradesReply>): TokenTradesReply => {
  assert(outcome.ok, JSON.stringify(outcome))
  return outcome.value
}
const hashesOf = (outcome: Outcome<TokenTradesReply>) => replyOf(outcome).trades.map(({ hash }) => hash)

test('the tape answers when it holds as many trades as asked for, and the provider is not asked', async (t) => {
  const { ask, trade, asked } = setUp(t, { provider: ok([LISTED]) })
  await trade(5)
  const reply = replyOf(await ask(5))
  assert.equal(reply.count, 5)
  const newest = tradeFact(14, 0)
  assert.deepEqual(reply.trades[0], {
    hash: newest.signature,
    date: newest.blockTimeSec! * 1_000,
    amountUSD: 1.5,
    priceUSD: 1.5,
    amount: 1,
    side: 'buy',
    sender: newest.maker,
    platform: 'pumpswap',
  })
  assert.deepEqual(asked, [])
})

test('fewer than asked for is no answer of the tape: the provider’s rows, and none of ours among them', async (t) => {
  const { ask, trade, asked } = setUp(t, { provider: ok([LISTED]) })
  await trade(5)
  const reply = replyOf(await ask(6))
  assert.deepEqual(reply, {
    mint: MINT,
    count: 1,
    trades: [
      {
        hash: 'listed',
        date: 5,
        amountUSD: 0,
        priceUSD: 2,
        amount: 0,
        side: 'sell',
        sender: null,
        platform: 'Provider',
      },
    ],
    nextCursor: null,
  })
  assert.deepEqual(asked, [6])
})

test('a token that was launched on the tape has all its trades there, however few', async (t) => {
  const { ask, tape, trade, asked } = setUp(t, { provider: ok([LISTED]) })
  await tape.writer!.appendSlot(slotOf(9, [launchFact(9, 0)]), 1)
  await trade(2)
  assert.equal(replyOf(await ask(20)).count, 2)
  assert.deepEqual(asked, [])
})

test('a pool that was made on the tape proves nothing: the token may be older', async (t) => {
  const { ask, tape, trade, asked } = setUp(t, { provider: ok([LISTED]) })
  await tape.writer!.appendSlot(slotOf(9, [launchFact(9, 0, { kind: 'pool' })]), 1)
  await trade(2)
  assert.deepEqual(hashesOf(await ask(20)), ['listed'])
  assert.deepEqual(asked, [20])
})

test('what lies before a gap is not returned', async (t) => {
  const { ask, tape, asked } = setUp(t, { provider: ok([LISTED]) })
  await tape.writer!.appendSlot(slotOf(9, [launchFact(9, 0), tradeFact(9, 1)]), 1)
  await tape.writer!.recordLost('solana', { fromSlot: 10, toSlot: 20, reason: 'gone' })
  await tape.writer!.appendSlot(slotOf(21, [tradeFact(21, 0)]), 1)
  assert.deepEqual(hashesOf(await ask(2)), ['listed'])
  assert.deepEqual(asked, [2])
})

test('a tape that lags gives way to the provider', async (t) => {
  const { ask, trade, clock, asked } = setUp(t, { provider: ok([LISTED]) })
  await trade(5)
  await clock.advance(61_000)
  assert.deepEqual(hashesOf(await ask(2)), ['listed'])
  assert.deepEqual(asked, [2])
})

test('a follower that leaves DEXes out, or this mint, answers only where there is no provider', async (t) => {
  for (const ingest of [{ dexes: ['pumpfun'] as const }, { scope: 'watch' as const, watch: [addressOf('other')] }]) {
    const withProvider = setUp(t, { provider: ok([LISTED]), ingest })
    await withProvider.trade(3)
    assert.deepEqual(hashesOf(await withProvider.ask(2)), ['listed'])
    const alone = setUp(t, { ingest })
    await alone.trade(3)
    assert.equal(replyOf(await alone.ask(2)).count, 2)
  }
  const watched = setUp(t, { provider: ok([LISTED]), ingest: { scope: 'watch', watch: [MINT] } })
  await watched.trade(3)
  assert.equal(replyOf(await watched.ask(2)).count, 2)
})

test('a provider that fails is the answer, never a part of the tape', async (t) => {
  const { ask, trade } = setUp(t, { provider: fail('upstream_timeout', 'slow') })
  await trade(3)
  assert.deepEqual(await ask(20), fail('upstream_timeout', 'slow'))
})

test('without a provider what is held without a gap is returned for five seconds; before the first block nothing', async (t) => {
  const { ask, trade, clock } = setUp(t)
  assert.deepEqual(await ask(20), fail('upstream_failed', 'no trade has been read yet'))
  await trade(3)
  const short = await ask(20)
  assert.equal(replyOf(short).count, 3)
  assert(short.ok)
  assert.equal(short.cache?.freshUntilMs, clock.nowMs() + 5_000)
})

test('while the tape holds nothing and the node fails, that is the reason, not the tape', async (t) => {
  const slow = fail('upstream_timeout', 'the node is slow')
  const calls = ['call', 'accounts', 'programAccounts', 'signaturesOf'].map((method) => [method, async () => slow])
  const rpc: SolanaRpc = Object.fromEntries(calls)
  const { ask, trade } = setUp(t, { rpc })
  const unread = fail('upstream_failed', 'market data unavailable')
  assert.deepEqual(await ask(20), unread)
  await trade(3)
  const { count, missing } = replyOf(await ask(20))
  assert.equal(count, 3)
  assert.deepEqual(missing, ['trades of before this server began to follow the chain: market data unavailable'])
})

test('what a fork took back is gone, and its place is taken by what replaced it', async (t) => {
  const { ask, tape, trade } = setUp(t)
  await trade(3)
  await tape.writer!.retract('solana', [{ slot: 12 }])
  await tape.writer!.appendSlot(slotOf(13, [tradeFact(13, 0, { branch: 'b' })], { branch: 'b', parentSlot: 11 }), 1)
  assert.deepEqual(hashesOf(await ask(3)), [
    tradeFact(13, 0, { branch: 'b' }).signature,
    tradeFact(11, 0).signature,
    tradeFact(10, 0).signature,
  ])
})

test('unknown figures are 0', async (t) => {
  const { ask, tape, atSlot } = setUp(t)
  const fact = tradeFact(10, 0, { priceUsd: null, amountUsd: null, blockTimeSec: null })
  await tape.writer!.appendSlot(slotOf(10, [fact]), 1)
  await atSlot(10)
  const [row] = replyOf(await ask(1)).trades
  assert.deepEqual([row!.priceUSD, row!.amountUSD, row!.date], [0, 0, 0])
})

test('consecutive pages hold each trade once, also while new ones come, and end', async (t) => {
  const { ask, tape, trade } = setUp(t)
  await trade(25)
  const seen: string[] = []
  let reply = replyOf(await ask(10))
  for (let page = 0; page < 10; page++) {
    seen.push(...reply.trades.map(({ hash }) => hash))
    if (reply.nextCursor === null) break
    await tape.writer!.appendSlot(slotOf(100 + page, [tradeFact(100 + page, 0)]), 1)
    reply = replyOf(await ask(10, reply.nextCursor))
  }
  assert.equal(reply.nextCursor, null)
  assert.deepEqual(
    seen,
    Array.from({ length: 25 }, (_, at) => tradeFact(34 - at, 0).signature),
  )
})

test('a page ends at a gap', async (t) => {
  const { ask, tape, trade } = setUp(t)
  await trade(3)
  await tape.writer!.recordLost('solana', { fromSlot: 13, toSlot: 20, reason: 'gone' })
  await tape.writer!.appendSlots([slotOf(21, [tradeFact(21, 0)]), slotOf(22, [tradeFact(22, 0)])], 1)
  const first = replyOf(await ask(1))
  const second = replyOf(await ask(10, first.nextCursor!))
  assert.deepEqual(
    second.trades.map(({ hash }) => hash),
    [tradeFact(21, 0).signature],
  )
  assert.equal(second.nextCursor, null)
})

test('slots that are lost while a client pages change nothing of the pages behind', async (t) => {
  const { ask, tape, trade } = setUp(t)
  await trade(6)
  const first = replyOf(await ask(2))
  await tape.writer!.recordLost('solana', { fromSlot: 16, toSlot: 20, reason: 'gone' })
  const second = replyOf(await ask(2, first.nextCursor!))
  await tape.writer!.appendSlots([slotOf(21, [tradeFact(21, 0)])], 1)
  const third = replyOf(await ask(10, second.nextCursor!))
  assert.deepEqual(
    [first, second, third].map(({ trades }) => trades.map(({ hash }) => hash)),
    [
      [15, 14],
      [13, 12],
      [11, 10],
    ].map((slots) => slots.map((slot) => tradeFact(slot, 0).signature)),
  )
})

test('a cursor that leads nowhere is refused as such', async (t) => {
  const { ask, trade, tape } = setUp(t, { provider: ok([LISTED]) })
  assert.deepEqual(await ask(5, tape.formatCursor(0)), fail('invalid_request', 'cursor is no longer kept'))
  await trade(3)
  for (const cursor of ['x', '1', `${tape.epoch}-`, 'x'.repeat(64)])
    assert.deepEqual(await ask(5, cursor), fail('invalid_request', 'invalid cursor'))
  const ofAnother = `${tape.epoch === '00000000' ? '11111111' : '00000000'}-00000000001`
  for (const cursor of [ofAnother, tape.formatCursor(1_000)])
    assert.deepEqual(await ask(5, cursor), fail('invalid_request', 'cursor is no longer kept'))
})
