import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnSlices } from '../../src/runtime/turn-slices.ts'

/** Turns of the loop that end while `work` goes on. */
async function turnsOf(work: () => Promise<void>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

function busyFor(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

test('pieces that fit into a slice share a turn, and one that does not ends it', async () => {
  const [quick, slow] = [createTurnSlices(10_000), createTurnSlices(1)]
  const together = await turnsOf(async () => {
    for (let at = 0; at < 100; at++) await quick.next()
  })
  assert(together <= 2, `${together} turns`)
  const apart = await turnsOf(async () => {
    for (let at = 0; at < 10; at++) {
      await slow.next()
      busyFor(1)
    }
  })
  assert(apart >= 10, `${apart} turns`)
})

test('the first piece waits for a turn of its own', async () => {
  let hasRun = false
  const first = createTurnSlices(10_000)
    .next()
    .then(() => {
      hasRun = true
    })
  await Promise.resolve()
  await Promise.resolve()
  assert.equal(hasRun, false)
  await first
  assert(hasRun)
})
