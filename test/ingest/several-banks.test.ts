// second run: waits for a follower to reach the head of its node

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSolanaPort } from '../../src/ingest/solana/solana-port.ts'
import { verifyTape } from '../../src/ingest/verify-tape.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { until } from '../support/until.ts'
import { assertTells, type Following, follow } from './follow-fixture.ts'
import { createScriptedNode, factsOf, type ScriptedNode, scriptedFacts } from './scripted-node.ts'

/** Slots with several blocks, each on top of the one before, as Alpenglow has them. A request names a slot and is
 *  answered with one block of it; a subscription sends them all. */

function begin(t: TestContext, node = createScriptedNode()): { node: ScriptedNode; following: Following } {
  node.state.isAlpenglow = true
  const following = follow(node)
  t.after(() => following.close())
  return { node, following }
}

const idsOf = (following: Following, type: string): string[] =>
  following.tape
    .read(0, 10_000)
    .filter((event) => event.type === type)
    .map((event) => (event.type === 'retracted' ? event.retracts.eventId : event.eventId))
const expected = (node: ScriptedNode): string[] =>
  node
    .blocks()
    .flatMap(factsOf)
    .map(({ eventId }) => eventId)
const lostSlots = ({ tape }: Following) => tape.lost('solana').map(({ fromSlot, toSlot }) => [fromSlot, toSlot])

test('both blocks of a slot are on the tape in order, none lost or doubled, over restarts', async (t) => {
  const { node, following } = begin(t)
  node.add(2)
  await following.caughtUp()
  for (let round = 0; round < 4; round++) {
    node.add(2)
    node.addBank(3)
    if (round % 2 === 0) node.addBank(1)
    await following.caughtUp()
    await following.restart()
    // The same once more by subscription changes nothing.
    node.resend(node.blocks().at(-1)!.slot)
    node.add(1)
    await following.caughtUp()
  }
  assertTells(following.tape, node.blocks())
  assert.deepEqual(idsOf(following, 'trade'), expected(node))
  assert.deepEqual([lostSlots(following), idsOf(following, 'retracted')], [[], []])
  const { slot } = node.blocks().at(-2)!
  assert.equal(following.tape.slot('solana', slot)!.bank, following.tape.banks('solana', slot).length - 1)
})

test('blocks of one slot that arrive in the wrong order, and the slot after them, wait for the first', async (t) => {
  const { node, following } = begin(t)
  node.add(1)
  await following.caughtUp()
  node.state.losesNotices = true
  const [first, second, third] = [node.add(2), node.addBank(2), node.add(1)]
  // Requests lag: only the subscription can bring these.
  node.state.rpcBehind = 3
  node.state.losesNotices = false
  for (const block of [third, second, first]) node.listener()!.onBlock(block, 100)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual([lostSlots(following), idsOf(following, 'retracted')], [[], []])
})

