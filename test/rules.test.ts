import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENGINE_RULES } from './rules/engine-rules.ts'
import { PUSH_RULES } from './rules/push-rules.ts'
import { RECOVERY_TABLE } from './rules/recovery-rules.ts'
import { TRADING_RULES } from './rules/trading-rules.ts'
import { routeNamed } from './support/reply-check.ts'

/** The table of rules is whole and true: `bench/mutation/break-rules.ts` rests on it. */

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

const ALL_RULES = [...ENGINE_RULES, ...PUSH_RULES, ...TRADING_RULES, ...RECOVERY_TABLE]

const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(`${ROOT}${file}`, 'utf8')
  texts.set(file, text)
  return text
}

test('every rule has an id of its own and says where the specification says it', () => {
  assert.equal(new Set(ALL_RULES.map(({ id }) => id)).size, ALL_RULES.length)
  for (const { id, rule } of ALL_RULES) assert.match(rule, /^\d(\.\d+)?(, \d(\.\d+)?)*: \S.{3,}$/, id)
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

test('the test of each rule stands in its file under that very title', () => {
  for (const { id, test: named } of ALL_RULES) {
    const text = textOf(named.file)
    const found = ["'", '"'].filter((quote) => text.includes(`test(${quote}${named.name}${quote}, `))
    assert.equal(found.length, 1, `${id}: ${named.file} has no test ${named.name}`)
  }
})

test('what breaks a rule occurs once in its source, and changes it', () => {
  for (const { id, breaks } of ALL_RULES) {
    const times = textOf(breaks.file).split(breaks.find).length - 1
    assert.equal(times, 1, `${id}: ${breaks.file} holds ${times} times: ${breaks.find}`)
    assert.notEqual(breaks.find, breaks.replace, id)
    assert(/^(src|examples)\//.test(breaks.file), id)
  }
})
