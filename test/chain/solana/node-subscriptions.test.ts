import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createNodeSubscriptions, type NodeSubscriptions } from '../../../src/chain/solana/node-subscriptions.ts'
import type { AccountView } from '../../../src/chain/solana/rpc.ts'
import { NEWS, TRADING } from '../../../src/config/trading.ts'
import { watchStrays } from '../../../src/runtime/background.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { fakeClock } from '../../support/fake-clock.ts'
import { type SubscriptionNode, startSubscriptionNode } from '../../support/subscription-node.ts'
import { keptLog, type PushedClock, pushedClock } from '../../support/test-client.ts'

const A = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const B = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const SYSTEM = '11111111111111111111111111111111'

type Heard = { views: (AccountView | null)[]; slots: number[]; live: number; unsure: number }

function listener(): Heard & Parameters<NodeSubscriptions['watchAccount']>[1] {
  const heard: Heard = { views: [], slots: [], live: 0, unsure: 0 }
  return Object.assign(heard, {
    onChange(view: AccountView | null, slot: number) {
      heard.views.push(view)
      heard.slots.push(slot)
    },
    onLive() {
      heard.live++
    },
    onUnsure() {
      heard.unsure++
    },
  })
}

async function start(
  t: TestContext,
): Promise<{ node: SubscriptionNode; subscriptions: NodeSubscriptions; clock: PushedClock }> {
  const node = await startSubscriptionNode(t)
  const clock = pushedClock()
  const subscriptions = createNodeSubscriptions({ node: { url: node.url, apiKey: null }, clock, log: keptLog().log })
  t.after(() => subscriptions.close())
  return { node, subscriptions, clock }
}

const account = (lamports: number | string, data = 'AQID', owner = A) => ({
  lamports,
  owner,
  data: [data, 'base64'],
  executable: false,
  rentEpoch: 2 ** 64,
})
const told = (slot: number, value: unknown) => ({ context: { slot }, value })
const methods = (node: SubscriptionNode) => node.calls.map(({ method }) => method)

test('nothing is connected before someone asks', async (t) => {
  const { node } = await start(t)
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.equal(node.connections(), 0)
})

test('a watched account comes with its slot, bytes and lamports to the last digit; a closed one as null', async (t) => {
  const { node, subscriptions } = await start(t)
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  await node.until(() => heard.live === 1)
  assert.deepEqual(node.calls.find(({ method }) => method === 'accountSubscribe')?.params, [
    A,
    { encoding: 'base64', commitment: 'confirmed' },
  ])
  node.say(
    JSON.stringify({ method: 'accountNotification', params: { subscription: 2, result: told(7, account(5)) } }).replace(
      '"lamports":5',
      '"lamports":9007199254740993',
    ),
  )
  await node.until(() => heard.views.length === 1)
  assert.equal(heard.views[0]?.lamports, 9_007_199_254_740_993n)
  assert.deepEqual([...heard.views[0]!.data], [1, 2, 3])
  node.tell('accountSubscribe', told(8, account(0, '', SYSTEM)), A)
  await node.until(() => heard.views.length === 2)
  assert.equal(heard.views[1], null)
  assert.deepEqual(heard.slots, [7, 8])
})

test('notifications with impossible lamports or slots are dropped, and those after them arrive', async (t) => {
  const { node, subscriptions } = await start(t)
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  await node.until(() => heard.live === 1)
  const odd = ['"NaN"', '"1_000"', '0.1', '-5', '1e300', '99999999999999999999', 'null', '[]']
  const say = (text: string) =>
    node.say(`{"method":"accountNotification","params":{"subscription":2,"result":${text}}}`)
  for (const lamports of odd) say(JSON.stringify(told(7, account(5))).replace('"lamports":5', `"lamports":${lamports}`))
  for (const slot of odd) say(JSON.stringify(told(7, account(5))).replace('"slot":7', `"slot":${slot}`))
  node.tell('accountSubscribe', told(8, account(6)), A)
  await node.until(() => heard.views.length > 0)
  assert.deepEqual(heard.slots, [8])
  assert.equal(heard.views[0]?.lamports, 6n)
})

