import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_WINDOW_MS } from '../../../src/config/rate-limits.ts'
import { until } from '../../support/until.ts'
import { startSibling } from '../children/sibling.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const NOW_MS = 6_000
const window = (count: number, startMs = 1_000) => ({ startMs, count })

test("two processes see each other's counts, never their own", async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const sibling = await startSibling(t, 'share-counts.ts', [dir])
  sibling.send('publish a=3 b=5')
  await until(() => store.rateCounts.readOthers(NOW_MS).size === 2, "the sibling's counts")
  assert.deepEqual(
    store.rateCounts.readOthers(NOW_MS),
    new Map([
      ['a', window(3)],
      ['b', window(5)],
    ]),
  )
  store.rateCounts.publish(new Map([['a', window(9)]]))
  let seen = '[]'
  while (seen === '[]') {
    sibling.send('read')
    seen = await sibling.line()
  }
  assert.deepEqual(JSON.parse(seen), [['a', window(9)]])
  assert.deepEqual(store.rateCounts.readOthers(NOW_MS).get('a'), window(3))
})

test('the counts of several siblings are summed, the earliest window start counts', async (t) => {
  const dir = tempDir(t)
  const [one, two, three] = [
    await openTempStore(t, { dir }),
    await openTempStore(t, { dir }),
    await openTempStore(t, { dir }),
  ]
  one.rateCounts.publish(new Map([['k', window(2, 5_000)]]))
  two.rateCounts.publish(
    new Map([
      ['k', window(3, 4_000)],
      ['ümläut', window(1)],
    ]),
  )
  await until(() => three.rateCounts.readOthers(NOW_MS).get('k')?.count === 5, 'both')
  assert.deepEqual(three.rateCounts.readOthers(NOW_MS).get('k'), window(5, 4_000))
  assert.deepEqual(three.rateCounts.readOthers(NOW_MS).get('ümläut'), window(1))
})

test('windows that have ended are not summed with those that have not', async (t) => {
  const dir = tempDir(t)
  const [one, two, three] = [
    await openTempStore(t, { dir }),
    await openTempStore(t, { dir }),
    await openTempStore(t, { dir }),
  ]
  one.rateCounts.publish(new Map([['k', window(9, 1_000)]]))
  two.rateCounts.publish(new Map([['k', window(2, 8_000)]]))
  await until(() => three.rateCounts.readOthers(NOW_MS).get('k')?.count === 11, 'both')
  assert.deepEqual(three.rateCounts.readOthers(1_000 + RATE_WINDOW_MS - 1).get('k'), window(11, 1_000))
  assert.deepEqual(three.rateCounts.readOthers(1_000 + RATE_WINDOW_MS).get('k'), window(2, 8_000))
})

test('what is published is there for others before the loop turns, however busy its process is', async (t) => {
  const dir = tempDir(t)
  const [one, two] = [await openTempStore(t, { dir }), await openTempStore(t, { dir })]
  for (let count = 1; count <= 3; count++) {
    one.rateCounts.publish(new Map([['k', window(count)]]))
    assert.deepEqual(two.rateCounts.readOthers(NOW_MS).get('k'), window(count))
  }
})

test('of counts published in a burst the last ones stand', async (t) => {
  const dir = tempDir(t)
  const [one, two] = [await openTempStore(t, { dir }), await openTempStore(t, { dir })]
  for (let i = 1; i <= 1_000; i++) one.rateCounts.publish(new Map([['k', window(i)]]))
  await until(() => two.rateCounts.readOthers(NOW_MS).get('k')?.count === 1_000, 'the last count')
  one.rateCounts.publish(new Map())
  await until(() => two.rateCounts.readOthers(NOW_MS).size === 0, 'no counts')
})

test('the counts of a killed process vanish', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const sibling = await startSibling(t, 'share-counts.ts', [dir])
  sibling.send('publish a=3')
  await until(() => store.rateCounts.readOthers(NOW_MS).size === 1, "the sibling's counts")
  await sibling.kill()
  await until(() => store.rateCounts.readOthers(NOW_MS).size === 0, 'their end')
})

test('the counts of a process that closes its store vanish', async (t) => {
  const dir = tempDir(t)
  const [one, two] = [await openTempStore(t, { dir }), await openTempStore(t, { dir })]
  one.rateCounts.publish(new Map([['k', window(1)]]))
  await until(() => two.rateCounts.readOthers(NOW_MS).size === 1, 'the count')
  await one.close()
  await until(() => two.rateCounts.readOthers(NOW_MS).size === 0, 'its end')
})
