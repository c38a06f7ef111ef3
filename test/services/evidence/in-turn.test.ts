import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { createGate } from '../../../src/runtime/gate.ts'
import { inTurn } from '../../../src/services/evidence/in-turn.ts'

type Parts = Pick<Context, 'scans' | 'store'>

/** Places for `maxRunning`, a queue for `maxWaiting`, and tokens that were read just now. */
function placesFor(maxRunning: number, maxWaiting: number, atHand: readonly string[] = []): Parts {
  const peek = (_cache: string, mint: string) => (atHand.includes(mint) ? {} : undefined)
  return { scans: createGate({ maxRunning, maxWaiting }), store: { peek } as unknown as Context['store'] }
}

/** A gathering that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { began: false }
  const gather = async () => {
    state.began = true
    await promise
    return ok('read')
  }
  return { state, gather, end: resolve }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a token waits until one of those before it is through, and is then gathered', async () => {
  const ctx = placesFor(1, 5)
  const [first, second] = [held(), held()]
  const both = [inTurn(ctx, 'a', undefined, first.gather), inTurn(ctx, 'b', undefined, second.gather)]
  await nextTurn()
  assert.deepEqual([first.state.began, second.state.began], [true, false])
  first.end()
  await both[0]
  await nextTurn()
  assert.equal(second.state.began, true)
  second.end()
  assert.deepEqual(await Promise.all(both), [ok('read'), ok('read')])
  assert.deepEqual([ctx.scans.running, ctx.scans.waiting], [0, 0])
})

test('a token that was read just now needs no turn', async () => {
  const ctx = placesFor(1, 0, ['warm'])
  const cold = held()
  const first = inTurn(ctx, 'cold', undefined, cold.gather)
  assert.deepEqual(await inTurn(ctx, 'warm', undefined, async () => ok('kept')), ok('kept'))
  cold.end()
  await first
})

test('when too many wait the next one is told at once', async () => {
  const ctx = placesFor(1, 0)
  const cold = held()
  const first = inTurn(ctx, 'a', undefined, cold.gather)
  const refused = await inTurn(ctx, 'b', undefined, async () => assert.fail('gathered without a place'))
  assert(!refused.ok && refused.code === 'too_busy')
  assert.equal(refused.retryAfterSec, 5)
  cold.end()
  await first
})

test('a caller who leaves before its turn is cancelled, and takes no place', async () => {
  const ctx = placesFor(1, 5)
  const cold = held()
  const first = inTurn(ctx, 'a', undefined, cold.gather)
  const leaving = new AbortController()
  const second = inTurn(ctx, 'b', leaving.signal, async () => assert.fail('gathered for nobody'))
  leaving.abort()
  const left = await second
  assert(!left.ok && left.code === 'cancelled')
  assert.equal(ctx.scans.waiting, 0)
  cold.end()
  await first
  assert.equal(ctx.scans.running, 0)
})

test('a gathering that throws gives its place back', async () => {
  const ctx = placesFor(1, 0)
  await assert.rejects(
    inTurn(ctx, 'a', undefined, async () => {
      throw new Error('a fault of ours')
    }),
    /a fault of ours/,
  )
  assert.equal(ctx.scans.running, 0)
})

test('whose turn does not come in time is told to come again, and takes no place', async () => {
  const ctx = placesFor(1, 5)
  const cold = held()
  const first = inTurn(ctx, 'a', undefined, cold.gather)
  // Deadlines do not keep a process alive by themselves.
  const alive = setInterval(() => {}, 1_000)
  const late = await inTurn(ctx, 'b', undefined, async () => assert.fail('gathered too late'), 5)
  clearInterval(alive)
  assert(!late.ok && late.code === 'too_busy')
  assert.equal(ctx.scans.waiting, 0)
  cold.end()
  await first
})