test('a listener of slots that throws does not keep a slot from the others', async (t) => {
  const { node, subscriptions } = await start(t)
  const strays = keptLog()
  t.after(watchStrays({ log: strays.log, metrics: createMetrics() }))
  const slots: number[] = []
  subscriptions.onSlot(() => {
    throw new Error('mine')
  })
  subscriptions.onSlot((slot) => void slots.push(slot))
  await node.until(() => node.calls.length === 1)
  node.tell('slotSubscribe', { slot: 5, parent: 4, root: 1 })
  await node.until(() => slots.length === 1)
  assert.equal(strays.lines.length, 1)
})

test('watchers of one account share a subscription, which ends with the last of them', async (t) => {
  const { node, subscriptions } = await start(t)
  const [first, second] = [listener(), listener()]
  const one = subscriptions.watchAccount(A, first)
  await node.until(() => first.live === 1)
  const two = subscriptions.watchAccount(A, second)
  assert.equal(second.live, 1, 'live already')
  node.tell('accountSubscribe', told(1, account(1)), A)
  await node.until(() => second.views.length === 1)
  assert.equal(first.views.length, 1)
  one?.close()
  assert(!methods(node).includes('accountUnsubscribe'))
  two?.close()
  await node.until(() => methods(node).includes('accountUnsubscribe'))
  assert.equal(methods(node).filter((method) => method === 'accountSubscribe').length, 1)
})

test('after a lost connection everything is subscribed again, and watchers learn that they may have missed something', async (t) => {
  const { node, subscriptions } = await start(t)
  const heard = listener()
  const slots: number[] = []
  subscriptions.watchAccount(A, heard)
  subscriptions.onSlot((slot) => slots.push(slot))
  const dropped = listener()
  const watch = subscriptions.watchAccount(B, dropped)
  await node.until(() => heard.live === 1 && dropped.live === 1)
  watch?.close()
  node.breakOff()
  await node.until(() => heard.unsure === 1)
  await node.until(() => heard.live === 2 && subscriptions.isUp())
  assert.equal(node.connections(), 2)
  assert.equal(dropped.unsure, 0, 'who has gone hears nothing')
  node.tell('accountSubscribe', told(9, account(2)), A)
  node.tell('slotSubscribe', { slot: 10, parent: 9, root: 1 })
  await node.until(() => heard.views.length === 1 && slots.length === 1)
  assert.deepEqual(slots, [10])
  const again = node.calls.filter(({ method, params }) => method === 'accountSubscribe' && params[0] === B)
  assert.equal(again.length, 1, 'what nobody watches any more is not asked for again')
})

test('a node that cannot be reached is tried again until it answers', async (t) => {
  const { node, subscriptions } = await start(t)
  node.refused.add('accountSubscribe')
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  for (let i = 0; i < 3; i++) {
    await node.until(() => node.connections() === i + 1 && methods(node).includes('slotSubscribe'))
    node.breakOff()
  }
  node.refused.clear()
  await node.until(() => heard.live === 1)
})

test('what the node refused is reported as unsure and requested again later, at a slot', async (t) => {
  const { node, subscriptions, clock } = await start(t)
  node.refused.add('accountSubscribe')
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  await node.until(() => heard.unsure === 1)
  assert.equal(heard.live, 0)
  node.refused.clear()
  node.tell('slotSubscribe', { slot: 1, parent: 0, root: 0 })
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.equal(heard.live, 0, 'not yet')
  clock.push(31_000)
  node.tell('slotSubscribe', { slot: 2, parent: 1, root: 0 })
  await node.until(() => heard.live === 1)
})

