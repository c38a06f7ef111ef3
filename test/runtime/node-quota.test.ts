import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeQuota } from '../../src/runtime/node-quota.ts'

function quota(per10s: number) {
  let nowMs = 0
  const { take, maxArray } = createNodeQuota(per10s, () => nowMs)
  return {
    take,
    maxArray,
    push(ms: number) {
      nowMs += ms
    },
  }
}

test('no ten seconds, wherever they start, see more calls than the node allows', () => {
  const { take, push } = quota(40)
  const sent: number[] = []
  let nowMs = 0
  for (let step = 0; step < 2_000; step++) {
    if (take(1, 1) === 0) sent.push(nowMs)
    push(37)
    nowMs += 37
  }
  for (const [at, from] of sent.entries())
    assert(sent.slice(at).filter((one) => one - from < 10_000).length <= 40, `from ${from}`)
  assert(sent.length >= 270, 'what is allowed is used')
})

test('calls of one array count one by one, and wait until all of them fit', () => {
  const { take, push } = quota(40)
  assert.equal(take(25, 1), 0)
  push(4_000)
  assert.equal(take(15, 1), 0)
  assert.equal(take(10, 1), 6_000)
  push(6_000)
  assert.equal(take(10, 1), 0)
  assert.equal(quota(40).maxArray, 10)
})

test('who has a smaller share leaves the rest to the others', () => {
  const { take } = quota(40)
  let background = 0
  while (take(1, 0.3) === 0) background++
  assert.equal(background, 12)
  let questions = 0
  while (take(1, 0.9) === 0) questions++
  assert.equal(background + questions, 36)
  assert.equal(take(4, 1), 0)
  assert(take(1, 1) > 0)
})
