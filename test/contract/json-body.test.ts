import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUnits } from '../../src/contract/amount-members.ts'
import { jsonBody, mappedBody } from '../../src/contract/json-body.ts'
import { neverNull, optional } from '../../src/contract/member.ts'
import { flag } from '../../src/contract/members.ts'
import { objectOf } from '../../src/contract/object-member.ts'
import { fail, ok } from '../../src/contract/outcome.ts'
import { text } from '../../src/contract/text-members.ts'

const amount = objectOf({ amount: baseUnits({ min: 1n }) })

test('a body with amounts is read from its text, and one too long for that is refused', () => {
  const rule = jsonBody(amount)
  assert.deepEqual(
    rule.parse({ amount: 9_007_199_254_740_992 }, '{"amount":"9007199254740993"}'),
    ok({ amount: 9_007_199_254_740_993n }),
  )
  const long = JSON.stringify({ amount: 1, more: 'x'.repeat(65_536) })
  assert.deepEqual(
    rule.parse(JSON.parse(long), long),
    fail('payload_too_large', 'request body too large: at most 65536 characters'),
  )
})

test('no body is an empty one where that is declared, and no JSON object elsewhere', () => {
  const members = objectOf({ isOn: flag('A switch.') })
  assert.deepEqual(jsonBody(members, { isOptional: true }).parse(undefined, ''), ok({ isOn: false }))
  assert.deepEqual(jsonBody(members).parse(undefined, ''), fail('invalid_request', 'expected a JSON object'))
  assert.deepEqual(
    jsonBody(amount, { isOptional: true }).parse(undefined, ''),
    fail('invalid_request', 'amount is required'),
  )
  for (const rule of [jsonBody(members), jsonBody(members, { isOptional: true }), jsonBody(amount)])
    for (const body of ['null', '[]', '7', '"x"'])
      assert.deepEqual(rule.parse(JSON.parse(body), body), fail('invalid_request', 'expected a JSON object'))
})

test('further members are read first, and the rule itself never sees them', () => {
  const seen: unknown[] = []
  const rule = jsonBody(objectOf({ isOn: flag('A switch.') }, { isClosed: true }), {
    finish(values, json) {
      seen.push([values, json])
      return values.isOn
    },
  })
  const whole = rule.withMembers({ user: neverNull(optional(text({ maxChars: 3 }), null)) })
  const parse = (body: unknown) => whole.parse(body, JSON.stringify(body))
  const read = parse({ isOn: true, user: 'bob' })
  assert(read.ok)
  assert.deepEqual([read.value.own, read.value.more.user], [true, 'bob'])
  const none = parse({ isOn: true })
  assert(none.ok)
  assert.deepEqual([none.value.own, none.value.more.user], [true, null])
  assert.deepEqual(seen, [
    [{ isOn: true }, { isOn: true }],
    [{ isOn: true }, { isOn: true }],
  ])
  assert.deepEqual(
    parse({ isOn: 7, user: 'robert' }),
    fail('invalid_request', 'user: expected a text of at most 3 characters'),
  )
  assert.deepEqual(
    parse({ user: null }),
    fail('invalid_request', 'user: must not be null; leave it out or give a value'),
  )
  assert.deepEqual(parse({ users: 'x' }), fail('invalid_request', 'unknown member users: did you mean user?'))
  assert.deepEqual([...whole.closedNames!].sort(), ['isOn', 'user'])
  const mapped = mappedBody(rule, (isOn) => (isOn ? 'on' : 'off'))
  assert.deepEqual(mapped.parse({}, '{}'), ok('off'))
  const again = mapped.withMembers({ user: optional(text(), null) }).parse({ user: 'x' }, '{"user":"x"}')
  assert(again.ok)
  assert.equal(again.value.own, 'off')
})
