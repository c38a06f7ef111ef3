// second run: waits for 50 to 100 ms in which nothing more may be delivered

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBHOOKS } from '../../../src/config/webhooks.ts'
import { tradeFact } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'
import { FIRST_SLOT, openLab, openTarget, pass, tickUntil } from './webhook-lab.ts'

const DAY_MS = 86_400_000

test('deliveries go after seven days, and a deleted webhook with its last', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { id } = await lab.subscribe(target.url)
  const kept = () => lab.store.webhooks.attempts(id, { beforeKey: null, limit: 100 }).length
  lab.start()
  await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0), tradeFact(FIRST_SLOT, 1)])
  await until(() => kept() === 2, 'both attempts')
  await lab.call('DELETE', `/${id}`)
  await lab.clock.advance(7 * DAY_MS - 60_000)
  await lab.store.webhooks.prune(lab.clock.nowMs() - WEBHOOKS.keptMs)
  assert.equal(kept(), 2, 'not before their time')
  assert.equal((await lab.call('GET', `/${id}/deliveries`)).json.count, 2)
  await lab.clock.advance(2 * 3_600_000)
  await tickUntil(lab.clock, () => kept() === 0 && lab.store.webhooks.find(id) === undefined, 'they are gone, and it')
  assert.equal((await lab.call('GET', `/${id}/deliveries`)).status, 404)
})

test('a key that is revoked or loses its plan gets nothing more, and goes on where it was', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { id } = await lab.subscribe(target.url)
  const { keyId } = lab.store.webhooks.find(id)!.record
  lab.start()
  const keys = lab.ctx.store.apiKeys
  const told = () => target.posts.map((post) => post.body.block.number)
  await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)])
  await until(() => told().length === 1, 'while it may')
  await keys.update(keyId, { tier: 'free' })
  // The sender looks in each of its ticks; the second begins when the first is over.
  for (let i = 0; i < 2; i++) await pass(lab.clock, 500)
  await lab.append(FIRST_SLOT + 1, [tradeFact(FIRST_SLOT + 1, 0)])
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual(told(), [FIRST_SLOT])
  await keys.update(keyId, { tier: 'scale' })
  await tickUntil(lab.clock, () => told().length === 2, 'again')
  assert.deepEqual(told(), [FIRST_SLOT, FIRST_SLOT + 1])
})

test('a name that leads to a private address is refused when a webhook is made or moved', async (t) => {
  let answers = ['8.8.8.8']
  const lab = await openLab(t, { resolve: async () => answers })
  const { id } = await lab.subscribe('https://hooks.example.com/a')
  for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
    answers = ['8.8.8.8', address]
    const url = 'https://other.example.com/'
    const made = await lab.call('POST', '', { url, events: ['trade'], chain: 'solana' })
    const moved = await lab.call('PATCH', `/${id}`, { url })
    for (const { status, json } of [made, moved])
      assert.deepEqual([status, json.error], [400, 'url must be public https'], address)
  }
})

test('a sender that stops and starts goes on where it was, and a graceful stop posts nothing twice', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  await lab.subscribe(target.url)
  const first = lab.start()
  await lab.append(
    FIRST_SLOT,
    Array.from({ length: 30 }, (_, i) => tradeFact(FIRST_SLOT, i)),
  )
  await until(() => target.posts.length === 30, 'the first block')
  await until(() => {
    const [one] = lab.store.webhooks.enabled()
    return one!.state.delivered === 30
  }, 'kept')
  await first.stop()
  await lab.append(FIRST_SLOT + 1, [tradeFact(FIRST_SLOT + 1, 0)])
  lab.start()
  await until(() => target.posts.length === 31, 'the second')
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(target.posts.length, 31)
})
