// second run: waits for a follower to reach the head of its node

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { RawBlock } from '../../src/chain/solana/rpc.ts'
import { INGEST } from '../../src/config/ingest.ts'
import { withBlockTime as withTime } from '../../src/ingest/solana/solana-port.ts'
import { until } from '../support/until.ts'
import { assertTells, type Following, follow } from './follow-fixture.ts'
import { createScriptedNode, type ScriptedNode } from './scripted-node.ts'

const DAY_SEC = 86_400

/** A follower at the head of a node that from then on announces blocks without sending them. */
async function begin(t: TestContext): Promise<{ node: ScriptedNode; following: Following }> {
  const node = createScriptedNode()
  for (let at = 0; at < 5; at++) node.add(2)
  const following = follow(node)
  t.after(() => following.close())
  await following.caughtUp()
  node.state.losesNotices = true
  return { node, following }
}

/** Answers of `node` as they are, but for the time of one block, `count` times. */
function lie(node: ScriptedNode, slot: number, times: (answer: number) => number | null): { answers: number } {
  const said = { answers: 0 }
  node.state.answersBlock = (block) => (block.slot === slot ? withTime(block, times(said.answers++)) : block)
  return said
}

const timeOf = ({ tape }: Following, { slot }: RawBlock) => tape.slot('solana', slot)?.blockTimeSec

for (const [name, lied] of [
  ['in 1970', 0],
  ['missing', null],
  ['a day before its parent', -DAY_SEC],
] as const)
  test(`a block whose time is ${name} in one answer is asked for again, and stands at its true time`, async (t) => {
    const { node, following } = await begin(t)
    const slot = node.highestSlot() + 1
    const trueSec = node.blocks().at(-1)!.blockTimeSec! + 3
    const said = lie(node, slot, (answer) => (answer > 0 ? trueSec : lied === -DAY_SEC ? trueSec + lied : lied))
    const block = node.add(2)
    node.add(1)
    await following.caughtUp()
    assert.equal(timeOf(following, block), trueSec)
    assert(said.answers > 1)
    assertTells(following.tape, node.blocks())
  })

test('a block whose time each answer says otherwise is waited for', async (t) => {
  const { node, following } = await begin(t)
  const slot = node.highestSlot() + 1
  const trueSec = node.blocks().at(-1)!.blockTimeSec! + 3
  lie(node, slot, (answer) => (answer < 40 ? answer : trueSec))
  const block = node.add(2)
  node.add(1)
  await until(
    () => following.logged.some(({ reason, err }) => /gives different times/.test(JSON.stringify([reason, err]))),
    () => 'the trouble is told',
  )
  assert.equal(following.tape.slot('solana', slot), undefined)
  await following.caughtUp()
  assert.equal(timeOf(following, block), trueSec)
})

test('a clock that really goes back is believed, and then costs nothing', async (t) => {
  const { node, following } = await begin(t)
  const asked = new Map<number, number>()
  node.state.answersBlock = (block) => {
    asked.set(block.slot, (asked.get(block.slot) ?? 0) + 1)
    return withTime(block, block.blockTimeSec! - 2 * block.slot * 3)
  }
  const added = Array.from({ length: 8 }, () => node.add(1))
  await following.caughtUp()
  const [first, ...rest] = added as [RawBlock, ...RawBlock[]]
  assert.equal(asked.get(first.slot), INGEST.oddTimeAnswers)
  // The newest is compared now and then.
  assert.deepEqual(
    rest.slice(0, -1).map(({ slot }) => asked.get(slot)),
    rest.slice(0, -1).map(() => 1),
  )
  assert.equal(timeOf(following, first), first.blockTimeSec! - 2 * first.slot * 3)
})
