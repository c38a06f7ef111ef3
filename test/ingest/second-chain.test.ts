// second run: waits for a follower to reach the head of its chain

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import { WEBHOOKS } from '../../src/config/webhooks.ts'
import { onChain } from '../../src/contract/tape-event.ts'
import { type Follower, followChain } from '../../src/ingest/follow-chain.ts'
import { startConsumer } from '../../src/push/consumer/start-consumer.ts'
import { createEncodedEvents } from '../../src/push/feeds/encoded-events.ts'
import { createFeeds } from '../../src/push/feeds/index.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type { ConsumerState } from '../../src/store/consumer-rows.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tape } from '../../src/store/tape/types.ts'
import { SILENT } from '../store/temp-store.ts'
import { openTestTape, tempFolder } from '../support/tape-facts.ts'
import { until } from '../support/until.ts'
import { follow, QUICK } from './follow-fixture.ts'
import { AMOUNT, createScriptedEvm, factsOf, POOL, type ScriptedEvm, TOKEN } from './scripted-evm.ts'
import { createScriptedNode, factsOf as solanaFactsOf } from './scripted-node.ts'

/** Another chain family through the port: the same follower, tape and push, with nothing of Solana. */

function followEvm(t: TestContext, evm: ScriptedEvm, tape: Tape): Follower {
  const store = { tape, claimWorld: async () => ({ changed: false }) } as unknown as Store
  const follower = followChain({
    ctx: { clock: systemClock(), log: SILENT, config: readConfig({}), metrics: createMetrics(), store },
    port: evm.port,
    writer: tape.writer!,
    timing: QUICK,
  })
  t.after(() => follower.stop())
  return follower
}

async function caughtUp(evm: ScriptedEvm, tape: Tape): Promise<void> {
  await until(
    () => tape.position('ethereum')?.blockHash === evm.blocks().at(-1)?.blockHash,
    () => `the tape stands at ${tape.position('ethereum')?.slot}`,
  )
}

/** Every event that a durable consumer of the tape is handed, as the transports spell it. */
function consumeAll(t: TestContext, tape: Tape): readonly Record<string, unknown>[] {
  const told: Record<string, unknown>[] = []
  const encoded = createEncodedEvents(tape)
  const state = { cursor: tape.formatCursor(0), consecutiveFailures: 0 } as ConsumerState
  const consumer = startConsumer({
    ...{ clock: systemClock(), log: SILENT, tape, label: { one: 'reader', many: 'readers' } },
    limits: { ...WEBHOOKS, attemptsPerTarget: 1, attemptsPerOwner: 1, tickMs: 5 },
    store: {
      settle: async () => ({ consecutiveFailures: 0, switchedOff: null }),
      moveCursor: async () => undefined,
      truncate: async () => undefined,
      ...{ waiting: () => [], waitingCount: () => 0, prune: async () => 0, onChange: () => () => undefined },
    },
    live: () => [{ id: 'r', state, targetKey: '', ownerId: 1, batchMax: 50, wants: () => true }],
    isSameTarget: () => true,
    makeDelivery: (events) => ({ deliveryId: `d${events.seqs[0]}`, ...events }),
    async attempt(_subscription, { seqs }) {
      for (const seq of seqs) told.push(JSON.parse(encoded.textOf(tape.eventAt(seq)!)))
      return { succeeded: true, httpStatus: null, latencyMs: 0, reason: null, snippet: null, isFinal: false }
    },
    breakAfter: () => ({ failures: 20, reason: '' }),
  })
  t.after(() => consumer.stop())
  return told
}

