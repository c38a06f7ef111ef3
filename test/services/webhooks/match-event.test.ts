import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchEvent, TapeEvent, TradeEvent } from '../../../src/contract/tape-event.ts'
import { createMatch } from '../../../src/services/webhooks/match-event.ts'
import { addressOf, FIRST_SECOND, launchFact, tradeFact } from '../../support/tape-facts.ts'

type Wish = Parameters<typeof createMatch>[0]

const trade = (given: Parameters<typeof tradeFact>[2] = {}): TradeEvent =>
  ({ ...tradeFact(10, 0, given), seq: 1 }) as TradeEvent
const launch = (given: Parameters<typeof launchFact>[2] = {}): LaunchEvent =>
  ({ ...launchFact(10, 0, given), seq: 1, indexedAtMs: 1 }) as LaunchEvent

function told(event: TapeEvent, filter: Partial<Wish['filter']>, given: Partial<Wish> = {}): string | null {
  const empty = { tokens: [], wallets: [], pools: [], minUsd: null, side: null, dex: [], screens: [] }
  return createMatch({
    events: ['trade', 'launch'],
    chain: 'solana',
    fromTimeSec: 0,
    filter: { ...empty, ...filter },
    ...given,
  })(event)
}

test('every condition that is given must hold, of a list one member', () => {
  const here = trade({ dex: 'orca', side: 'buy', amountUsd: 10 })
  const conditions: [Partial<Wish['filter']>, Partial<Wish['filter']>][] = [
    [{ tokens: [addressOf('mint')] }, { tokens: [addressOf('another')] }],
    [{ pools: [addressOf('pool')] }, { pools: [addressOf('another')] }],
    [{ wallets: [addressOf('maker')] }, { wallets: [addressOf('another')] }],
    [{ dex: ['orca'] }, { dex: ['bonk'] }],
    [{ side: 'buy' }, { side: 'sell' }],
    [{ minUsd: 10 }, { minUsd: 10.01 }],
  ]
  assert.equal(told(here, {}), 'trade')
  assert.equal(told(here, Object.assign({}, ...conditions.map(([holds]) => holds))), 'trade')
  for (const [holds, fails] of conditions) {
    assert.equal(told(here, holds), 'trade', JSON.stringify(holds))
    assert.equal(told(here, fails), null, JSON.stringify(fails))
    assert.equal(told(here, { tokens: [addressOf('mint')], ...fails }), null)
  }
  assert.equal(told(here, { tokens: [addressOf('another'), addressOf('mint')] }), 'trade')
  assert.equal(told(trade({ amountUsd: null }), { minUsd: 1 }), null, 'unknown worth is less')
  assert.equal(told(launch(), { wallets: [addressOf('creator')], side: 'sell', minUsd: 5 }), 'launch')
  assert.equal(told(launch(), { wallets: [addressOf('maker')] }), null)
  assert.equal(told(launch({ creator: null }), { wallets: [addressOf('creator')] }), null)
})

test('only what was asked for is sent, from the beginning on; what is taken back is sent as it was before', () => {
  assert.equal(told(trade(), {}, { events: ['launch'] }), null)
  assert.equal(told(launch(), {}, { events: ['trade'] }), null)
  const timeSec = FIRST_SECOND + 4
  assert.equal(told(trade(), {}, { fromTimeSec: timeSec }), 'trade')
  assert.equal(told(trade(), {}, { fromTimeSec: timeSec + 1 }), null)
  const taken = (retracts: TradeEvent | LaunchEvent) =>
    ({ ...retracts, type: 'retracted', seq: 2, retracts }) as unknown as TapeEvent
  assert.equal(told(taken(trade()), { tokens: [addressOf('mint')] }), 'trade_retracted')
  assert.equal(told(taken(launch()), {}), 'launch_retracted')
  assert.equal(told(taken(trade()), { tokens: [addressOf('another')] }), null)
  const lost = { type: 'lost', chain: 'solana', slot: 5, toSlot: 9, blockTimeSec: null, seq: 3 } as unknown as TapeEvent
  assert.equal(told(lost, { tokens: [addressOf('another')] }), 'gap')
})
