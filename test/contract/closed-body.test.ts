import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import Type from 'typebox'
import { closedBody, judgeMembers, shownName } from '../../src/contract/closed-body.ts'
import { nearestName } from '../../src/contract/nearest-name.ts'
import { ok } from '../../src/contract/outcome.ts'
import { repeatedMember } from '../../src/contract/repeated-member.ts'

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

test('a closed body takes its members, their other names and what it ignores; a null that means nothing is refused', () => {
  const rule = closedBody(
    {
      schema: Type.Object({ amount_in: Type.Optional(Type.Number()), dex: Type.Optional(Type.String()) }),
      parse: (json) => ok(json),
    },
    { aliases: { amount_sol: 'amount_in' }, ignored: ['old'], neverNull: { amount_in: 'invalid_amount' } },
  )
  const judge = (body: unknown) => judgeMembers(rule.members!, body, JSON.stringify(body))?.message ?? null
  assert.equal(judge({ amount_in: 1, amount_sol: 2, dex: null, old: {} }), null)
  for (const other of [null, [], 'x', 7]) assert.equal(judge(other), null, 'for the rule to say')
  assert.equal(judge({ amount_in: null }), 'amount_in: null says nothing; leave it out or give a value')
  assert.equal(judge({ amountin: 1 }), 'unknown member amountin: did you mean amount_in?')
  assert.equal(judge(JSON.parse('{"__proto__":1}')), 'unknown member __proto__')
  assert.equal(judge({ constructor: 1 }), 'unknown member constructor')
  assert.equal(judgeMembers(rule.members!, { dex: 'x' }, '{"dex":"y","dex":"x"}')?.message, 'dex: given twice')
  assert.equal((rule.schema as { additionalProperties?: boolean }).additionalProperties, false)
})

test('what is no name is not repeated in an answer: it may be a secret in the wrong place', () => {
  const secret = `mg_${'s'.repeat(43)}`
  assert.equal(shownName(secret), '(no name of a member)')
  assert.equal(shownName('a b\u0007'), '(no name of a member)')
  assert.equal(shownName('amountIn'), 'amountIn')
})
