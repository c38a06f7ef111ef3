// second run: waits for a follower to reach the head of its node

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FinalHeader } from '../../src/chain/port.ts'
import type { RawBlock } from '../../src/chain/solana/rpc.ts'
import { readConfig } from '../../src/config/env.ts'
import type { Outcome } from '../../src/contract/outcome.ts'
import { until } from '../support/until.ts'
import { assertTells, assertToldRarely, type Following, follow } from './follow-fixture.ts'
import { asSent, createScriptedNode, type ScriptedNode, textOf } from './scripted-node.ts'

/** A final block of the tape that proves false is taken back; a node that lies now and then, or deeply, takes
 *  nothing. */

type Reply = Pick<RawBlock, 'slot' | 'blockHash' | 'parentHash' | 'parentSlot'>
/** What the node says of a block instead; the block itself to say the truth. */
type Lie = <T extends Reply>(block: T) => T

/** Lets a node lie about the blocks it is asked for, until it is stopped. */
function lieOf(node: ScriptedNode, lie: Lie): { stop(): void } {
  const { call, block } = node.rpc
  const changed = (outcome: Outcome<unknown>): Outcome<unknown> =>
    outcome.ok && outcome.value !== null ? { ...outcome, value: lie(outcome.value as RawBlock) } : outcome
  /** Lies about blocks of the slot that the request names. */
  const changedHead = (outcome: Outcome<unknown>, slot: number): Outcome<unknown> => {
    if (!outcome.ok || outcome.value === null) return outcome
    const { blockhash, previousBlockhash, parentSlot } = outcome.value as Record<string, string>
    const said = lie({ slot, blockHash: blockhash, parentHash: previousBlockhash, parentSlot } as unknown as Reply)
    return { ...outcome, value: asSent(said) }
  }
  Object.assign(node.rpc, {
    call: async (method: string, params: readonly unknown[]) => {
      const outcome = await call(method, params)
      return method === 'getBlock' ? changedHead(outcome, params[0] as number) : outcome
    },
    block: async (...args: Parameters<typeof block>) => changed(await block(...args)),
  })
  return { stop: () => void Object.assign(node.rpc, { call, block }) }
}

function begin(t: TestContext, options: Parameters<typeof follow>[1] = {}) {
  const node = createScriptedNode()
  const following = follow(node, options)
  t.after(() => following.close())
  return { node, following }
}

function grow(node: ScriptedNode, blocks: number): void {
  for (let at = 0; at < blocks; at++) node.add(2, at % 4 === 3 ? 1 : 0)
}

async function becomesFinal(node: ScriptedNode, following: Following, slot = node.blocks().at(-1)!.slot) {
  node.finalize(slot)
  await until(
    () => following.tape.position('solana')?.finalizedSlot === slot,
    () => `slot ${slot} final`,
  )
}

const FALSE_HASH = textOf('a false hash')

/** A tape whose newest block is false and final; the node says the truth again. */
async function withFalseFinal(node: ScriptedNode, following: Following): Promise<RawBlock> {
  grow(node, 5)
  await following.caughtUp()
  await becomesFinal(node, following)
  node.state.losesNotices = true
  const slot = node.blocks().at(-1)!.slot + 1
  const lying = lieOf(node, (block) => (block.slot === slot ? { ...block, blockHash: FALSE_HASH } : block))
  const real = node.add(3)
  assert.equal(real.slot, slot)
  await until(
    () => following.tape.slot('solana', slot)?.blockHash === FALSE_HASH,
    () => 'the false block on the tape',
  )
  await becomesFinal(node, following, slot)
  lying.stop()
  return real
}

const errorsOf = ({ logged }: Following) => logged.filter((line) => Number(line['level']) >= 50)

async function stays(following: Following, work: () => void | Promise<void>): Promise<void> {
  const head = following.tape.window().head.seq
  const final = following.tape.position('solana')!.finalizedSlot
  await work()
  await new Promise((resolve) => setTimeout(resolve, 400))
  assert.equal(following.tape.window().head.seq, head, 'nothing is taken back and nothing added')
  assert.equal(following.tape.position('solana')!.finalizedSlot, final)
  assert.deepEqual(following.tape.corrections('solana'), [])
}

test('a false block that became final is taken back, loudly, and following goes on', async (t) => {
  const { node, following } = begin(t)
  const real = await withFalseFinal(node, following)
  const before = following.tape.window().head.seq
  grow(node, 6)
  node.finalize(node.blocks().at(-2)!.slot)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.equal(following.tape.slot('solana', real.slot)?.blockHash, real.blockHash)
  const types = following.tape.read(before, 4).map(({ type }) => type)
  assert.deepEqual(
    types,
    ['retracted', 'retracted', 'retracted', 'trade'],
    'each event of the false block, then the true ones',
  )
  const [correction, ...others] = following.tape.corrections('solana')
  assert.deepEqual(
    [correction?.fromSlot, correction?.toSlot, correction?.events, correction?.aboveSlot, others.length],
    [real.slot, real.slot, 3, real.parentSlot, 0],
  )
  assert(errorsOf(following).some(({ msg }) => msg === 'final blocks proved false and are taken back'))
  // Finality goes on from there, chained again.
  await becomesFinal(node, following)
  assertTells(following.tape, node.blocks())
  await following.restart()
  assert.equal(following.tape.corrections('solana').length, 1)
})

