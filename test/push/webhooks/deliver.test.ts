// second run: waits for a delivery to arrive at a loopback server

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { WebhookBody } from '../../../src/contract/webhook.ts'
import { addressOf, launchFact, slotOf, tradeFact } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'
import { FIRST_SLOT, isSignedBy, openLab, openTarget } from './webhook-lab.ts'

const body = Compile(WebhookBody)

test('a trade that matches is posted once, signed, in the shape of every transport', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { id, secret } = await lab.subscribe(target.url, { filter: { tokens: [addressOf('mint')], minUsd: 1 } })
  lab.start()
  await lab.append(FIRST_SLOT, [
    tradeFact(FIRST_SLOT, 0),
    tradeFact(FIRST_SLOT, 1, { mint: addressOf('another') }),
    tradeFact(FIRST_SLOT, 2, { amountUsd: 0.5 }),
    tradeFact(FIRST_SLOT, 3, { amountUsd: null }),
    tradeFact(FIRST_SLOT, 4),
  ])
  await until(() => target.posts.length === 2, 'both trades')
  for (const post of target.posts) {
    assert(body.Check(post.body), post.raw)
    assert(isSignedBy(post, secret))
    assert(!isSignedBy(post, 'whsec_another'))
    assert.equal(post.headers['x-service-event-id'], post.body.eventId)
    assert.match(String(post.headers['x-service-delivery-id']), /^whd_[0-9a-z]+$/)
    assert.equal(post.headers['user-agent'], 'Mintglass-Webhook/1')
    assert.equal(post.headers['content-type'], 'application/json')
    assert.equal(post.body.attempt, 1)
    assert.equal('test' in post.body, false)
  }
  const places = target.posts.map(({ body: { position } }) => position.tx).sort()
  assert.deepEqual(places, [0, 4])
  await until(async () => (await lab.call('GET', `/${id}`)).json.webhook.stats.delivered === 2, 'both counted')
  const { webhook } = (await lab.call('GET', `/${id}`)).json
  assert.deepEqual([webhook.consecutiveFailures, webhook.pending, webhook.stats.failed], [0, 0, 0])
})

test('launches, retractions and gaps are sent under their names, to those who asked', async (t) => {
  const [all, trades] = [await openTarget(t), await openTarget(t)]
  const lab = await openLab(t, { targets: [all, trades] })
  await lab.subscribe(all.url, { events: ['launch', 'trade'] })
  await lab.subscribe(trades.url, { filter: { tokens: [addressOf('mint')] } })
  lab.start()
  await lab.append(FIRST_SLOT, [launchFact(FIRST_SLOT, 0), tradeFact(FIRST_SLOT, 1)])
  await lab.store.tape.writer!.retract('solana', [{ slot: FIRST_SLOT }])
  await lab.store.tape.writer!.recordLost('solana', { fromSlot: 1_001, toSlot: 1_005, reason: 'the node forgot' })
  await until(() => all.posts.length === 5 && trades.posts.length === 3, 'all events')
  const typesOf = (posts: typeof all.posts) => posts.map((post) => post.body.type).sort()
  assert.deepEqual(typesOf(all.posts), ['gap', 'launch', 'launch_retracted', 'trade', 'trade_retracted'])
  assert.deepEqual(typesOf(trades.posts), ['gap', 'trade', 'trade_retracted'])
  for (const post of all.posts) assert(body.Check(post.body), post.raw)
  const trade = all.posts.find((post) => post.body.type === 'trade')!
  const taken = all.posts.find((post) => post.body.type === 'trade_retracted')!
  assert.equal(taken.body.retracts.eventId, trade.body.eventId)
})

test('with batchMax every body is a list, and no event is in two', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  await lab.subscribe(target.url, { batchMax: 10 })
  lab.start()
  await lab.append(
    FIRST_SLOT,
    Array.from({ length: 25 }, (_, i) => tradeFact(FIRST_SLOT, i)),
  )
  await lab.append(FIRST_SLOT + 1, [tradeFact(FIRST_SLOT + 1, 0)])
  const told = () => target.posts.flatMap((post) => post.body as { eventId: string }[])
  await until(() => told().length === 26, 'all trades')
  assert(target.posts.every((post) => Array.isArray(post.body) && post.body.length <= 10))
  assert.equal(new Set(told().map(({ eventId }) => eventId)).size, 26)
})

test('a webhook begins when it is made, measured in block time', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  await lab.append(FIRST_SLOT - 1, [tradeFact(FIRST_SLOT - 1, 0)])
  await lab.subscribe(target.url)
  lab.start()
  // The follower was behind: this block is older than the webhook although it comes later.
  await lab.store.tape.writer!.appendSlot(
    slotOf(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0, { blockTimeSec: lab.clock.nowMs() / 1_000 - 100 })]),
    lab.clock.nowMs(),
  )
  await lab.append(FIRST_SLOT + 1, [tradeFact(FIRST_SLOT + 1, 7)])
  await until(() => target.posts.length > 0, 'the new trade')
  assert.deepEqual(
    target.posts.map((post) => post.body.position.tx),
    [7],
  )
})

test('two webhooks at one place share what was read, and one that is slow does not hold the other up', async (t) => {
  const [slow, quick] = [await openTarget(t), await openTarget(t)]
  const held: (() => void)[] = []
  slow.answer = (_post, reply) => void held.push(() => reply.end())
  const lab = await openLab(t, { targets: [slow, quick], concurrency: 2 })
  await lab.subscribe(slow.url)
  await lab.subscribe(quick.url)
  lab.start()
  await lab.append(
    FIRST_SLOT,
    Array.from({ length: 40 }, (_, i) => tradeFact(FIRST_SLOT, i)),
  )
  await until(() => quick.posts.length === 40, 'all on the quick one')
  await until(() => slow.posts.length >= 2, 'as many as the bound on the slow one')
  assert.equal(slow.posts.length, 2, 'no more than the bound at once')
  while (slow.posts.length < 40 || held.length > 0) {
    held.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  assert.equal(new Set(slow.posts.map((post) => post.body.eventId)).size, 40)
  assert(slow.most() <= 2 && quick.most() <= 2, `${slow.most()} ${quick.most()}`)
})
