import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ROUTES as MOUNTED } from '../src/routes/index.ts'
import { ALL_RULES, RULE_TABLES } from './rules/all-rules.ts'
import type { EngineRule } from './rules/engine-rule.ts'
import { ENGINE_RULES } from './rules/engine-rules.ts'
import { PUSH_RULES } from './rules/push-rules.ts'
import { TRADING_RULES } from './rules/trading-rules.ts'
import { faultsOf, ruleLessFaults } from './support/check-rules.ts'
import { routeNamed } from './support/reply-check.ts'
import { ROUTES_WITHOUT_RULES } from './support/routes-without-rules.ts'
import { readSourceNames } from './support/source-names.ts'

/** The table of rules is whole and true: `eval/mutation/break-rules.ts` rests on it. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The routes of the engines, the charts and the market history. */
const ROUTES = [
  ...[
    'ath',
    'deepscan',
    'bubblemap',
    'safety',
    'metadata-full',
    'dev-history',
    'snipers',
    'chart',
    'ohlcv',
    'chart-source',
  ].map((name) => `GET /api/v2/tokens/{mint}/${name}`),
  'GET /api/v2/tokens/safety',
  'GET /api/v2/tokens/screener',
  'GET /api/v2/market/sol-price/history',
  'GET /api/v2/market/pool-ohlcv',
]

/** Those of the aggregator (spec 4.5) and of trading (4.9). */
const TRADING_ROUTES = [
  ...['GET swap/quote', 'POST swap/build'],
  ...['POST orders/limit/create', 'GET orders/limit', 'GET orders/limit/history', 'POST orders/limit/cancel'],
  ...['POST orders/dca/create', 'GET orders/dca', 'POST orders/dca/close'],
]
  .map((route) => route.replace(' ', ' /api/v2/'))
  .concat(
    ['buy', 'sell', 'buy-multi-hop', 'sell-multi-hop', 'quote', 'broadcast'].map((name) => `POST /v1/trade/${name}`),
    ['pool-params', 'estimate', 'bundle-status', 'balance', 'sol-balance', 'detect'].map(
      (name) => `GET /v1/trade/${name}`,
    ),
    ['GET /v1/token/info', 'GET /v1/test/discover'],
  )

const SAMPLES = 'test/fixtures/mutation'
/** How many rules each table has at least; a rule that the specification gave up lowers its number. */
const RULES_AT_LEAST = { engine: 411, push: 242, trading: 409, recovery: 372, wallets: 64 }

const names = readSourceNames(['src', 'sandbox', 'eval', 'examples', SAMPLES])

const texts = new Map<string, string | null>()
function textOf(file: string): string | null {
  const text = texts.get(file) ?? (existsSync(`${ROOT}${file}`) ? readFileSync(`${ROOT}${file}`, 'utf8') : null)
  texts.set(file, text)
  return text
}

test('every rule says where the specification has it, and names its code and a test by their own names', () => {
  assert.deepEqual(faultsOf(ALL_RULES, names, textOf), [])
})

test('no rule is lost', () => {
  for (const [table, least] of Object.entries(RULES_AT_LEAST)) {
    const { length } = RULE_TABLES.get(table)!
    assert(length >= least, `${table} has ${length} rules, and had ${least}`)
  }
})

test('every route has rules, and every rule is one of a route that is mounted', () => {
  for (const route of ROUTES) assert(ENGINE_RULES.filter((rule) => rule.route === route).length >= 5, route)
  for (const { route, id } of ENGINE_RULES) {
    assert(ROUTES.includes(route), `${id}: ${route}`)
    assert(routeNamed(route))
  }
  for (const route of TRADING_ROUTES) assert(TRADING_RULES.filter((rule) => rule.route === route).length >= 2, route)
  for (const { route } of [...PUSH_RULES, ...TRADING_RULES]) assert(routeNamed(route), route)
})

test('every mounted route has a rule, and those that have none may only become fewer', () => {
  const names = MOUNTED.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(ruleLessFaults(names, ALL_RULES, ROUTES_WITHOUT_RULES), [])
})

const HELD: EngineRule = {
  id: 'held',
  route: 'GET /',
  rule: '2.1: a fee is never negative',
  test: { file: 'sample.test.ts', name: 'a fee is half of the amount' },
  code: 'sampleFee',
}

test('a route without a rule is a fault, and so is a row of the list that is right no more', () => {
  assert.deepEqual(ruleLessFaults(['GET /', 'GET /new', 'GET /old'], [HELD], ['GET /', 'GET /old', 'GET /gone']), [
    'GET /new has no rule: add a row to test/rules',
    'GET / has rules: take it out of test/support/routes-without-rules.ts',
    'GET /gone is not mounted: take it out of test/support/routes-without-rules.ts',
  ])
})

const SAMPLE_TEST = `
test('a fee is half of the amount', () => {})
test('a fee that no one asks for', { skip: 'later' }, () => {})
`
const faultsWith = (change: Partial<EngineRule>) =>
  faultsOf([{ ...HELD, ...change }], names, (file) => (file === 'sample.test.ts' ? SAMPLE_TEST : null))

test('a rule in order has no fault, under each way to name its code', () => {
  for (const code of [
    'sampleFee',
    'SAMPLE_LIMITS',
    'SAMPLE_LIMITS.rows',
    'SAMPLE_LIMITS.of.lamports',
    'sample#hidden',
    'mutation/sample#hidden.name',
  ])
    assert.deepEqual(faultsWith({ code }), [], code)
})

test('a rule whose test is gone, renamed or switched off is a fault', () => {
  const inFile = (name: string) => faultsWith({ test: { file: 'sample.test.ts', name } })
  assert.deepEqual(faultsWith({ test: { file: 'gone.test.ts', name: HELD.test.name } }), [
    'held: gone.test.ts does not exist',
  ])
  assert.deepEqual(inFile('a fee is half'), ['held: sample.test.ts has no test with the title: a fee is half'])
  assert.deepEqual(inFile('a fee that no one asks for'), [
    'held: sample.test.ts never runs the test: a fee that no one asks for',
  ])
})

test('a rule whose code is gone, renamed, ambiguous or empty is a fault', () => {
  assert.deepEqual(faultsWith({ code: 'sampleFees' }), ['held: no code is called sampleFees'])
  assert.deepEqual(faultsWith({ code: 'SAMPLE_LIMITS.pages' }), [
    `held: no code is called SAMPLE_LIMITS.pages; there is SAMPLE_LIMITS (${SAMPLES}/sample.ts)`,
  ])
  // What no module exports is found by its module's path alone.
  assert.deepEqual(faultsWith({ code: 'hidden.name' }), [
    `held: no code is called hidden.name; there is ${SAMPLES}/sample#hidden`,
  ])
  assert.deepEqual(faultsWith({ code: 'sampl#hidden' }), [
    `held: no code is called sampl#hidden; there is ${SAMPLES}/sample#hidden`,
  ])
  assert.deepEqual(faultsWith({ code: 'everything' }), [
    `held: everything is in several places: ${SAMPLES}/sample.ts, ${SAMPLES}/twin.ts`,
  ])
  assert.deepEqual(faultsWith({ code: 'sample#empty' }), ['held: nothing in sample#empty can be broken'])
})

test('a rule without a section of the specification is a fault, and so is an id given twice', () => {
  assert.deepEqual(faultsWith({ rule: 'a fee is never negative' }), [
    'held: where does the specification say it: a fee is never negative',
  ])
  assert.deepEqual(
    faultsOf([HELD, HELD], names, () => SAMPLE_TEST),
    ['held: another rule has this id', 'held: another rule has this id'],
  )
})