test('a signature is reported once, with its error, and its place is free again', async (t) => {
  const { node, subscriptions } = await start(t)
  const done: unknown[] = []
  const watches = Array.from({ length: TRADING.watchedSignatures }, (_, at) =>
    subscriptions.watchSignature(`sig${at}`, (told) => done.push(told)),
  )
  assert(watches.every((watch) => watch !== null))
  assert.equal(
    subscriptions.watchSignature('one more', () => {}),
    null,
    'bounded',
  )
  await node.until(() => methods(node).filter((method) => method === 'signatureSubscribe').length === watches.length)
  const err = { InstructionError: [2, { Custom: 6_000 }] }
  await node.until(() => {
    try {
      node.tell('signatureSubscribe', told(5, { err }), 'sig3')
      return true
    } catch {
      return false
    }
  })
  await node.until(() => done.length === 1)
  assert.deepEqual(done, [{ slot: 5, err }])
  const next: unknown[] = []
  assert(subscriptions.watchSignature('one more', (told) => next.push(told)) !== null)
  watches[4]!.close()
  watches[4]!.close()
  await node.until(() => methods(node).includes('signatureUnsubscribe'))
  await node.until(() => node.calls.some(({ params }) => params[0] === 'one more'))
  node.tell('signatureSubscribe', told(6, { err: null }), 'one more')
  await node.until(() => next.length === 1)
  assert.deepEqual(next, [{ slot: 6, err: null }])
  assert.equal(done.length, 1)
})

test('so many accounts are watched and no more', async (t) => {
  const { subscriptions } = await start(t)
  for (let at = 0; at < TRADING.watchedAccounts; at++)
    assert(subscriptions.watchAccount(`address${at}`, listener()) !== null)
  assert.equal(subscriptions.watchAccount('one more', listener()), null)
  assert(subscriptions.watchAccount('address0', listener()) !== null, 'a second watcher costs nothing')
})

test('messages that make no sense do nothing', async (t) => {
  const { node, subscriptions } = await start(t)
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  await node.until(() => heard.live === 1)
  for (const text of ['', '{', 'null', '[]', '{"id":99,"result":5}', '{"params":{"subscription":2,"result":null}}'])
    node.say(text)
  node.tell('accountSubscribe', told(3, { ...account(1), data: 'x' }), A)
  node.tell('accountSubscribe', { value: account(1) }, A)
  node.tell('accountSubscribe', told(4, account(1)), A)
  await node.until(() => heard.views.length === 1)
  assert.deepEqual(heard.slots, [4])
})

test('a socket that is silent for too long is replaced', async (t) => {
  const node = await startSubscriptionNode(t)
  const clock = fakeClock()
  const subscriptions = createNodeSubscriptions({ node: { url: node.url, apiKey: null }, clock, log: keptLog().log })
  t.after(() => subscriptions.close())
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  await node.until(() => heard.live === 1)
  await clock.advance(NEWS.silenceMs / 2)
  node.tell('slotSubscribe', { slot: 1, parent: 0, root: 0 })
  node.tell('accountSubscribe', told(1, account(1)), A)
  await node.until(() => heard.views.length === 1)
  await clock.advance(NEWS.silenceMs / 2)
  assert.equal(heard.unsure, 0, 'it was heard of')
  await clock.advance(NEWS.silenceMs / 2)
  assert.equal(heard.unsure, 1)
  await clock.advance(NEWS.backoffBaseMs)
  await node.until(() => heard.live === 2)
  assert.equal(node.connections(), 2)
})

test('once closed it stays closed', async (t) => {
  const { node, subscriptions } = await start(t)
  const heard = listener()
  subscriptions.watchAccount(A, heard)
  await node.until(() => heard.live === 1)
  subscriptions.close()
  subscriptions.watchAccount(B, listener())
  await new Promise((resolve) => setTimeout(resolve, 400))
  assert.equal(node.connections(), 1)
  assert.equal(subscriptions.isUp(), false)
})
