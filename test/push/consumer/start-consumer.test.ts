import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { WEBHOOKS } from '../../../src/config/webhooks.ts'
import type { TradeEvent } from '../../../src/contract/tape-event.ts'
import { startConsumer } from '../../../src/push/consumer/start-consumer.ts'
import { nextEvents, openSubscriber } from '../../../src/push/consumer/subscriber.ts'
import type { AttemptResult, Consumer, ConsumerParts, Subscription } from '../../../src/push/consumer/types.ts'
import type { ConsumerState, Delivery } from '../../../src/store/consumer-rows.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { createConsumerProgress } from '../../../src/store/tables/consumer-progress.ts'
import type { Tape } from '../../../src/store/tape/types.ts'
import { SILENT } from '../../store/temp-store.ts'
import { type FakeClock, fakeClock } from '../../support/fake-clock.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { addressOf, openTestTape, slotOf, tempFolder, tradeFact } from '../../support/tape-facts.ts'

/** A consumer of the tape that is no webhook: rules that react to trades inside the process, as automations will. It
 *  uses nothing of `push/webhooks`, and keeps its progress in tables of its own. */

type Rule = Subscription & { readonly mint: string }
type Reaction = Delivery & { readonly rule: string }
type Attempted = { readonly rule: string; readonly eventIds: readonly string[]; readonly attempt: number }

const FRESH: ConsumerState = {
  cursor: '',
  consecutiveFailures: 0,
  delivered: 0,
  failed: 0,
  dead: 0,
  kept: 0,
  lastSuccessAtMs: null,
  lastFailure: null,
  truncated: null,
}
const SUCCEEDED: AttemptResult = {
  ...{ succeeded: true, httpStatus: null, latencyMs: 0, reason: null, snippet: null, isFinal: false },
}
const FAILED: AttemptResult = { ...SUCCEEDED, succeeded: false, reason: 'the rule threw' }
const FIRST_SLOT = 1_000

/** The environment of a store of rules, with a way to begin again from what is on disk. */
function openRules(t: TestContext, tape: Tape, clock: FakeClock, rules: readonly (readonly [string, string])[]) {
  const path = join(tempFolder(t), 'rules')
  const open = () => {
    const env = openEnvironment({ name: 'rules', path, mapBytes: 2 ** 28, synced: true })
    const tables = { states: env.table<string>('s'), outbox: env.table('o'), attempts: env.table('a') } as never
    return { env, progress: createConsumerProgress<Reaction>(tables, WEBHOOKS) }
  }
  let { env, progress } = open()
  t.after(() => env.close())
  const attempted: Attempted[] = []
  const off = new Map<string, string>()
  let made = 0
  let answer: (reaction: Reaction, attempt: number) => Promise<AttemptResult> = async () => SUCCEEDED

  function parts(): ConsumerParts<Rule, Reaction> {
    return {
      ...{ clock, log: SILENT, tape },
      limits: { ...WEBHOOKS, attemptsPerTarget: 2, attemptsPerOwner: 8 },
      label: { one: 'rule', many: 'rules' },
      store: {
        async settle(id, settlement) {
          const state = await env.write(() => progress.settle(id, settlement, false))
          if (state === undefined) return undefined
          const { consecutiveFailures } = state
          if (consecutiveFailures >= settlement.breakAfter.failures) off.set(id, settlement.breakAfter.reason)
          return { consecutiveFailures, switchedOff: off.get(id) ?? null }
        },
        moveCursor: (id, cursor) => env.write(() => progress.moveCursor(id, cursor)),
        truncate: (id, truncated) =>
          env.write(() => progress.putState(id, { ...progress.state(id)!, cursor: truncated.to, truncated })),
        waiting: (...given) => progress.waiting(...given),
        waitingCount: (id) => progress.waitingCount(id),
        prune: async () => 0,
        onChange: () => () => undefined,
      },
      live: () =>
        rules
          .filter(([id]) => !off.has(id))
          .map(([id, mint]) => ({
            ...{ id, mint, state: progress.state(id)!, targetKey: id, ownerId: 1, batchMax: 3 },
            wants: (event) => event.type === 'trade' && event.mint === mint,
          })),
      isSameTarget: () => true,
      makeDelivery: (events) => ({ deliveryId: `r${(made++).toString().padStart(6, '0')}`, ...events, rule: 'x' }),
      async attempt({ id }, reaction, attempt) {
        attempted.push({ rule: id, eventIds: reaction.eventIds, attempt })
        return answer(reaction, attempt)
      },
      breakAfter: () => ({ failures: 4, reason: '4 failed attempts in a row' }),
    }
  }

  let consumer: Consumer | null = null
  t.after(() => consumer?.stop())
  return {
    attempted,
    off,
    get progress() {
      return progress
    },
    set answer(given: typeof answer) {
      answer = given
    },
    /** A rule begins where the tape now ends. */
    add: (id: string) =>
      env.write(() => progress.putState(id, { ...FRESH, cursor: tape.formatCursor(tape.window().head.seq) })),
    start() {
      consumer = startConsumer(parts())
      return consumer
    },
    async stop() {
      await consumer?.stop()
      consumer = null
    },
    async reopen() {
      await env.close()
      ;({ env, progress } = open())
    },
  }
}