test('a chain of numbered blocks and 256-bit amounts goes through follower, tape and push as it is', async (t) => {
  const folder = tempFolder(t)
  const tape = openTestTape(t, { folder, keepDays: 10_000 })
  const evm = createScriptedEvm()
  for (let at = 0; at < 4; at++) evm.add(3)
  const told = consumeAll(t, tape)
  const frames: string[] = []
  const feeds = createFeeds<string>({
    tape,
    encoded: createEncodedEvents(tape),
    publish: (_feed, frame) => void frames.push(frame),
  })
  feeds.open({ channel: 'token', key: onChain('ethereum', TOKEN) }).live.add('a socket')
  const follower = followEvm(t, evm, tape)
  await caughtUp(evm, tape)

  // The same numbers again with other hashes: what they replaced is retracted, newest first.
  const gone = evm.reorganise(2)
  for (let at = 0; at < 3; at++) evm.add(2)
  await caughtUp(evm, tape)
  evm.finalize(evm.blocks().at(-2)!.slot)
  await until(
    () => tape.position('ethereum')!.finalizedSlot === evm.blocks().at(-2)!.slot,
    () => 'finality',
  )
  await follower.stop()
  feeds.publishedUpTo(tape.window().head.seq)
  while (feeds.hasMore()) assert(feeds.publishTurn())

  const facts = evm.blocks().flatMap(factsOf)
  const { trades } = tape.trades({ by: 'pool', address: POOL, chain: 'ethereum' }, { limit: 1_000 })
  assert.deepEqual(
    trades.toReversed().map(({ seq: _, ...trade }) => trade),
    facts,
    'every member as it was decoded, amounts and hex addresses too',
  )
  assert(trades.every(({ amountRaw }) => amountRaw > AMOUNT - 1_000n))
  const back = tape.read(0, 1_000).filter((event) => event.type === 'retracted')
  assert.deepEqual(
    back.map(({ retracts }) => retracts.eventId).reverse(),
    gone.flatMap(factsOf).map(({ eventId }) => eventId),
  )
  assert.equal(
    tape.candles(onChain('ethereum', POOL), 0, 2 ** 41).reduce((sum, { buys, sells }) => sum + buys + sells, 0),
    facts.length,
  )

  await until(
    () => told.length === tape.window().head.seq,
    () => `${told.length} events`,
  )
  const surviving = told.filter(
    ({ type, eventId }) => type === 'trade' && !back.some(({ retracts }) => retracts.eventId === eventId),
  )
  assert.deepEqual(
    surviving.map(({ eventId, chain, txHash, block, trade }) => [
      eventId,
      chain,
      txHash,
      (block as { number: number }).number,
      (trade as { amountRaw: string }).amountRaw,
    ]),
    evm
      .blocks()
      .flatMap((block) =>
        factsOf(block).map(({ eventId, signature }, at) => [
          eventId,
          'ethereum',
          signature,
          block.slot,
          `${block.logs[at]!.amountRaw}`,
        ]),
      ),
  )
  assert(frames.some((frame) => frame.includes(`${AMOUNT}`.slice(0, 40))))
})

test('two chains that are followed at once share a tape: no number is given twice, and each has its own blocks', async (t) => {
  const solana = createScriptedNode()
  const evm = createScriptedEvm()
  const following = follow(solana)
  t.after(() => following.close())
  const { tape } = following
  followEvm(t, evm, tape)
  for (let round = 0; round < 40; round++) {
    solana.add(2)
    evm.add(2)
    if (round % 10 === 9) {
      evm.reorganise(1)
      evm.add(1)
      evm.add(1)
    }
    await new Promise((resolve) => setTimeout(resolve, round % 3))
  }
  await following.caughtUp()
  await caughtUp(evm, tape)
  const survivors = new Map<string, string>()
  for (const event of tape.read(0, 10_000)) {
    if (event.type === 'retracted') survivors.delete(event.retracts.eventId)
    else survivors.set(event.eventId, event.chain)
  }
  const idsOf = (chain: string) => [...survivors].filter(([, of]) => of === chain).map(([id]) => id)
  assert.deepEqual(
    idsOf('ethereum'),
    evm
      .blocks()
      .flatMap(factsOf)
      .map(({ eventId }) => eventId),
  )
  assert.deepEqual(
    idsOf('solana'),
    solana
      .blocks()
      .flatMap(solanaFactsOf)
      .map(({ eventId }) => eventId),
  )
  assert.deepEqual(
    tape.slots('ethereum', 0, 1_000).map(({ slot, blockHash }) => [slot, blockHash]),
    evm.blocks().map(({ slot, blockHash }) => [slot, blockHash]),
  )
  assert.deepEqual([tape.lost('ethereum'), tape.lost('solana')], [[], []])
})
