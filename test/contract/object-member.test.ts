import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BodyRule, jsonBody } from '../../src/contract/json-body.ts'
import { listOf } from '../../src/contract/list-members.ts'
import { named, neverNull, optional } from '../../src/contract/member.ts'
import { address, number } from '../../src/contract/members.ts'
import { nearestName } from '../../src/contract/nearest-name.ts'
import { objectOf } from '../../src/contract/object-member.ts'
import { ok } from '../../src/contract/outcome.ts'
import { repeatedMember } from '../../src/contract/repeated-member.ts'
import { text } from '../../src/contract/text-members.ts'
import { shownName } from '../../src/contract/unknown-name.ts'

const NAMES = ['mint', 'amount_in', 'amount_tokens', 'percent', 'slippage_bps', 'simulate', 'withdraw_to', 'wallet']

test('the name that was probably meant is found, and none for what is like none', () => {
  for (const [given, meant] of [
    ['amount', 'amount_in'],
    ['amountIn', 'amount_in'],
    ['AMOUNT_TOKENS', 'amount_tokens'],
    ['amont_in', 'amount_in'],
    ['percnt', 'percent'],
    ['slippageBps', 'slippage_bps'],
    ['slippage', 'slippage_bps'],
    ['withdrawTo', 'withdraw_to'],
    ['simulated', 'simulate'],
    ['wallet_address', 'wallet'],
    ['dry_run', null],
    ['x', null],
    ['', null],
    ['a'.repeat(10_000), null],
  ] as const)
    assert.equal(nearestName(given, NAMES), meant, given.slice(0, 20))
})

test('a member that stands twice in an object is found, and nothing else is taken for one', () => {
  for (const [text, name] of [
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":2,"\\u0061":3}', 'a'],
    [' {\n"a" : 1 , "a"\t: 2}', 'a'],
    ['{"a":{"b":1,"b":2}}', null],
    ['{"a":["a","a"],"b":"a","c":{"a":1}}', null],
    ['{"a":"\\",\\"a\\":","b":1}', null],
    ['[{"a":1},{"a":2}]', null],
    ['["a","a"]', null],
    ['{}', null],
    ['"a"', null],
    ['7', null],
    ['', null],
  ] as const)
    assert.equal(repeatedMember(text), name, text)
})

test('no JSON that was written from an object has a member twice, and one that is said again is found', () => {
  const name = fc.string({ minLength: 1, maxLength: 8 }).filter((one) => one !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, at) => {
      const text = JSON.stringify(value, null, at % 3)
      assert.equal(repeatedMember(text), null)
      const names = Object.keys(value)
      const again = names[at % names.length]!
      assert.equal(repeatedMember(`${text.trimEnd().slice(0, -1)},${JSON.stringify(again)}:null}`), again)
    }),
  )
})

const CLOSED = jsonBody(
  objectOf(
    {
      amount_in: named(
        ['amount_in', 'amount_sol'],
        neverNull(optional(number({ min: 0, code: 'invalid_amount' }), null)),
      ),
      dex: optional(text(), null),
    },
    { isClosed: true, ignored: { old: 'Ignored.' } },
  ),
)
const read = (body: unknown, text = JSON.stringify(body)) => CLOSED.parse(body, text)
const refusal = (body: unknown, text?: string) => {
  const outcome = read(body, text)
  return outcome.ok ? null : outcome.message
}

test('a closed object takes its members, their other names and what it ignores; a null that means nothing is refused', () => {
  assert.deepEqual(read({ amount_in: 1, amount_sol: 2, dex: null, old: {} }), ok({ amount_in: 1, dex: null }))
  assert.deepEqual(read({ amount_sol: 2 }), ok({ amount_in: 2, dex: null }))
  for (const other of [undefined, null, [], 'x', 7]) assert.equal(refusal(other, ''), 'expected a JSON object')
  const isNull = read({ amount_in: null })
  assert(!isNull.ok)
  assert.equal(isNull.message, 'amount_in: must not be null; leave it out or give a value')
  assert.equal(isNull.code, 'invalid_amount')
  assert.equal(
    refusal({ amount_in: 1, amount_sol: null }),
    'amount_sol: must not be null; leave it out or give a value',
  )
  assert.equal(refusal({ amount_in: 1, amount_sol: 'x' }), 'amount_in: expected a number from 0')
  assert.equal(refusal({ amountin: 1 }), 'unknown member amountin: did you mean amount_in?')
  assert.equal(refusal(JSON.parse('{"__proto__":1}')), 'unknown member __proto__')
  assert.equal(refusal({ constructor: 1 }), 'unknown member constructor')
  assert.equal(refusal({ dex: 'x' }, '{"dex":"y","dex":"x"}'), 'dex: given twice')
  assert.deepEqual([...CLOSED.closedNames!].sort(), ['amount_in', 'amount_sol', 'dex', 'old'])
  assert.equal(CLOSED.schema['additionalProperties'], false)
})

test('an open object ignores what it does not know', () => {
  const open = jsonBody(objectOf({ dex: optional(text(), 'orca') }))
  assert.deepEqual(open.parse({ more: 1 }, '{"more":1,"more":2}'), ok({ dex: 'orca' }))
  assert.equal(open.closedNames, null)
})

test('members inside members are named by their way', () => {
  const rule = jsonBody(
    objectOf({ filter: objectOf({ tokens: listOf(address(), { max: 2, of: 'addresses' }) }, { isClosed: true }) }),
  )
  const said = (body: unknown) => {
    const outcome = rule.parse(body, '')
    return outcome.ok ? null : outcome.message
  }
  assert.equal(said({}), 'filter is required')
  assert.equal(said({ filter: 7 }), 'filter: expected an object')
  assert.equal(said({ filter: {} }), 'filter.tokens is required')
  assert.equal(said({ filter: { tokens: 'x' } }), 'filter.tokens: expected a list of up to 2 addresses')
  assert.equal(said({ filter: { tokens: ['x'] } }), 'filter.tokens[0]: expected an address')
  assert.equal(said({ filter: { tokens: [], token: 1 } }), 'unknown member filter.token: did you mean tokens?')
})

test('a body is declared, never written by hand', () => {
  // @ts-expect-error a rule is made by `jsonBody` alone: tsc refuses a route that brings its own parser
  const byHand: BodyRule<number> = { ...CLOSED, schema: {}, parse: () => ok(7) }
  assert(byHand)
})

test('what is no name is not repeated in an answer: it may be a secret in the wrong place', () => {
  const secret = `mg_${'s'.repeat(43)}`
  assert.equal(shownName(secret), '(no name of a member)')
  assert.equal(shownName('a b\u0007'), '(no name of a member)')
  assert.equal(shownName('amountIn'), 'amountIn')
})