test('a false final block whose true one stays hidden is taken back and its slot lost', async (t) => {
  const { node, following } = begin(t)
  const real = await withFalseFinal(node, following)
  node.hide(real.slot)
  grow(node, 6)
  node.finalize(node.blocks().at(-2)!.slot)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.equal(following.tape.slot('solana', real.slot)?.status, 'retracted')
  assert.deepEqual(
    following.tape.lost('solana').map(({ fromSlot, toSlot }) => [fromSlot, toSlot]),
    [[real.slot, real.slot]],
  )
})

test('a false final block in front of a lost one is found out by comparison and taken back', async (t) => {
  const { node, following } = begin(t)
  const real = await withFalseFinal(node, following)
  node.hide(node.add(2).slot)
  grow(node, 6)
  node.finalize(node.blocks().at(-2)!.slot)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.equal(following.tape.slot('solana', real.slot)?.blockHash, real.blockHash)
  assert.equal(following.tape.corrections('solana').length, 1)
})

test('a false final block is found out, too, where what follows it is given up at once', async (t) => {
  const { ingest } = readConfig({})
  const config = { mode: 'live' as const, ingest: { ...ingest, backfillSlots: 50, maxGapSlots: 100 } }
  const { node, following } = begin(t, { config })
  const real = await withFalseFinal(node, following)
  await following.stop()
  grow(node, 200)
  node.finalize(node.blocks().at(-2)!.slot)
  await following.restart()
  await following.caughtUp()
  assert.equal(following.tape.lost('solana')[0]?.reason, 'too far behind')
  assertTells(following.tape, node.blocks())
  assert.equal(following.tape.slot('solana', real.slot)?.status, 'retracted')
  assert.equal(following.tape.corrections('solana').length, 1)
})

test('until the node itself calls its other chain final, nothing final is taken back', async (t) => {
  const { node, following } = begin(t)
  await withFalseFinal(node, following)
  await stays(following, () => grow(node, 6))
  assert(errorsOf(following).length > 0)
})

test('a node that says it only now and then, or in other words each time, takes nothing back', async (t) => {
  const { node, following } = begin(t)
  grow(node, 8)
  await following.caughtUp()
  await becomesFinal(node, following)
  node.state.losesNotices = true
  const final = node.blocks().at(-1)!
  let said = 0
  const lying = lieOf(node, (block) => {
    if (block.slot === final.slot) return { ...block, blockHash: textOf(`false ${said >> 3}`) }
    return block.parentSlot === final.slot ? { ...block, parentHash: textOf(`false ${said++ >> 3}`) } : block
  })
  await stays(following, () => {
    grow(node, 4)
    node.finalize(node.blocks().at(-1)!.slot)
  })
  lying.stop()
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
  assert.deepEqual(following.tape.corrections('solana'), [])
})

test('a node that denies a block and serves it as final all the same takes nothing back', async (t) => {
  const { node, following } = begin(t)
  grow(node, 8)
  await following.caughtUp()
  await becomesFinal(node, following)
  node.state.losesNotices = true
  const final = node.blocks().at(-1)!
  const lying = lieOf(node, (block) => (block.parentSlot === final.slot ? { ...block, parentHash: FALSE_HASH } : block))
  await stays(following, () => {
    grow(node, 4)
    node.finalize(node.blocks().at(-1)!.slot)
  })
  lying.stop()
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
})

test('a chain that is rewritten deeply is not believed, however long the node says so', async (t) => {
  const { node, following } = begin(t)
  grow(node, 90)
  await following.caughtUp()
  await becomesFinal(node, following)
  await stays(following, () => {
    node.fork(node.blocks().at(-71)!.slot, true)
    grow(node, 5)
    node.finalize(node.blocks().at(-1)!.slot)
  })
  assert.match(JSON.stringify(following.logged), /final blocks deep/)
  assertToldRarely(following, 'following the chain failed and resumes from the tape')
})

test('a second correction never reaches below the first: rewriting step by step is not believed either', async (t) => {
  const { node, following } = begin(t)
  await withFalseFinal(node, following)
  grow(node, 6)
  node.finalize(node.blocks().at(-1)!.slot)
  await following.caughtUp()
  await becomesFinal(node, following)
  const head = following.tape.window().head.seq
  node.fork(node.blocks()[2]!.slot, true)
  grow(node, 5)
  node.finalize(node.blocks().at(-1)!.slot)
  await until(
    () => JSON.stringify(following.logged).includes('below an earlier correction'),
    () => 'the refusal',
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal(following.tape.window().head.seq, head)
  assert.equal(following.tape.corrections('solana').length, 1)
})

for (const agrees of [true, false]) {
  test(`where there is another node it decides: it ${agrees ? 'says the same' : 'says otherwise'}`, async (t) => {
    const says = { header: null as FinalHeader | null }
    const witness = { finalHeader: async (slot: number) => (says.header?.slot === slot ? says.header : null) }
    const { node, following } = begin(t, { witnesses: [witness] })
    const real = await withFalseFinal(node, following)
    const first = node.add(1)
    says.header = {
      slot: first.slot,
      blockHash: first.blockHash,
      parentSlot: real.slot,
      parentHash: agrees ? real.blockHash : FALSE_HASH,
    }
    const goOn = () => {
      grow(node, 4)
      node.finalize(node.blocks().at(-1)!.slot)
    }
    if (!agrees) return stays(following, goOn)
    goOn()
    await following.caughtUp()
    assertTells(following.tape, node.blocks())
  })
}
