import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LIMITS } from '../../src/config/limits.ts'
import { jsonRowsReader } from '../../src/runtime/json-rows-reader.ts'

/** Reads `text` in pieces cut at the given places. */
function read(text: string, path: readonly string[], cuts: readonly number[]) {
  const rows: unknown[] = []
  const reader = jsonRowsReader({ path, onRow: (row) => void rows.push(JSON.parse(row)), finish: (rest) => rest })
  const bytes = Buffer.from(text)
  const places = [...new Set([0, bytes.length, ...cuts.map((cut) => cut % (bytes.length + 1))])].sort((a, b) => a - b)
  for (let i = 1; i < places.length; i++) reader.push(bytes.subarray(places[i - 1], places[i]))
  return { rows, rest: reader.end() }
}

const cuts = fc.array(fc.nat(), { maxLength: 30 })

test('rows and rest are what JSON.parse has, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 12 }),
      fc.jsonValue(),
      cuts,
      fc.boolean(),
      (rows, other, at, nice) => {
        const whole = { jsonrpc: '2.0', error: null, other, result: rows, id: 1 }
        const got = read(JSON.stringify(whole, null, nice ? 1 : 0), ['result'], at)
        assert.deepEqual(got.rows, JSON.parse(JSON.stringify(rows)))
        assert.deepEqual(got.rest, { ...JSON.parse(JSON.stringify(whole)), result: [] })
      },
    ),
  )
})

test('a path of several members finds its array and no other of that name', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), cuts, (rows, at) => {
      const whole = {
        transactions: [1],
        list: [{ transactions: [2] }],
        result: { before: { transactions: [3] }, note: '"transactions":[4]', transactions: rows, after: [[5]] },
        id: 1,
      }
      const got = read(JSON.stringify(whole), ['result', 'transactions'], at)
      assert.deepEqual(got.rows, JSON.parse(JSON.stringify(rows)))
      assert.deepEqual(got.rest, { ...whole, result: { ...whole.result, transactions: [] } })
    }),
  )
})

test('long strings full of quotes and backslashes end where they end, wherever they are cut', () => {
  const text = fc.array(fc.constantFrom('\\', '\\\\', '"', '\\"', 'é', 'x'.repeat(20), '[{,}]', '\n'), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, cuts, (parts, other, at) => {
      const rows = parts.map((part) => ({ log: part.join(''), [part.join('')]: [part.join('')] }))
      const whole = { note: other.join(''), [other.join('')]: 1, result: rows, id: other.join('') }
      const got = read(JSON.stringify(whole), ['result'], at)
      assert.deepEqual(got.rows, rows)
      assert.deepEqual(got.rest, { ...whole, result: [] })
    }),
    { numRuns: 500 },
  )
})

test('an answer without that array is all rest', () => {
  const error = { jsonrpc: '2.0', error: { code: -32010, data: [1, [2]] }, id: 1 }
  assert.deepEqual(read(JSON.stringify(error), ['result'], [5, 17]), { rows: [], rest: error })
  assert.deepEqual(read('{"result":null}', ['result'], [3]), { rows: [], rest: { result: null } })
})

test('what is cut off or no JSON throws', () => {
  const text = JSON.stringify({ result: [{ a: 1 }, { b: '}]' }], id: 1 })
  for (let end = 0; end < text.length; end++) assert.throws(() => read(text.slice(0, end), ['result'], []))
  assert.throws(() => read('{"result":[{"a":1}{"a":2}]}', ['result'], []))
  assert.throws(() => read('<html>[]</html>', ['result'], []))
})

test('a row, or the rest, that nests too deep is refused while it arrives', () => {
  const deep = `${'['.repeat(1_000)}1${']'.repeat(1_000)}`
  const reader = () => jsonRowsReader({ path: ['result'], onRow: () => {}, finish: (rest) => rest })
  assert.throws(() => reader().push(Buffer.from(`{"result":[${deep}],"id":1}`)), /too deep/)
  const other = reader()
  other.push(Buffer.from(`{"result":[],"id":${deep}}`))
  assert.throws(() => other.end(), /deeper/)
})

test('what stands beside the rows is bounded: it is parsed in one piece', () => {
  const reader = jsonRowsReader({ path: ['result'], onRow: () => {}, finish: (rest) => rest })
  const fat = Buffer.from(`{"result":[],"id":"${'x'.repeat(LIMITS.upstreamRestBytes)}"}`)
  assert.throws(() => reader.push(fat), /too much beside its rows/)
})

test('a row is bounded, in one piece or in many: it is parsed in one piece', () => {
  const fits = `{"a":"${'x'.repeat(LIMITS.upstreamRowBytes - 8)}"}`
  const long = `{"a":"${'x'.repeat(LIMITS.upstreamRowBytes - 7)}"}`
  assert.equal(read(`{"result":[${fits},${fits}],"id":1}`, ['result'], []).rows.length, 2)
  const cut = Array.from({ length: 100 }, (_, at) => at * 64 * 1024)
  for (const cuts of [[], cut])
    assert.throws(() => read(`{"result":[1,${long}],"id":1}`, ['result'], cuts), /a row is too long/)
})
