import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUnits, clampedUnits, decimal, truncatedDecimal, wholeUnits } from '../../src/contract/amount-members.ts'
import { parseWritten } from '../../src/contract/exact-amount.ts'
import { addressBatch, anyAddressBatch, listOf } from '../../src/contract/list-members.ts'
import {
  defaulting,
  type Member,
  mapped,
  named,
  neverNull,
  optional,
  orEmpty,
  Refusal,
  shownSchema,
} from '../../src/contract/member.ts'
import {
  address,
  anyObject,
  boolean,
  either,
  flag,
  integer,
  nameOf,
  never,
  number,
  oneOf,
} from '../../src/contract/members.ts'
import { base64, ink, label, text } from '../../src/contract/text-members.ts'

const ADDRESS = 'So11111111111111111111111111111111111111112'

/** Each JSON text is read as the value, or refused with the sentence (a text that begins with `!`). */
function reads(member: Member<unknown>, cases: readonly (readonly [json: string, expected: unknown])[]): undefined {
  for (const [json, expected] of cases) {
    const given = member.isExact ? parseWritten(json) : JSON.parse(json)
    const value = member.read(given, 'it')
    if (typeof expected === 'string' && expected.startsWith('!')) {
      assert(value instanceof Refusal, `${json} is taken`)
      assert.equal(value.message, expected.slice(1), json)
    } else assert.deepEqual(value, expected, json)
  }
}

test('each kind takes its values and says in one wording what it expected', () => {
  reads(address(), [
    [`"${ADDRESS}"`, ADDRESS],
    ['"x"', '!it: expected an address'],
    ['7', '!it: expected an address'],
  ])
  reads(boolean(), [
    ['true', true],
    ['"true"', '!it: expected true or false'],
  ])
  reads(integer({ min: 0, max: 9 }), [
    ['9', 9],
    ['9.0', 9],
    ['9.5', '!it: expected an integer from 0 to 9'],
    ['10', '!it: expected an integer from 0 to 9'],
    ['-1', '!it: expected an integer from 0 to 9'],
    ['"9"', '!it: expected an integer from 0 to 9'],
  ])
  reads(integer({}), [
    ['-1e300', -1e300],
    ['0.5', '!it: expected an integer'],
  ])
  reads(number({ min: 0 }), [
    ['0.5', 0.5],
    ['-0.5', '!it: expected a number from 0'],
    ['1e999', '!it: expected a number from 0'],
  ])
  reads(oneOf(['a', 'b', 'c'], { later: ['d'] }), [
    ['"b"', 'b'],
    ['"d"', '!it: d is not served yet'],
    ['"B"', '!it: expected a, b or c'],
  ])
  reads(oneOf([0, 1]), [
    ['1', 1],
    ['"1"', '!it: expected 0 or 1'],
  ])
  reads(nameOf(new Map([['raydium_cpmm', 5]]), { expected: 'a DEX' }), [
    ['"Raydium-CPMM"', 5],
    ['"raydium"', '!it: expected a DEX'],
    // Lower-cased, this is `raydium_cpmm` with a Kelvin sign nowhere in it: only ASCII letters have a case here.
    ['"raydıum_cpmm"', '!it: expected a DEX'],
  ])
  reads(anyObject(), [
    ['{"a":1}', { a: 1 }],
    ['[]', '!it: expected an object'],
  ])
  reads(never('cannot be changed'), [['1', '!it: cannot be changed']])
})

test('characters of a text are code points, in its schema and in its parser', () => {
  reads(text({ maxChars: 2 }), [
    ['"😀😀"', '😀😀'],
    ['"abc"', '!it: expected a text of at most 2 characters'],
    ['"😀😀😀"', '!it: expected a text of at most 2 characters'],
  ])
  reads(text({ minChars: 2, maxChars: 3 }), [
    ['"😀"', '!it: expected a text of 2 to 3 characters'],
    ['"ab"', 'ab'],
  ])
  reads(ink(), [
    ['" a "', ' a '],
    ['" \\t"', '!it: expected a text'],
  ])
  const unseen = '!it: expected a text of at most 9 characters, none of them unseen'
  reads(label(9), [
    ['"né 😀"', 'né 😀'],
    ['"a\\u0007"', unseen],
    ['"a\\u202e"', unseen],
    ['"\\ud800"', unseen],
  ])
})

test('base64 is whole and within its bytes', () => {
  const wrong = '!it: expected base64 of at most 3 bytes'
  reads(base64({ maxBytes: 3 }), [
    ['" AAEC\\n"', Uint8Array.of(0, 1, 2)],
    ['"AA=="', Uint8Array.of(0)],
    ['"AA"', Uint8Array.of(0)],
    ['"AAECAw=="', wrong],
    ['"AB=="', wrong],
    ['"A*A="', wrong],
    ['"=="', wrong],
    ['""', wrong],
    ['7', wrong],
  ])
})

