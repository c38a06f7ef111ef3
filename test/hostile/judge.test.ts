import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJudge } from '../../bench/hostile/facts.ts'
import { openDocument } from '../../bench/hostile/json-document.ts'
import { KINDS } from '../../bench/hostile/kinds/index.ts'
import { grownBeyond } from '../../bench/hostile/memory.ts'
import { longestStretch } from '../../bench/hostile/profile.ts'
import { compareHeard, compareTapes } from '../../bench/hostile/tape.ts'
import { wireCodeOf } from '../../src/contract/failures.ts'

const NOW_MS = Date.UTC(2026, 10, 23)
const ROUTE = 'GET /x'
const document = {
  paths: {
    '/x': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Anything' } } } },
          404: { content: { 'application/json': { schema: { type: 'object', required: ['error'] } } } },
        },
      },
    },
  },
  components: { schemas: { Anything: { type: 'object' } } },
}
const judge = createJudge(document, () => NOW_MS)
const rulesBroken = (json: unknown, status = 200) =>
  judge({ route: ROUTE, status, text: JSON.stringify(json), json }).map(({ field, rule }) => `${field}: ${rule}`)

test('answers outside their schema and facts that cannot be are wrong', () => {
  const wrong = [
    { priceUsd: -0.0000069 },
    { marketCap: 1e60 },
    { txns: { sells: 0.1 } },
    { lamports: -5 },
    { lamports: '1e3' },
    { decimals: -6 },
    { top10_pct: 100.2 },
    { mint: '1'.repeat(31) },
    { createdAt: '2999-01-01T00:00:00Z' },
    { createdAt: 'soon' },
    { pairCreatedAt: 3e38 },
    { candles: [{ t: 1_795_000_000, o: 2, h: 1, l: 1, c: 1, v: 0 }] },
    { top_holders: [{ pct: 99 }, { pct: 99 }] },
    { inAmount: '18446744073709551616' },
    { priceChange: { h1: -101 } },
    { accounts: [{ account: 'a' }, { account: 'b' }, { account: 'a' }] },
  ]
  for (const json of wrong) assert.equal(rulesBroken(json).length, 1, JSON.stringify(json))
  assert.deepEqual(rulesBroken([]), [': schema: must be object'])
  assert.equal(rulesBroken({}, 404).length, 1)
})

test('what a node says with another status is its own, what we say of it is judged', () => {
  const route = 'POST /api/rpc/send'
  const described = {
    paths: {
      '/api/rpc/send': {
        post: {
          responses: { 502: { content: { 'application/json': { schema: { type: 'object', required: ['x'] } } } } },
        },
      },
    },
  }
  const judged = createJudge(described, () => NOW_MS)
  const wrong = (json: object) => judged({ route, status: 502, text: JSON.stringify(json), json }).length
  assert.equal(wrong({ jsonrpc: '2.0', error: { code: -32_000 } }), 0)
  assert.equal(wrong({ success: false, code: wireCodeOf('upstream_failed'), error: 'no' }), 1)
  assert.equal(wrong({ success: false, code: wireCodeOf('upstream_failed'), error: 'no', x: 1 }), 0)
})

test('what may be is no wrong fact', () => {
  const right = [
    { priceUsd: 0, marketCap: null, priceChange: { h1: -100, h24: 5_000 }, txns: { buys: 3 } },
    { lamports: '18', decimals: 0, mint: 'So11111111111111111111111111111111111111112', createdAt: NOW_MS },
    { accounts: [{ account: 'a' }, { account: 'b' }], labels: [{ label: 'x' }, { label: 'x' }] },
    { manifest: { owners: [{ lamports: '-5' }] }, fromAthPct: -99, athDate: '2026-11-22T09:00:00.000Z' },
    { candles: [{ t: 1_795_000_000, o: 1, h: 2, l: 1, c: 2, v: null }], top_holders: [{ pct: 50 }, { pct: 50 }] },
  ]
  for (const json of right) assert.deepEqual(rulesBroken(json), [], JSON.stringify(json))
})

