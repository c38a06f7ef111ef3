import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeQuota, type QuotaPlace } from '../../src/runtime/node-quota.ts'

function quota(per10s: number) {
  let nowMs = 0
  const { take, maxArray } = createNodeQuota(per10s, () => nowMs)
  return {
    take,
    maxArray,
    /** Calls that are answered at once: 0, or how long to wait. */
    ask(calls: number, share: number): number {
      const place = take(calls, share)
      if (typeof place === 'number') return place
      place.end(true)
      return 0
    },
    push(ms: number) {
      nowMs += ms
    },
  }
}

const placeOf = (taken: QuotaPlace | number): QuotaPlace => {
  assert(typeof taken !== 'number', `to wait for ${taken} ms`)
  return taken
}

test('no ten seconds, wherever they start, see more calls than the node allows', () => {
  const { ask, push } = quota(40)
  const sent: number[] = []
  let nowMs = 0
  for (let step = 0; step < 2_000; step++) {
    if (ask(1, 1) === 0) sent.push(nowMs)
    push(37)
    nowMs += 37
  }
  for (const [at, from] of sent.entries())
    assert(sent.slice(at).filter((one) => one - from < 10_000).length <= 40, `from ${from}`)
  assert(sent.length >= 270, 'what is allowed is used')
})

test('calls of one array count one by one, and wait until all of them fit', () => {
  const { ask, push } = quota(40)
  assert.equal(ask(25, 1), 0)
  push(4_000)
  assert.equal(ask(15, 1), 0)
  assert.equal(ask(10, 1), 6_000)
  push(6_000)
  assert.equal(ask(10, 1), 0)
  assert.equal(quota(40).maxArray, 10)
})

test('a call that reaches the node late is counted by when the node may have seen it', () => {
  const { take, push } = quota(40)
  const slow = placeOf(take(40, 1))
  push(12_000)
  assert.equal(take(1, 1), 10_000, 'the node may see the forty only now')
  slow.end(true)
  push(9_999)
  assert.equal(take(1, 1), 1)
  push(1)
  placeOf(take(1, 1))
})

test('a place that nothing was sent from is free again', () => {
  const { take } = quota(40)
  placeOf(take(40, 1)).end(false)
  placeOf(take(40, 1))
})

test('who has a smaller share leaves the rest to the others', () => {
  const { ask } = quota(40)
  let background = 0
  while (ask(1, 0.3) === 0) background++
  assert.equal(background, 12)
  let questions = 0
  while (ask(1, 0.9) === 0) questions++
  assert.equal(background + questions, 36)
  assert.equal(ask(4, 1), 0)
  assert(ask(1, 1) > 0)
})