test('lists say how many, of what, and which entry is wrong', () => {
  const list = listOf(address(), { max: 2, of: 'addresses', isDistinct: true })
  reads(list, [
    [`["${ADDRESS}","${ADDRESS}"]`, [ADDRESS]],
    ['[]', []],
    ['{}', '!it: expected a list of up to 2 addresses'],
    ['[1,2,3]', '!it: expected a list of up to 2 addresses'],
    [`["${ADDRESS}",1]`, '!it[1]: expected an address'],
  ])
  reads(listOf(ink(), { min: 1, of: 'texts' }), [['[]', '!it: expected a list of one or more texts']])
  reads(listOf(ink(), { min: 1, max: 3, of: 'texts' }), [['[]', '!it: expected a list of 1 to 3 texts']])
  reads(addressBatch({ max: 1, wrong: 'mints[] required' }), [
    [`[7," ${ADDRESS} ","x"]`, [ADDRESS]],
    ['["x"]', '!mints[] required'],
    ['{}', '!mints[] required'],
  ])
  reads(anyAddressBatch({ max: 2, wrong: 'addresses required' }), [
    [`["! !"," 0xab ","${'x'.repeat(201)}"]`, ['0xab']],
    ['["! !"]', '!addresses required'],
  ])
})

test('amounts are read from their digits', () => {
  const raw = '!it: expected base units from 1, as a text of digits where they pass 2^53 - 1'
  reads(baseUnits({ min: 1n }), [
    ['9007199254740991', 9_007_199_254_740_991n],
    ['9007199254740992', raw],
    ['"18446744073709551615"', 18_446_744_073_709_551_615n],
    ['"18446744073709551616"', raw],
    ['" 7 "', 7n],
    ['1.0', 1n],
    ['1e3', 1_000n],
    ['1.0000000000000000001', raw],
    ['"1e3"', raw],
    ['0', raw],
    ['true', raw],
  ])
  reads(baseUnits({ max: 5n }), [['6', '!it: expected an integer from 0 to 5']])
  reads(clampedUnits({ max: 5n }), [
    ['6', 5n],
    ['-6', 0n],
    ['"3"', 3n],
    ['0.5', '!it: expected an integer'],
  ])
  reads(wholeUnits(), [
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['"1e3"', 1_000n],
    ['0', '!it: expected an integer from 1 to 18446744073709551615'],
  ])
  reads(decimal({ min: '0.00001', max: '100', decimals: 9 }), [
    ['0.123456789', 123_456_789n],
    ['"1e-5"', 10_000n],
    ['0.0000001', '!it: expected 0.00001 to 100'],
    ['0.1234567891', '!it: expected a number with at most 9 decimals'],
    ['"x"', '!it: expected a number with at most 9 decimals'],
  ])
  const sol = '!it: expected a number from 0 to 10'
  reads(truncatedDecimal({ max: 10, decimals: 9 }), [
    ['0.10000000000000003', 100_000_000n],
    ['2.03928e-3', 2_039_280n],
    ['1e-300', 0n],
    ['0', 0n],
    ['10.0', 10_000_000_000n],
    ['10.0000000000000000001', sol],
    ['1e300', sol],
    ['-0.1', sol],
    ['"1"', sol],
  ])
})

test('words of the specification stand in for ours', () => {
  const member = address({ missing: 'maker required', wrong: 'maker must be valid', code: 'invalid_mint' })
  const refusal = member.read(7, 'maker')
  assert(refusal instanceof Refusal)
  assert.deepEqual(
    [refusal.message, refusal.code, member.missing],
    ['maker must be valid', 'invalid_mint', 'maker required'],
  )
})

test('what may be absent is shown with its default, and null where it counts as absent', () => {
  assert.deepEqual(shownSchema(flag('A.')), { type: ['boolean', 'null'], description: 'A.', default: false })
  assert.deepEqual(shownSchema(neverNull(flag('A.'))), { type: 'boolean', description: 'A.', default: false })
  assert.deepEqual(shownSchema(optional(oneOf(['a']), null)), { type: ['string', 'null'], enum: ['a', null] })
  assert.deepEqual(shownSchema(orEmpty(boolean({ description: 'B.' }), [''])), {
    anyOf: [{ type: 'boolean' }, { enum: [''] }, { type: 'null' }],
    description: 'B.',
  })
  assert.deepEqual(shownSchema(defaulting(boolean(), { value: true, shown: true }))['default'], true)
  assert.deepEqual(shownSchema(address({ description: 'C.' }))['description'], 'C.')
})

test('members are put together', () => {
  reads(either(oneOf(['max']), baseUnits(), { expected: 'max or base units' }), [
    ['"max"', 'max'],
    ['"7"', 7n],
    ['"most"', '!it: expected max or base units'],
  ])
  reads(orEmpty(boolean(), ['']), [
    ['""', null],
    ['true', true],
    ['7', '!it: expected true or false'],
  ])
  const length = mapped(optional(text(), 'four'), (given) => given.length)
  reads(length, [['"abc"', 3]])
  assert.deepEqual(length.absent, { value: 4 })
  assert.deepEqual(named(['a', 'b'], text(), 'b').names, ['a', 'b'])
})
