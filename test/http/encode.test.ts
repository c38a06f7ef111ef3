import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EncodedRows } from '../../src/contract/envelope.ts'
import { encodeFailure, encodeSuccess, entityTag, namesTag } from '../../src/http/encode.ts'

test('success comes first, then the fields as JSON writes them', () => {
  assert.equal(encodeSuccess({}).toString(), '{"success":true}')
  assert.equal(encodeSuccess({ a: 1, b: undefined, c: 'ü"' }).toString(), '{"success":true,"a":1,"c":"ü\\""}')
})

test('a failure message is escaped', () => {
  assert.equal(
    encodeFailure({ ok: false, code: 'internal', message: 'a "b"\n' }, 'id-1').toString(),
    '{"success":false,"error":"a \\"b\\"\\n","code":"internal","requestId":"id-1"}',
  )
})

test('spliced rows give the bytes that writing the objects would give', () => {
  const json = fc.jsonValue()
  fc.assert(
    fc.property(fc.array(json), fc.array(json), json, (first, second, other) => {
      const rows = (values: readonly unknown[]) =>
        new EncodedRows(values.map((value) => Buffer.from(JSON.stringify(value))))
      const spliced = encodeSuccess({
        before: other,
        first: rows(first),
        'mid"dle': other,
        second: rows(second),
        last: 1,
      })
      const written = encodeSuccess({ before: other, first, 'mid"dle': other, second, last: 1 })
      assert.equal(spliced.toString(), written.toString())
    }),
    { numRuns: 200 },
  )
})

test('rows alone, and a list without rows, are whole bodies', () => {
  assert.equal(encodeSuccess({ rows: new EncodedRows([]) }).toString(), '{"success":true,"rows":[]}')
  assert.equal(
    encodeSuccess({ rows: new EncodedRows([Buffer.from('1'), Buffer.from('{}')]) }).toString(),
    '{"success":true,"rows":[1,{}]}',
  )
})

test('a tag names its bytes and is found in a list, weak or not', () => {
  const tag = entityTag(Buffer.from('a'))
  assert.notEqual(tag, entityTag(Buffer.from('b')))
  assert.equal(namesTag(`"x" , W/${tag}`, tag), true)
  assert.equal(namesTag('*', tag), true)
  assert.equal(namesTag(tag.slice(1, -1), tag), false)
  assert.equal(namesTag('', tag), false)
})