test('an event that is missing without a word, invented or sent twice is a miss, one inside what is lost is none', () => {
  const event = (eventId: string, number: number) => ({ type: 'trade', eventId, block: { number } })
  const tape = (events: readonly ReturnType<typeof event>[], lost: readonly object[] = [], twice: string[] = []) => ({
    events: new Map(events.map((one) => [one.eventId, one])),
    lost: lost as never[],
    twice,
    retracted: new Set<string>(),
    head: 100,
  })
  const [a, b, late] = [event('a', 10), event('b', 20), event('late', 100)]
  const missedBy = (lied: ReturnType<typeof tape>) => compareTapes(lied, tape([a, b, late])).missed.length
  assert.equal(missedBy(tape([a, b])), 0)
  assert.equal(missedBy(tape([a])), 1)
  assert.equal(missedBy(tape([a], [{ from: 15, to: 25 }])), 0)
  assert.equal(missedBy(tape([a], [{ from: 21, to: 25 }])), 1)
  assert.equal(missedBy(tape([a, b, event('c', 12)])), 1)
  assert.equal(missedBy(tape([a, b], [], ['a'])), 1)
  assert.equal(missedBy(tape([{ ...a, block: { number: 11 } }, b])), 1, 'the same event of another block')
  // Taken back, and told again under another id.
  const again = { ...event('b again', 20) }
  assert.equal(missedBy({ ...tape([a, again]), retracted: new Set(['b']) }), 0)
  assert.equal(missedBy(tape([a, again])), 2)
})

test('listeners that heard nothing, or not all, are a miss', () => {
  const event = (eventId: string, token = 'mint') => ({ type: 'trade', eventId, trade: { token } })
  const events = ['a', 'b', 'c', 'd'].map((id) => event(id))
  const tape = { events: new Map([...events, event('x', 'other')].map((one) => [one.eventId, one])) }
  const missedBy = (told: readonly string[], heard = { socket: 1, events: told.length }) =>
    compareHeard(tape, { mints: ['mint'], toldIds: new Set(told), heard }).length
  assert.equal(missedBy(['a', 'b', 'c', 'd']), 0)
  assert.equal(missedBy(['b', 'c', 'retracted']), 0)
  assert.equal(missedBy(['b', 'd']), 1)
  assert.equal(missedBy(['a', 'b', 'c', 'd'], { socket: 0, events: 4 }), 1)
  assert.equal(missedBy([]), 2)
})

test('memory that has grown, or a profile of a long turn, says so', () => {
  const before = { heapMib: 100, anonMib: 200 }
  assert.equal(grownBeyond(before, { heapMib: 109, anonMib: 900 }, 0.1), null)
  assert.equal(typeof grownBeyond(before, { heapMib: 111, anonMib: 200 }, 0.1), 'string')
  const frame = (id: number, functionName: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url: 'file:///a/b/c.ts', lineNumber: 1 },
    children,
  })
  const nodes = [frame(1, '(root)', [2, 3]), frame(2, '(idle)'), frame(3, 'outer', [4]), frame(4, 'inner')]
  const profile = { nodes, samples: [2, 4, 2, 4, 4, 3, 2], timeDeltas: [9e5, 1e4, 1e4, 1e4, 1e4, 1e4, 1e4] }
  assert.deepEqual(longestStretch(profile), [
    '30 ms without a rest:',
    '20 ms in inner a/b/c.ts:2 <- outer a/b/c.ts:2',
    '10 ms in outer a/b/c.ts:2',
  ])
})

test('a document says what JSON.stringify cannot, and leaves long integers as they were', () => {
  const opened = openDocument('{"jsonrpc":"2.0","id":1,"result":{"rentEpoch":18446744073709551615,"lamports":5}}')!
  const places = opened.places()
  assert.deepEqual(
    places.map(({ key }) => key),
    ['result', 'rentEpoch', 'lamports'],
  )
  const { holder, key } = places[2]!
  holder[key] = opened.raw('1e400')
  assert.equal(opened.text(), '{"jsonrpc":"2.0","id":1,"result":{"rentEpoch":18446744073709551615,"lamports":1e400}}')
  assert.equal(openDocument('no'), null)
})

test('there are forty kinds and more, each with a name of its own, ten of them from no page', () => {
  const names = new Set(KINDS.map(({ name }) => name))
  assert.equal(names.size, KINDS.length)
  assert(names.size >= 40)
  assert(KINDS.filter(({ source }) => source === 'own').length >= 10)
  for (const { name, http, socket } of KINDS) assert(http !== undefined || socket !== undefined, name)
})
