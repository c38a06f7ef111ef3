// second run: waits for a follower to reach the head of its node

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import type { FactReader } from '../../src/ingest/solana/read-facts.ts'
import { until } from '../support/until.ts'
import { assertTells, assertToldRarely, consume, type Following, follow } from './follow-fixture.ts'
import { createScriptedNode, factsOf, type ScriptedNode, scriptedFacts } from './scripted-node.ts'

function begin(
  t: TestContext,
  options: Parameters<typeof follow>[1] = {},
  node = createScriptedNode(),
): { node: ScriptedNode; following: Following } {
  const following = follow(node, options)
  t.after(() => following.close())
  return { node, following }
}

function grow(node: ScriptedNode, blocks: number, trades = 2): void {
  for (let at = 0; at < blocks; at++) node.add(trades, at % 5 === 4 ? 2 : 0)
}

const levels = ({ logged }: Following, level: number) =>
  logged.filter((line) => Number(line['level']) >= level).map((line) => line['msg'])

test('history first, then what comes: every block once, skipped slots or not', async (t) => {
  const node = createScriptedNode()
  grow(node, 80)
  const { following } = begin(t, {}, node)
  await following.caughtUp()
  grow(node, 20)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(levels(following, 40), [])
})

test('history with longer pauses than one listing reaches', async (t) => {
  const node = createScriptedNode()
  grow(node, 3)
  node.add(2, 1_600_000)
  grow(node, 3)
  const { following } = begin(t, {}, node)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('days that are over are looked for when the past is read, not with every block after it', async (t) => {
  const node = createScriptedNode()
  grow(node, 30)
  let pruned = 0
  const { following } = begin(t, { onPrune: () => pruned++ }, node)
  await following.caughtUp()
  for (let at = 0; at < 20; at++) {
    node.add(1)
    await following.caughtUp()
  }
  assert(pruned === 1 || pruned === 2, `${pruned} times, not at the start and when the past was read`)
})

test('live blocks come by subscription alone: none is asked for', async (t) => {
  const { node, following } = begin(t)
  grow(node, 3)
  await following.caughtUp()
  node.calls.length = 0
  for (let at = 0; at < 20; at++) {
    node.add(1)
    await following.caughtUp()
  }
  assertTells(following.tape, node.blocks())
  // Finality compares hashes by `call`, which the node counts as getBlock too.
  assert(node.calls.filter((method) => method === 'getBlocks').length <= 2, node.calls.join(' '))
})

for (const [what, refuse] of [
  [
    'blockSubscribe is refused: slots are heard and blocks asked for',
    (node: ScriptedNode) => (node.state.servesBlocks = false),
  ],
  ['getBlocks is refused: every slot is asked for', (node: ScriptedNode) => node.refused.add('getBlocks')],
] as const) {
  test(what, async (t) => {
    const node = createScriptedNode()
    refuse(node)
    node.state.losesNotices = true
    grow(node, 10)
    // More skipped slots in a row than are asked for at once.
    node.add(2, 70)
    const { following } = begin(t, {}, node)
    await following.caughtUp()
    grow(node, 12)
    await following.caughtUp()
    assertTells(following.tape, node.blocks())
  })
}

for (const isLater of [false, true]) {
  test(`a fork at ${isLater ? 'later' : 'the same'} slots takes back what it replaced and nothing else`, async (t) => {
    const { node, following } = begin(t)
    grow(node, 20)
    await following.caughtUp()
    const before = following.tape.window().head.seq
    const gone = node.blocks().slice(-4)
    node.fork(node.blocks().at(-5)!.slot, isLater)
    grow(node, 6, 3)
    await following.caughtUp()
    assertTells(following.tape, node.blocks())
    const notices = following.tape.read(before, 1_000).filter((event) => event.type === 'retracted')
    const expected = gone.flatMap(factsOf).map(({ eventId }) => eventId)
    assert.deepEqual(notices.map(({ retracts }) => retracts.eventId).reverse(), expected)
    for (const { slot } of gone.filter((block) => !node.blocks().some((other) => other.slot === block.slot)))
      assert.equal(following.tape.slot('solana', slot)?.status, 'retracted')
  })
}

test('a fork whose first blocks no one sent: parents are asked for back to the common one', async (t) => {
  const { node, following } = begin(t)
  grow(node, 20)
  await following.caughtUp()
  node.state.losesNotices = true
  node.fork(node.blocks().at(-8)!.slot, true)
  grow(node, 8)
  node.state.losesNotices = false
  node.add(1)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('what is final is chained and never taken back: a fork below it is refused loudly', async (t) => {
  const { node, following } = begin(t)
  grow(node, 20)
  await following.caughtUp()
  const final = node.blocks().at(-4)!.slot
  node.finalize(final)
  await until(
    () => following.tape.position('solana')?.finalizedSlot === final,
    () => 'finality',
  )
  assertTells(following.tape, node.blocks())
  const events = following.tape.window().head.seq
  node.fork(node.blocks().at(-6)!.slot, true)
  grow(node, 3)
  await until(
    () => levels(following, 50).length > 0,
    () => 'an error',
  )
  assert.match(JSON.stringify(following.logged), /below the final slot/)
  assert.equal(following.tape.window().head.seq, events, 'nothing was taken back and nothing added')
  assert(levels(following, 50).length <= 2, 'and the log is not flooded')
})

test('a node that finalized another branch than the tape: only the compared block is final', async (t) => {
  // Found by the property under `seed: 1406285394, path: "28:9:3:1:3:9"`: the tape stood still for ever.
  const node = createScriptedNode()
  for (let at = 0; at < 3; at++) node.add(1)
  const following = follow(node)
  t.after(() => following.close())
  await following.caughtUp()
  const replaced = node.add(1, 2)
  await following.caughtUp()
  node.state.losesNotices = true
  node.fork(102, false)
  const [, second] = [node.add(1), node.add(1)]
  assert(second.slot < replaced.slot)
  node.finalize(second.slot)
  await until(
    () => (following.tape.position('solana')?.finalizedSlot ?? 0) >= 102,
    () => 'nothing is final',
  )
  for (let at = 0; at < 3; at++) node.add(1, at)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(
    following.logged.filter(({ level }) => Number(level) >= 50),
    [],
  )
})

test('a block that is missing for a while: what follows waits, and the order is kept', async (t) => {
  const { node, following } = begin(t, { timing: { blockPatienceMs: 60_000 } })
  grow(node, 10)
  await following.caughtUp()
  node.state.losesNotices = true
  const { slot } = node.add(2)
  node.hide(slot)
  node.state.losesNotices = false
  grow(node, 10)
  await new Promise((resolve) => setTimeout(resolve, 60))
  assert(following.tape.position('solana')!.slot < slot, 'nothing behind it is told')
  node.show(slot)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.lost('solana'), [])
})

test('a block that stays missing is recorded as lost after its deadline, and following goes on', async (t) => {
  const { node, following } = begin(t)
  grow(node, 10)
  await following.caughtUp()
  node.state.losesNotices = true
  const { slot } = node.add(2)
  node.hide(slot, -32603)
  node.state.losesNotices = false
  grow(node, 10)
  await following.caughtUp()
  grow(node, 2)
  await following.caughtUp()
  assert.deepEqual(
    following.tape.lost('solana').map(({ fromSlot, toSlot }) => [fromSlot, toSlot]),
    [[slot, slot]],
  )
  assertTells(following.tape, node.blocks())
  const events = following.tape.read(0, 1_000)
  const at = events.findIndex((event) => event.type === 'lost')
  assert(events[at - 1]!.slot < slot && events[at + 1]!.slot > slot, 'it stands where its events would')
})

test('the listing leaves a block out: it is asked for as the parent of the next', async (t) => {
  const { node, following } = begin(t)
  grow(node, 5)
  await following.caughtUp()
  node.state.losesNotices = true
  const left = node.add(3)
  node.add(1)
  const { rpc } = node
  const call = rpc.call.bind(rpc)
  Object.assign(rpc, {
    async call(method: string, params: readonly unknown[]) {
      const outcome = await call(method, params)
      return method === 'getBlocks' && outcome.ok
        ? { ...outcome, value: (outcome.value as number[]).filter((slot) => slot !== left.slot) }
        : outcome
    },
  })
  node.state.losesNotices = false
  node.add(1)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('a node that serves no block at all costs nothing: it is waited for', async (t) => {
  const { node, following } = begin(t)
  grow(node, 5)
  await following.caughtUp()
  node.state.losesNotices = true
  grow(node, 5)
  for (const { slot } of node.blocks()) node.hide(slot)
  await new Promise((resolve) => setTimeout(resolve, 150))
  assert.deepEqual(following.tape.lost('solana'), [])
  for (const { slot } of node.blocks()) node.show(slot)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('an unreachable node is one warning, and never an error or a loss', async (t) => {
  const { node, following } = begin(t)
  grow(node, 5)
  await following.caughtUp()
  node.state.isDown = true
  node.disconnect()
  await until(
    () => levels(following, 40).includes('the node cannot be followed now'),
    () => 'a warning',
  )
  await new Promise((resolve) => setTimeout(resolve, 150))
  node.state.isDown = false
  grow(node, 5)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(levels(following, 50), [])
  // Once when it begins, however long the node is away on a busy machine, and then every so many times.
  for (const told of ['the node cannot be followed now', 'the subscription to the node ended'])
    assertToldRarely(following, told)
  // The block is on the tape before the step that wrote it has ended and is logged.
  await until(
    () => levels(following, 30).includes('the chain is followed again'),
    () => 'a log line about it',
  )
})

/** What is on the tape is final, as the node says. */
async function becomeFinal(node: ScriptedNode, following: Following): Promise<void> {
  const { slot } = node.blocks().at(-1)!
  node.finalize(slot)
  await until(
    () => following.tape.position('solana')?.finalizedSlot === slot,
    () => 'finality',
  )
}

test('blocks that the node has thrown away are lost at once, as one range', async (t) => {
  const { node, following } = begin(t, { timing: { blockPatienceMs: 60_000 } })
  grow(node, 5)
  await following.caughtUp()
  await becomeFinal(node, following)
  await following.stop()
  node.state.losesNotices = true
  grow(node, 30)
  const first = node.blocks().at(-3)!.slot
  node.state.firstAvailable = first
  await following.restart()
  node.add(1)
  await following.caughtUp()
  const [range, ...others] = following.tape.lost('solana')
  assert.deepEqual([range?.toSlot, others.length], [node.blocks().at(-5)!.slot, 0])
  assert.match(range!.reason, /no longer has it/)
  assertTells(following.tape, node.blocks())
})

test('before a loss, what is not final and cannot be compared any more is taken back and lost, down to what is', async (t) => {
  const { node, following } = begin(t, { timing: { blockPatienceMs: 60_000 } })
  grow(node, 3)
  await following.caughtUp()
  await becomeFinal(node, following)
  const final = node.blocks().at(-1)!.slot
  const open = [node.add(2), node.add(2)]
  await following.caughtUp()
  await following.stop()
  node.state.losesNotices = true
  node.fork(final, true)
  grow(node, 10)
  node.state.firstAvailable = node.blocks().at(-3)!.slot
  await following.restart()
  node.add(1)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.equal(following.tape.slot('solana', final)?.status, 'finalized')
  for (const { slot } of open) {
    assert.equal(following.tape.slot('solana', slot)?.status, 'retracted')
    assert(following.tape.lost('solana').some(({ fromSlot, toSlot }) => slot >= fromSlot && slot <= toSlot))
  }
})

test('a block that a fork replaced and that stays hidden is not left on the tape in front of a lost one', async (t) => {
  // Seed -1714032964, path 45:2:2:2:3:6:6:9:2:2:13:14:14:14:14:14:14:14:14:14:14 of follow-property.test.ts.
  const { node, following } = begin(t)
  for (const trades of [1, 2, 3, 0]) node.add(trades)
  const replaced = node.blocks().at(-1)!
  node.state.losesNotices = true
  node.fork(node.blocks().at(-2)!.slot, false)
  const real = node.add(2)
  const next = node.add(3)
  assert.equal(real.slot, replaced.slot)
  node.hide(real.slot)
  node.hide(next.slot)
  const late = node.add(0)
  node.hide(late.slot)
  node.add(0)
  node.add(0)
  await until(
    () => following.tape.slot('solana', replaced.slot) !== undefined,
    () => 'the replaced block on the tape',
  )
  node.show(late.slot)
  node.add(1)
  node.add(2)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.equal(following.tape.slot('solana', replaced.slot)?.status, 'retracted')
  assert.deepEqual(
    following.tape.lost('solana').map(({ fromSlot }) => fromSlot),
    [real.slot, next.slot],
  )
})

test('-32001 for a block that the node says it has: it is asked again', async (t) => {
  const { node, following } = begin(t, { timing: { blockPatienceMs: 60_000 } })
  grow(node, 5)
  await following.caughtUp()
  node.state.losesNotices = true
  const { slot } = node.add(2)
  node.hide(slot, -32001)
  node.add(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  node.show(slot)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.lost('solana'), [])
})

test('a node that lags the other: nothing is sent twice, taken back or lost', async (t) => {
  const { node, following } = begin(t)
  grow(node, 10)
  await following.caughtUp()
  for (const behind of [3, 1, 5, 2]) {
    node.state.rpcBehind = behind
    grow(node, 4)
    await following.caughtUp()
    node.disconnect()
    grow(node, 4)
    await new Promise((resolve) => setTimeout(resolve, 20))
    node.state.rpcBehind = 0
    await following.caughtUp()
  }
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.lost('solana'), [])
  assert.equal(
    following.tape.read(0, 1_000).some(({ type }) => type === 'retracted'),
    false,
  )
})

test('blocks that come twice or late after a reconnect change nothing', async (t) => {
  const { node, following } = begin(t)
  grow(node, 10)
  await following.caughtUp()
  const head = following.tape.window().head.seq
  node.disconnect()
  await until(
    () => node.listener() !== null,
    () => 'a new subscription',
  )
  for (const { slot } of node.blocks()) node.resend(slot)
  await new Promise((resolve) => setTimeout(resolve, 40))
  assert.equal(following.tape.window().head.seq, head)
  node.add(2)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('a subscription that falls silent is made again; meanwhile the node is asked', async (t) => {
  const { node, following } = begin(t, { timing: { silenceMs: 40 } })
  grow(node, 3)
  await following.caughtUp()
  node.state.losesNotices = true
  const before = node.connections()
  await until(
    () => node.connections() >= before + 2,
    () => 'new subscriptions',
  )
  grow(node, 3)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('another world empties the tape; no block of the one is ever on the tape of the other', async (t) => {
  const { node, following } = begin(t)
  grow(node, 30)
  await following.caughtUp()
  for (const name of ['second', 'third', 'fourth']) {
    const { epoch } = following.tape
    // The new world may be ahead of the old one or behind it, and the connection may outlive the change.
    node.beginWorld(name, name === 'third' ? 500 : 100)
    if (name === 'fourth') node.disconnect()
    grow(node, 12)
    await following.caughtUp()
    assert.notEqual(following.tape.epoch, epoch)
    assertTells(following.tape, node.blocks())
  }
  assert.deepEqual(levels(following, 50), [])
})

test('restarts between any two blocks: no hole and no duplicate', async (t) => {
  const { node, following } = begin(t)
  for (let at = 0; at < 8; at++) {
    grow(node, 4)
    if (at % 2 === 0) await following.caughtUp()
    await following.restart()
  }
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('in live mode a follower that is too far behind reports what it leaves out', async (t) => {
  const node = createScriptedNode()
  const { ingest } = readConfig({})
  const config = { mode: 'live' as const, ingest: { ...ingest, backfillSlots: 50, maxGapSlots: 100 } }
  grow(node, 10)
  const { following } = begin(t, { config }, node)
  await following.caughtUp()
  await following.stop()
  node.state.losesNotices = true
  for (let at = 0; at < 200; at++) node.add(1)
  await following.restart()
  await following.caughtUp()
  const [range, ...others] = following.tape.lost('solana')
  assert.deepEqual([range?.reason, others.length], ['too far behind', 0])
  assertTells(following.tape, node.blocks())
  assert(consume(following.tape).at(-1)!.slot === node.blocks().at(-1)!.slot)
})

test('a head that no block stands near is not believed', async (t) => {
  const node = createScriptedNode()
  const { ingest } = readConfig({})
  const config = { mode: 'live' as const, ingest: { ...ingest, backfillSlots: 50, maxGapSlots: 100 } }
  grow(node, 10)
  const { following } = begin(t, { config }, node)
  await following.caughtUp()
  const { rpc } = node
  const call = rpc.call.bind(rpc)
  let lies = 3
  Object.assign(rpc, {
    call: async (method: string, params: readonly unknown[]) =>
      method === 'getSlot' && lies-- > 0 ? { ok: true, value: 10 ** 12 } : call(method, params),
  })
  await until(
    () => lies <= 0,
    () => 'the head was asked for',
  )
  node.add(1)
  await following.caughtUp()
  assert.deepEqual(following.tape.lost('solana'), [])
  assertTells(following.tape, node.blocks())
})

/** Facts of which a slot's lack a transaction for so many reads. */
function unreadable(slot: () => number, reads: { left: number }): FactReader {
  return {
    ...scriptedFacts,
    async read(block) {
      const whole = await scriptedFacts.read(block)
      if (block.slot !== slot() || reads.left-- <= 0) return whole
      return { ...whole, events: whole.events.slice(1), unreadable: 1 }
    },
  }
}

test('a block that comes without its transactions is fetched before it counts as empty', async (t) => {
  const { node, following } = begin(t)
  grow(node, 3)
  await following.caughtUp()
  node.state.sendsBlock = (block) => ({ ...block, transactionCount: 0, transactions: [] })
  grow(node, 3)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  const before = node.calls.length
  node.add(0)
  await following.caughtUp()
  assert(node.calls.slice(before).includes('getBlock'), 'one that is empty is asked for, too')
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.lost('solana'), [])
})

test('a block with a transaction that cannot be read is asked for again, and then is whole', async (t) => {
  let slot = -1
  const { node, following } = begin(t, { facts: unreadable(() => slot, { left: 2 }) })
  grow(node, 3)
  await following.caughtUp()
  slot = node.add(3).slot
  grow(node, 3)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.lost('solana'), [])
})

test('a transaction that can never be read is recorded as lost after the events of its block, and following goes on', async (t) => {
  let slot = -1
  const { node, following } = begin(t, { facts: unreadable(() => slot, { left: Number.POSITIVE_INFINITY }) })
  grow(node, 3)
  await following.caughtUp()
  const partly = node.add(3)
  slot = partly.slot
  grow(node, 3)
  await following.caughtUp()
  const [range, ...others] = following.tape.lost('solana')
  assert.deepEqual([range?.fromSlot, range?.toSlot, range?.transactions, others.length], [slot, slot, 1, 0])
  const ofSlot = following.tape.read(0, 1_000).filter((event) => event.slot === slot)
  assert.deepEqual(
    ofSlot.map(({ type }) => type),
    ['trade', 'trade', 'lost'],
  )
  assert.equal(following.tape.slot('solana', slot)?.count, 2)
  assert.equal(following.tape.coverage('solana')?.fromSlot, slot + 1)
  // The slot is known for all that: a fork of its block is read.
  const before = following.tape.window().head.seq
  slot = -1
  node.fork(partly.parentSlot, false)
  grow(node, 5)
  await following.caughtUp()
  const again = following.tape.read(before, 1_000).filter((event) => event.slot === partly.slot)
  assert.deepEqual(new Set(again.map(({ type }) => type)), new Set(['retracted', 'trade']))
  assert.equal(
    following.tape.slot('solana', partly.slot)?.blockHash,
    node.blocks().find((one) => one.slot === partly.slot)?.blockHash,
  )
})

test('a kind of transaction that no one can read holds nothing up', async (t) => {
  const facts: FactReader = {
    ...scriptedFacts,
    read: async (block) => ({ ...(await scriptedFacts.read(block)), unreadable: 1 }),
  }
  const { node, following } = begin(t, { facts })
  grow(node, 3)
  await following.caughtUp()
  node.calls.length = 0
  grow(node, 60)
  await following.caughtUp()
  assert(node.calls.filter((method) => method === 'getBlock').length < 60, 'most are not asked for again')
  assert.equal(following.tape.lost('solana').length, node.blocks().length)
})
