import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareReplies } from '../../bench/frozen/compare-replies.ts'
import type { Recorded } from '../../bench/frozen/recording.ts'
import { createNormaliser } from '../../bench/frozen/rules.ts'

const reply: Recorded = {
  operation: 'GET /x',
  name: 'as documented',
  asked: { method: 'GET', target: '/x', headers: {}, body: null },
  status: 200,
  headers: [
    ['Content-Type', 'application/json'],
    ['Date', 'Mon, 23 Nov 2026 12:00:00 GMT'],
  ],
  body: '{"price":1.5,"list":[1,2],"name":"a"}',
  encoding: 'utf8',
}
const told = (after: readonly Recorded[], before: readonly Recorded[] = [reply]) =>
  compareReplies(before, after).map(({ name, what, lines }) => [name, what, ...lines])

test('equal recordings have no difference', () => {
  assert.deepEqual(told([structuredClone(reply)]), [])
})

test('a planted difference is noticed, wherever it stands, and named', () => {
  const changed = (part: Partial<Recorded>) => told([{ ...reply, ...part }])
  assert.deepEqual(changed({ body: reply.body.replace('1.5', '1.6') }), [
    ['as documented', 'body', '$.price: 1.5 -> 1.6'],
  ])
  assert.deepEqual(changed({ body: reply.body.replace(',2]', ']') }), [
    ['as documented', 'body', '$.list[1]: 2 -> (absent)'],
  ])
  assert.match(String(changed({ body: reply.body.replace('1.5', '1.50') })), /the same JSON in other bytes/)
  assert.match(String(changed({ body: '{"list":[1,2],"price":1.5,"name":"a"}' })), /the same JSON in other bytes/)
  assert.match(String(changed({ body: 'a page' })), /at character 0/)
  assert.deepEqual(changed({ status: 201 }), [['as documented', 'status', '200 -> 201']])
  assert.deepEqual(changed({ headers: [['Content-Type', 'text/plain']] }), [
    [
      'as documented',
      'headers',
      '- Content-Type: application/json',
      '- Date: Mon, 23 Nov 2026 12:00:00 GMT',
      '+ Content-Type: text/plain',
    ],
  ])
  assert.match(String(changed({ headers: [...reply.headers].reverse() })), /another order/)
  const asked = { ...reply.asked, target: '/x?y=1' }
  assert.deepEqual(changed({ asked }), [['as documented', 'question', '$.target: "/x" -> "/x?y=1"']])
})

test('a question that only one side was asked is a difference', () => {
  assert.deepEqual(told([]), [['as documented', 'not asked after']])
  assert.deepEqual(told([reply, { ...reply, name: 'no key' }]), [['no key', 'not asked before']])
})

test('what the rules make equal hides no figure', () => {
  const other: Recorded = {
    ...reply,
    headers: [...reply.headers.slice(0, 1), ['date', 'Tue, 24 Nov 2026 12:00:01 GMT']],
  }
  const { normalise, counted } = createNormaliser()
  assert.deepEqual(told([normalise(other)], [normalise(reply)]), [], 'the time of the machine is made equal')
  assert(counted().some(({ applied }) => applied === 2))
  const figures: readonly Partial<Recorded>[] = [
    { body: reply.body.replace('1.5', '1.500000001') },
    { body: reply.body.replace('"a"', '"Mon, 23 Nov 2026 12:00:00 GMT"') },
    { headers: [...reply.headers, ['RateLimit-Remaining', '9']] },
    { headers: [...reply.headers, ['X-Date', 'Mon, 23 Nov 2026 12:00:00 GMT']] },
    { status: 500 },
  ]
  for (const figure of figures) {
    const differences = told([normalise({ ...other, ...figure })], [normalise(reply)])
    assert.equal(differences.length, 1, JSON.stringify(figure))
  }
})
