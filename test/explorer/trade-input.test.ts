import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaint, type Quote, quoteRows, toBps, toLamports, toSolText } from '../../explorer/src/pages/trade-input.ts'

test('a percentage is 0 to 100, to the hundredth, or none at all', () => {
  assert.deepEqual(
    ['50', '0.01', '3.', '100', ' 7.5 ', '0', '100.01', '150', '-1', 'abc', '', '1e2', '0.001'].map(toBps),
    [5_000, 1, 300, 10_000, 750, 0, null, null, null, null, null, null, null],
  )
  assert.deepEqual(['.5', '.05', '.', '..5', '100.00', '99.99', '007', '0007', '3,5', '1 2', '1.234'].map(toBps), [
    50,
    5,
    null,
    null,
    10_000,
    9_999,
    700,
    null,
    null,
    null,
    null,
  ])
})

test('an amount of SOL is read to the lamport', () => {
  assert.deepEqual(['0.05', '1', '0.000000001', '1.', '0.0000000001', '-1', 'abc', ''].map(toLamports), [
    50_000_000n,
    1_000_000_000n,
    1n,
    1_000_000_000n,
    null,
    null,
    null,
    null,
  ])
})

test('an amount may begin with its point, and has at most nine digits on either side of it', () => {
  assert.deepEqual(['.05', '.000000001', '999999999.999999999', '0', '.0'].map(toLamports), [
    50_000_000n,
    1n,
    999_999_999_999_999_999n,
    0n,
    0n,
  ])
  assert.deepEqual(['.', '1000000000', '0,05', '1 2', '1e9', '٣'].map(toLamports), [null, null, null, null, null, null])
})

test('what was typed goes to the server as it takes amounts', () => {
  for (const [typed, sent] of [
    ['1.', '1'],
    [' 0.05 ', '0.05'],
    ['007', '7'],
    ['0.000000001', '0.000000001'],
    ['12.500', '12.5'],
    ['.5', '0.5'],
    ['100', '100'],
  ] as const)
    assert.equal(toSolText(toLamports(typed)!), sent)
})

test('what cannot be traded is said in words', () => {
  const typed = { side: 'buy', amount: '0.05', percentage: '50', slippage: '3' } as const
  assert.equal(complaint(typed), null)
  assert.match(complaint({ ...typed, amount: 'abc' })!, /^Pay an amount of SOL/)
  assert.match(complaint({ ...typed, amount: '0' })!, /^Pay an amount of SOL/)
  assert.equal(complaint({ ...typed, percentage: '150' }), null, 'a buy has no percentage')
  assert.match(complaint({ ...typed, side: 'sell', percentage: '150' })!, /at most 100/)
  assert.match(complaint({ ...typed, slippage: '200' })!, /^Slippage/)
  assert.match(complaint({ ...typed, slippage: '0' })!, /^Slippage/)
  assert.match(complaint({ ...typed, side: 'sell', percentage: '0' })!, /^Sell a percentage.* at most 100/)
  const sale = { ...typed, side: 'sell' } as const
  assert.deepEqual([complaint({ ...sale, amount: 'abc' }), complaint({ ...sale, percentage: '0.01' })], [null, null])
  assert.equal(complaint({ ...typed, amount: '0.000000001', slippage: '0.01' }), null)
})

test('a quote shows what arrives after the fee of the server', () => {
  const quote: Quote & { out_amount: number; min_out_amount: number } = {
    out_amount: 1_000,
    min_out_amount: 970,
    net_out_amount: 998,
    min_net_out_amount: 968,
    platform_fee: 100_000,
    platform_fee_bps: 20,
    price_impact_bps: 64,
    route: [{ dex_type: 'pumpswap', pair_address: 'x' }],
    token: { mint: 'x', name: null, symbol: null, decimals: 0 },
  }
  assert.deepEqual(quoteRows(quote, String), [
    ['You get about', '998'],
    ['At least', '968'],
    ['Fee of this server', '0.0001 SOL (0.2%)'],
    ['Price impact', '0.64%'],
    ['Route', 'pumpswap'],
  ])
  assert.deepEqual(quoteRows({ ...quote, platform_fee: '0' }, String)[2], ['Fee of this server', 'none'])
  assert.deepEqual(quoteRows({ ...quote, platform_fee: 0 }, String)[2], ['Fee of this server', 'none'])
  const two = [...quote.route, { dex_type: 'raydium', pair_address: 'y' }]
  assert.deepEqual(quoteRows({ ...quote, route: two }, String)[4], ['Route', 'pumpswap → raydium'])
  assert.deepEqual(
    quoteRows({ ...quote, net_out_amount: '18446744073709551615' }, (raw) => `<${raw}>`)[0],
    ['You get about', '<18446744073709551615>'],
    'base units are never a float',
  )
})
