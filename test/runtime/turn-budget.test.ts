import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnBudget } from '../../src/runtime/turn-budget.ts'

/** Counts the turns of the loop while it runs. */
function countTurns(): { readonly turn: number; stop(): void } {
  let turn = 0
  let isOver = false
  const tick = (): void => {
    turn++
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  return {
    get turn() {
      return turn
    },
    stop() {
      isOver = true
    },
  }
}

function burn(ms: number): void {
  const endsAtMs = performance.now() + ms
  while (performance.now() < endsAtMs);
}

test('pieces that come together are spread over turns, in their order, and each gives what its work gives', async () => {
  const { run } = createTurnBudget(5)
  const turns = countTurns()
  const began: { piece: number; turn: number }[] = []
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, piece) =>
      run(() => {
        began.push({ piece, turn: turns.turn })
        burn(3)
        return piece * 2
      }),
    ),
  )
  turns.stop()
  assert.deepEqual(
    answers,
    answers.map((_, piece) => piece * 2),
  )
  assert.deepEqual(
    began.map(({ piece }) => piece),
    answers.map((_, piece) => piece),
  )
  // Three milliseconds each: the second of a turn takes it over its five.
  for (const { turn } of began) assert(began.filter((one) => one.turn === turn).length <= 2)
})

test('small pieces share a turn: none waits that has no need to', async () => {
  const { run } = createTurnBudget(10_000)
  const turns = countTurns()
  const seen: number[] = []
  await Promise.all(Array.from({ length: 50 }, () => run(() => seen.push(turns.turn))))
  turns.stop()
  assert.equal(new Set(seen).size, 1)
})

test('a piece that throws rejects its own promise and holds nobody up', async () => {
  const { run } = createTurnBudget(1)
  const ended = await Promise.allSettled([
    run(() => burn(2)),
    run(() => {
      throw new Error('no JSON')
    }),
    run(() => 'third'),
  ])
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(await run(() => 'later'), 'later')
})
