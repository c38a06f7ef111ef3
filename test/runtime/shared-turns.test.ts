import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSharedTurns } from '../../src/runtime/shared-turns.ts'

test('of what many wait for, one piece runs in each turn, in the order in which they came', async () => {
  const turns = createSharedTurns()
  let turn = 0
  const count = (): void => {
    turn++
    if (turn < 20) setImmediate(count)
  }
  setImmediate(count)
  const ran: [string, number][] = []
  const work = async (name: string, pieces: number): Promise<void> => {
    for (let piece = 0; piece < pieces; piece++) {
      await turns.next()
      ran.push([`${name}${piece}`, turn])
    }
  }
  await Promise.all([work('a', 3), work('b', 2), work('c', 1)])
  assert.deepEqual(
    ran.map(([name]) => name),
    ['a0', 'b0', 'c0', 'a1', 'b1', 'a2'],
  )
  const at = ran.map(([, one]) => one)
  assert.equal(new Set(at).size, at.length, `each in a turn of its own: ${at}`)
})

test('who comes when no one waits gets the next turn, again and again', async () => {
  const turns = createSharedTurns()
  for (let i = 0; i < 3; i++) {
    let isThere = false
    void turns.next().then(() => {
      isThere = true
    })
    assert.equal(isThere, false)
    await nextTurn()
    await nextTurn()
    assert.equal(isThere, true)
  }
})
