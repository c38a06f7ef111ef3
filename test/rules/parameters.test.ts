import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walletAt } from '../support/layer-inputs.ts'
import { routeNamed } from '../support/reply-check.ts'

/** Every parameter of the engines' and market history's routes as they declare it: defaults, clamps, silent fallbacks,
 *  other names and messages (spec 4.1, 4.3 and 8). Through the socket they are tried route by route. */

const CHART = 'GET /api/v2/tokens/{mint}/chart'
const OHLCV = 'GET /api/v2/tokens/{mint}/ohlcv'
const SCREENER = 'GET /api/v2/tokens/screener'
const SOL_HISTORY = 'GET /api/v2/market/sol-price/history'
const POOL = 'GET /api/v2/market/pool-ohlcv'
const CHIP = 'GET /api/v2/tokens/{mint}/safety'
const CHIPS = 'GET /api/v2/tokens/safety'

/** What a query parameter makes of a text. */
function read(route: string, name: string, raw: string | undefined): unknown {
  const rule = routeNamed(route).query[name]
  assert(rule, `${route} has ${name}`)
  const parsed = rule.parse(raw)
  return parsed.ok ? parsed.value : { refused: parsed.message, code: parsed.code }
}

/** Each text with what it counts as. */
function assertReads(route: string, name: string, cases: readonly (readonly [string | undefined, unknown])[]): void {
  for (const [raw, value] of cases) assert.deepEqual(read(route, name, raw), value, `${route} ${name}=${raw}`)
}

test('period of a chart is one of six, 1d by default and for anything else', () => {
  for (const route of [CHART, OHLCV]) {
    for (const period of ['1h', '1d', '7d', '30d', '90d', '365d']) assert.equal(read(route, 'period', period), period)
    for (const other of [undefined, '', '2d', '1D', '1w', ' 7d']) assert.equal(read(route, 'period', other), '1d')
  }
})

test('interval is another name of a chart’s period', () => {
  for (const route of [CHART, OHLCV]) assert.deepEqual(routeNamed(route).query['period']!.aliases, ['interval'])
})

test('from and to are epoch milliseconds; what is no such number counts as absent', () => {
  for (const route of [CHART, OHLCV, POOL])
    for (const name of ['from', 'to'])
      assertReads(route, name, [
        ['1700000000000', 1_700_000_000_000],
        ['0', 0],
        ['12.9', 12],
        [undefined, null],
        ['', null],
        ['x', null],
        ['-1', null],
        ['1e99', null],
      ])
})

test('buckets are 80 by default, clamped to 10 and 300', () => {
  assertReads(OHLCV, 'buckets', [
    [undefined, 80],
    ['x', 80],
    ['9', 10],
    ['10', 10],
    ['33.9', 33],
    ['300', 300],
    ['301', 300],
  ])
})

test('flags of a chip are 3 by default, clamped to 1 and 5', () => {
  for (const route of [CHIP, CHIPS])
    assertReads(route, 'flags', [
      [undefined, 3],
      ['many', 3],
      ['0', 1],
      ['-4', 1],
      ['1', 1],
      ['5', 5],
      ['99', 5],
    ])
})

test('refresh is false by default, and only 1 or true are true', () => {
  assertReads(CHIP, 'refresh', [
    [undefined, false],
    ['', false],
    ['0', false],
    ['no', false],
    ['1', true],
    ['true', true],
    ['TRUE', true],
  ])
})

test('mints are a comma list: rubbish and repeats dropped, the first 30 kept, none is refused with the message', () => {
  const mints = Array.from({ length: 33 }, (_, i) => walletAt(i))
  assert.deepEqual(read(CHIPS, 'mints', ['rubbish', mints[0], ...mints].join(',')), mints.slice(0, 30))
  assert.deepEqual(read(CHIPS, 'mints', ` ${mints[4]} ,,${mints[2]}`), [mints[4], mints[2]])
  const refused = { refused: 'mints required (max 30 valid mints)', code: 'invalid_request' }
  for (const raw of [undefined, '', 'rubbish,x']) assert.deepEqual(read(CHIPS, 'mints', raw), refused)
})

test('input of the screener is trimmed and required', () => {
  assertReads(SCREENER, 'input', [
    [' bonk ', 'bonk'],
    ['  ', { refused: 'input required', code: 'invalid_request' }],
    [undefined, { refused: 'input required', code: 'invalid_request' }],
  ])
})

test('sortBy is one of six, volume24h by default and for anything else', () => {
  const sorts = ['trendingScore24h', 'volume24h', 'liquidity', 'holdersCount', 'createdAt', 'organicVolume1h']
  for (const sort of sorts) assert.equal(read(SCREENER, 'sortBy', sort), sort)
  for (const other of [undefined, '', 'Volume24h', 'holders'])
    assert.equal(read(SCREENER, 'sortBy', other), 'volume24h')
})

test('limit of the screener is 10 by default, at most 20 and at least 1', () => {
  assertReads(SCREENER, 'limit', [
    [undefined, 10],
    ['x', 10],
    ['0', 1],
    ['-3', 1],
    ['20', 20],
    ['21', 20],
  ])
})

test('range of the SOL price is one of four, 24h by default and for anything else', () => {
  for (const range of ['1h', '24h', '7d', '30d']) assert.equal(read(SOL_HISTORY, 'range', range), range)
  for (const other of [undefined, '', '1d', '24H', '90d']) assert.equal(read(SOL_HISTORY, 'range', other), '24h')
})

test('pool is required: what is no address is refused with the message', () => {
  assertReads(POOL, 'pool', [
    [walletAt(1), walletAt(1)],
    [undefined, { refused: 'pool required', code: 'invalid_request' }],
    ['x', { refused: 'pool required', code: 'invalid_request' }],
  ])
})

test('period of a pool is one of five, 1h by default and for anything else', () => {
  for (const period of ['1m', '5m', '1h', '1d', '1w']) assert.equal(read(POOL, 'period', period), period)
  for (const other of [undefined, '', '15m', '1M', '1W']) assert.equal(read(POOL, 'period', other), '1h')
})

test('amount is 200 by default, clamped to 1 and 2000', () => {
  assertReads(POOL, 'amount', [
    [undefined, 200],
    ['x', 200],
    ['0', 1],
    ['-1', 1],
    ['2000', 2_000],
    ['2001', 2_000],
  ])
})

test('a mint in a path is an address of 32 to 44 letters, trimmed, anything else is invalid mint', () => {
  for (const name of ['ath', 'deepscan', 'bubblemap', 'safety', 'metadata-full', 'dev-history', 'snipers', 'chart']) {
    const rule = routeNamed(`GET /api/v2/tokens/{mint}/${name}`).params['mint']!
    assert.deepEqual(rule.parse(` ${walletAt(1)} `), { ok: true, value: walletAt(1) })
    for (const bad of ['', 'short', '1'.repeat(31), '1'.repeat(45), '0'.repeat(40)]) {
      const refused = rule.parse(bad)
      assert(!refused.ok)
      assert.deepEqual([refused.code, refused.message], ['invalid_request', 'invalid mint'])
    }
  }
})