async function until(clock: FakeClock, isSo: () => boolean, what: string): Promise<void> {
  for (let look = 0; look < 20_000; look++) {
    if (isSo()) return
    await clock.advance(500)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  assert.fail(`never happened: ${what}`)
}

test('a consumer that is no webhook gets every event of its own at least once, over restarts in the middle', async (t) => {
  const tape = openTestTape(t)
  const clock = fakeClock()
  const rules = openRules(t, tape, clock, [
    ['a', addressOf('mint a')],
    ['b', addressOf('mint b')],
  ])
  await rules.add('a')
  await rules.add('b')
  const random = createRandom(11)
  // Some reactions fail, and some are under way for ever when the stop comes: they have no outcome.
  rules.answer = () => {
    const drawn = random()
    if (drawn < 0.1) return Promise.resolve(FAILED)
    if (drawn > 0.95) return new Promise(() => undefined)
    return new Promise((resolve) => setTimeout(() => resolve(SUCCEEDED), drawn * 4))
  }
  const wanted = new Map<string, string[]>([
    ['a', []],
    ['b', []],
  ])
  for (let round = 0; round < 6; round++) {
    rules.start()
    for (let at = 0; at < 20; at++) {
      const slot = FIRST_SLOT + round * 20 + at
      const facts = ['a', 'b', 'c'].map((name, i) => tradeFact(slot, i, { mint: addressOf(`mint ${name}`) }))
      await tape.writer!.appendSlot(slotOf(slot, facts), clock.nowMs())
      for (const [i, name] of ['a', 'b'].entries()) wanted.get(name)!.push(facts[i]!.eventId)
      await clock.advance(500)
    }
    let isStopped = false
    const stopping = rules.stop().finally(() => {
      isStopped = true
    })
    // The stop waits for what it has cut off, on a clock that stands still.
    await until(clock, () => isStopped, 'the consumer has stopped')
    await stopping
    await rules.reopen()
  }
  rules.answer = async () => SUCCEEDED
  rules.start()
  const missing = () =>
    [...wanted].flatMap(([rule, ids]) => {
      const seen = new Set(rules.attempted.filter((one) => one.rule === rule).flatMap(({ eventIds }) => eventIds))
      return ids.filter((id) => !seen.has(id))
    })
  const isDone = () =>
    ['a', 'b'].every((id) => {
      const { cursor } = rules.progress.state(id)!
      return rules.progress.waitingCount(id) === 0 && cursor === tape.formatCursor(tape.window().head.seq)
    })
  await until(clock, isDone, 'every cursor is at the head and no delivery waits')
  assert.deepEqual(missing(), [])
  for (const rule of ['a', 'b']) {
    const foreign = rules.attempted.filter((one) => one.rule === rule).flatMap(({ eventIds }) => eventIds)
    assert(
      foreign.every((id) => wanted.get(rule)!.includes(id)),
      'and none of another',
    )
    const { delivered, dead } = rules.progress.state(rule)!
    assert.equal(dead, 0)
    assert(delivered >= wanted.get(rule)!.length / 3)
  }
  assert(rules.attempted.every(({ eventIds }) => eventIds.length <= 3))
})

test('a reaction that never succeeds is retried on the schedule, its circuit opens, and its letters are kept', async (t) => {
  const tape = openTestTape(t)
  const clock = fakeClock()
  const rules = openRules(t, tape, clock, [['a', addressOf('mint')]])
  await rules.add('a')
  rules.answer = async (_reaction, attempt) => (attempt >= 3 ? { ...FAILED, isFinal: true } : FAILED)
  rules.start()
  await tape.writer!.appendSlot(slotOf(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)]), clock.nowMs())
  await until(clock, () => rules.progress.state('a')!.dead === 1, 'the third attempt is the last')
  const rows = rules.progress.attempts('a', { beforeKey: null, limit: 10 }).map(({ row }) => row)
  assert.deepEqual(
    rows.map(({ attempt, status, rule }) => [attempt, status, rule]),
    [
      [3, 'dead', 'x'],
      [2, 'failed', 'x'],
      [1, 'failed', 'x'],
    ],
  )
  assert(!('attempts' in rows[1]!), 'the row has the members of the delivery, not those of the outbox')
  assert(rows[1]!.atMs - rows[2]!.atMs >= WEBHOOKS.retryMs[0]! && rows[0]!.atMs - rows[1]!.atMs >= WEBHOOKS.retryMs[1]!)
  await tape.writer!.appendSlot(slotOf(FIRST_SLOT + 1, [tradeFact(FIRST_SLOT + 1, 0)]), clock.nowMs())
  await until(clock, () => rules.off.has('a'), 'the fourth failure in a row switches it off')
  const { length } = rules.attempted
  await clock.advance(60_000)
  assert.equal(rules.attempted.length, length, 'and nothing is attempted any more')
})

test('events read before a hole in the tape are delivered before the hole is passed', () => {
  const event = (seq: number) => ({ type: 'trade', seq, eventId: `${seq}` }) as TradeEvent
  const limits = { ...WEBHOOKS, eventsPerRead: 2, attemptsPerTarget: 1, attemptsPerOwner: 1 }
  const subscription: Subscription = {
    ...{ id: 'a', state: FRESH, targetKey: '', ownerId: 1, batchMax: 10, wants: () => true },
  }
  const store = { waitingCount: () => 0, waiting: () => [] } as unknown as ConsumerParts<
    Subscription,
    Delivery
  >['store']
  const parts = { limits, store, tape: { epoch: 'e' } as Tape }
  const subscriber = openSubscriber(parts, subscription, 0)
  // The first stretch was read before days of the tape were removed, the second after.
  const reads = { read: (after: number) => (after === 0 ? [event(1), event(2)] : [event(8)]), moved() {} }
  const first = nextEvents(parts, subscriber, reads)
  assert.deepEqual(first, { kind: 'events', events: { epoch: 'e', seqs: [1, 2], eventIds: ['1', '2'] } })
  assert.deepEqual(nextEvents(parts, subscriber, reads), { kind: 'truncated', fromSeq: 2, toSeq: 7 })
})