test('a fork of the second block of a slot takes back that block alone', async (t) => {
  const { node, following } = begin(t)
  node.add(1)
  const first = node.add(2)
  const gone = node.addBank(2)
  await following.caughtUp()
  node.dropNewest()
  const other = node.addBank(3)
  node.add(1)
  await following.caughtUp()
  assert.equal(other.slot, first.slot)
  assertTells(following.tape, node.blocks())
  assert.deepEqual(
    idsOf(following, 'retracted').reverse(),
    factsOf(gone).map(({ eventId }) => eventId),
  )
  await following.restart()
  node.add(1)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('a fork of a whole slot takes back both of its blocks, newest first', async (t) => {
  const { node, following } = begin(t)
  node.add(1)
  const { slot } = node.add(1)
  const gone = [node.add(2), node.addBank(2)]
  await following.caughtUp()
  node.fork(slot, false)
  node.add(1)
  node.addBank(1)
  node.add(1)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  const ids = gone.flatMap(factsOf).map(({ eventId }) => eventId)
  assert.deepEqual(idsOf(following, 'retracted').reverse(), ids)
})

test('a slot is final as a whole, whichever of its blocks the node answers, and never taken back for the other', async (t) => {
  for (const served of ['first', 'last'] as const) {
    const { node, following } = begin(t)
    node.state.servesBank = served
    node.add(1)
    await following.caughtUp()
    for (let at = 0; at < 5; at++) {
      node.add(2)
      node.addBank(2)
    }
    await following.caughtUp()
    const newest = node.blocks().at(-1)!.slot
    node.finalize(newest)
    const finalSlot = () => following.tape.position('solana')!.finalizedSlot
    // Of one block being final it does not follow that no other of its slot is to come.
    const wanted = newest - 1
    await until(
      () => finalSlot() >= wanted,
      () => `final up to ${finalSlot()}`,
    )
    await new Promise((resolve) => setTimeout(resolve, 60))
    assert.equal(finalSlot(), wanted)
    node.addBank(2)
    await following.caughtUp()
    node.add(1)
    await following.caughtUp()
    assertTells(following.tape, node.blocks())
    assert.deepEqual(idsOf(following, 'retracted'), [])
    assert.deepEqual(lostSlots(following), [])
  }
})

test('by requests alone a second block that the node serves comes, and one that it does not serve is lost by name', async (t) => {
  const { node, following } = begin(t)
  node.state.servesBlocks = false
  node.state.losesNotices = true
  node.add(1)
  await following.caughtUp()
  // Nothing but the parent of the next block says that there is one more.
  const first = node.add(2)
  await following.caughtUp()
  const second = node.addBank(2)
  const next = node.add(1)
  await following.caughtUp()
  assert.deepEqual(lostSlots(following), [])
  assert.deepEqual(
    idsOf(following, 'trade').slice(1),
    [first, second, next].flatMap(factsOf).map(({ eventId }) => eventId),
  )

  // Both at once: the node answers the last one for the slot, and the first can be named by no request.
  const [unseen, seen] = [node.add(2), node.addBank(2)]
  node.add(1)
  await following.caughtUp()
  assert.deepEqual(lostSlots(following), [[seen.slot, seen.slot]])
  const told = new Set(idsOf(following, 'trade'))
  assert(factsOf(seen).every(({ eventId }) => told.has(eventId)))
  assert(factsOf(unseen).every(({ eventId }) => !told.has(eventId)))
  const notice = following.tape.read(0, 1_000).find((event) => event.type === 'lost')
  assert.deepEqual([notice?.slot, notice?.reason], [seen.slot, 'the node serves another block of this slot'])
  assert.deepEqual(idsOf(following, 'retracted'), [])
  assertTells(following.tape, node.blocks())
})

test('a block that the node calls final stays although its slot goes on with one that no request names', async (t) => {
  const { node, following } = begin(t)
  node.state.servesBlocks = false
  node.state.losesNotices = true
  node.state.servesBank = 'first'
  for (let at = 0; at < 3; at++) node.add(1)
  await following.caughtUp()
  const kept = node.add(2)
  await following.caughtUp()
  node.finalize(kept.slot)
  await until(
    () => following.tape.position('solana')!.finalizedSlot === kept.slot - 1,
    () => 'finality',
  )
  node.addBank(2)
  const next = node.add(1)
  await following.caughtUp()
  assert.deepEqual(lostSlots(following), [[kept.slot, kept.slot]])
  assert.deepEqual(idsOf(following, 'retracted'), [])
  const told = new Set(idsOf(following, 'trade'))
  for (const { eventId } of [kept, next].flatMap(factsOf)) assert(told.has(eventId))
  node.add(1)
  await following.caughtUp()
})

test('a block that comes for a slot after its first one was called final is not final with it', async (t) => {
  const { node, following } = begin(t)
  node.add(1)
  const first = node.add(2)
  await following.caughtUp()
  node.finalize(first.slot)
  await until(
    () => following.tape.position('solana')!.finalizedSlot === first.slot - 1,
    () => 'finality',
  )
  await new Promise((resolve) => setTimeout(resolve, 60))
  const left = node.addBank(2)
  await following.caughtUp()
  node.state.losesNotices = true
  node.dropNewest()
  node.add(3)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(
    idsOf(following, 'retracted').reverse(),
    factsOf(left).map(({ eventId }) => eventId),
  )
  assert.deepEqual(lostSlots(following), [])
})

test('tape verify compares the block that the node serves, and names a slot whose other block it cannot read', async (t) => {
  const { node, following } = begin(t)
  node.add(1)
  node.add(2)
  const both = node.addBank(2)
  for (let at = 0; at < 3; at++) node.add(1)
  await following.caughtUp()
  node.finalize(both.slot + 2)
  await until(
    () => following.tape.position('solana')!.finalizedSlot > both.slot,
    () => 'finality',
  )
  await following.stop()
  const range = { fromSlot: node.blocks()[0]!.slot, toSlot: node.blocks().at(-1)!.slot }
  const verified = await verifyTape(
    {
      tape: following.tape,
      port: createSolanaPort({ rpc: node.rpc, facts: scriptedFacts }),
      log: createLogger({ level: 'silent', process: 'test' }),
      signal: new AbortController().signal,
    },
    range,
  )
  assert.deepEqual([verified.differences, verified.unreadable], [[], [both.slot]])
})

test('where the chain has one block for a slot, a block that claims another parent in its slot is not believed', async (t) => {
  const { node, following } = begin(t)
  node.state.isAlpenglow = false
  node.state.servesBlocks = false
  node.state.losesNotices = true
  for (let at = 0; at < 3; at++) node.add(1)
  await following.caughtUp()
  node.add(2)
  const claims = node.addBank(2)
  node.add(1)
  await following.caughtUp()
  assert.deepEqual(lostSlots(following), [[claims.slot, claims.slot]])
  assert(factsOf(claims).every(({ eventId }) => !idsOf(following, 'trade').includes(eventId)))
})

test('a block that a false answer put under the next number is taken back, also when the next one names itself as parent', async (t) => {
  const { node, following } = begin(t)
  node.state.isAlpenglow = false
  node.state.servesBlocks = false
  node.state.losesNotices = true
  for (let at = 0; at < 3; at++) node.add(1)
  await following.caughtUp()
  const first = node.add(2)
  // The node hides the block and answers it for the slot after it.
  node.hide(first.slot, -32007)
  node.state.answersBlock = (block) => (block.slot === first.slot + 1 ? { ...first, slot: block.slot } : block)
  const next = node.add(1)
  await until(
    () => following.tape.position('solana')?.slot === next.slot,
    () => 'the false block is joined',
  )
  // Then it has both, and the second one says that it stands on the false one.
  node.show(first.slot)
  let falseAnswers = 0
  node.state.answersBlock = (block) => {
    if (block.slot !== next.slot || falseAnswers++ >= 3) return block
    return { ...block, parentSlot: block.slot }
  }
  node.add(1)
  await following.caughtUp()
  assert(falseAnswers >= 3)
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.lost('solana'), [])
})
