// second run: waits for retries of a delivery whose pauses are short

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tradeFact } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'
import { FIRST_SLOT, isSignedBy, openLab, openTarget, pass, tickUntil } from './webhook-lab.ts'

const SCHEDULE_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
const deliveriesOf = async (lab: Awaited<ReturnType<typeof openLab>>, id: string, query = '') =>
  (await lab.call('GET', `/${id}/deliveries?limit=200${query}`)).json.deliveries

test('a failed attempt is repeated after 10 s, 1 m, 5 m, 30 m, 2 h, 6 h and then given up, every attempt on record', async (t) => {
  const target = await openTarget(t)
  target.answer = (_post, reply) => reply.writeHead(503).end('down\u0007 for repairs')
  const lab = await openLab(t, { targets: [target] })
  const { id, secret } = await lab.subscribe(target.url)
  lab.start()
  await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)])
  await until(async () => (await deliveriesOf(lab, id, '&status=failed')).length === 1, 'the first attempt')
  for (const [i, pauseMs] of SCHEDULE_MS.entries()) {
    const [pending] = await deliveriesOf(lab, id, '&status=pending')
    assert.equal(pending.attempt, i + 2)
    assert.equal(pending.nextAttemptAt, lab.clock.nowMs() + pauseMs)
    await pass(lab.clock, pauseMs - 1_000)
    await new Promise((resolve) => setTimeout(resolve, 30))
    assert.equal(target.posts.length, i + 1, 'not before its time')
    await pass(lab.clock, 1_000)
    await until(
      async () =>
        (await deliveriesOf(lab, id)).filter(({ at }: { at: number }) => at <= lab.clock.nowMs()).length >= i + 2,
      `attempt ${i + 2}`,
    )
    await until(() => target.posts.length === i + 2, `attempt ${i + 2}`)
    await until(
      async () =>
        (await deliveriesOf(lab, id)).some(
          ({ attempt, status }: { attempt: number; status: string }) => attempt === i + 2 && status !== 'pending',
        ),
      'kept',
    )
  }
  const rows = await deliveriesOf(lab, id)
  assert.deepEqual(
    rows.map(({ attempt, status }: { attempt: number; status: string }) => [attempt, status]),
    [[7, 'dead'], ...[6, 5, 4, 3, 2, 1].map((attempt) => [attempt, 'failed'])],
  )
  assert.equal(new Set(rows.map(({ deliveryId }: { deliveryId: string }) => deliveryId)).size, 1)
  assert.equal(rows[0].responseSnippet, 'down  for repairs')
  assert.deepEqual([rows[0].httpStatus, rows[0].reason, rows[0].nextAttemptAt], [503, 'answered 503', null])
  assert.deepEqual(
    target.posts.map((post) => post.body.attempt),
    [1, 2, 3, 4, 5, 6, 7],
  )
  assert.equal(new Set(target.posts.map((post) => post.body.eventId)).size, 1)
  const times = target.posts.map((post) => /^t=(\d+)/.exec(String(post.headers['x-service-signature']))![1])
  assert.equal(new Set(times).size, 7, 'each attempt is signed at its own time')
  assert(target.posts.every((post) => isSignedBy(post, secret)))
  const { stats, pending } = (await lab.call('GET', `/${id}`)).json.webhook
  assert.deepEqual([stats.failed, stats.dead, stats.delivered, pending], [7, 1, 0, 0])

  // A dead letter can be sent once more.
  target.answer = (_post, reply) => reply.end()
  const { status, json } = await lab.call('POST', `/${id}/replay`, { status: 'dead' })
  assert.deepEqual([status, json.queued], [202, 1])
  await until(() => target.posts.length === 8, 'the replay')
  assert.equal(target.posts[7]!.body.eventId, target.posts[0]!.body.eventId)
  assert.equal(target.posts[7]!.headers['x-service-replay'], '1')
})

test('twenty failed attempts in a row switch a webhook off; switched on it goes on where it was', async (t) => {
  const target = await openTarget(t)
  target.answer = (_post, reply) => reply.writeHead(500).end()
  const lab = await openLab(t, { targets: [target] })
  const { id } = await lab.subscribe(target.url)
  lab.start()
  const facts = Array.from({ length: 60 }, (_, i) => tradeFact(FIRST_SLOT, i))
  await lab.append(FIRST_SLOT, facts)
  const shown = async () => (await lab.call('GET', `/${id}`)).json.webhook
  await until(() => target.posts.length === 4, 'the first ones')
  const beganMs = lab.clock.nowMs()
  const isOff = () => lab.store.webhooks.find(id)?.record.enabled === false
  await tickUntil(lab.clock, isOff, 'it is off')
  assert(lab.clock.nowMs() - beganMs >= 20_000, 'a short outage under a busy feed is survived')
  await until(async () => (await shown()).stats.failed === target.posts.length, 'what was under way is counted')
  const off = await shown()
  assert.equal(off.disabledReason, '20 failed attempts in a row')
  assert(target.posts.length >= 20 && target.posts.length < 20 + 4, `${target.posts.length} attempts`)
  await lab.clock.advance(60_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal((await shown()).stats.failed, off.stats.failed, 'nothing is posted while it is off')
  assert.equal((await lab.call('POST', `/${id}/test`)).status, 409)

  target.answer = (_post, reply) => reply.end()
  const before = target.posts.length
  const { json, status } = await lab.call('PATCH', `/${id}`, { enabled: true })
  assert.deepEqual([status, json.webhook.consecutiveFailures, json.truncated], [200, 0, null])
  assert.equal(json.resumedFrom, off.cursor)
  await tickUntil(
    lab.clock,
    () => new Set(target.posts.slice(before).map((post) => post.body.eventId)).size === 60,
    'all',
  )
})

test('a success begins the count again, 410 switches off at once, and a target may end the retries of an event', async (t) => {
  const [flaky, gone, stopping] = [await openTarget(t), await openTarget(t), await openTarget(t)]
  let asked = 0
  flaky.answer = (_post, reply) => reply.writeHead(++asked % 15 === 0 ? 204 : 500).end()
  gone.answer = (_post, reply) => reply.writeHead(410).end()
  stopping.answer = (_post, reply) => reply.writeHead(422, { 'X-Webhook-Retry': 'stop' }).end()
  const lab = await openLab(t, { targets: [flaky, gone, stopping], concurrency: 1 })
  const ids: string[] = []
  for (const target of [flaky, gone, stopping]) ids.push((await lab.subscribe(target.url)).id)
  lab.start()
  const show = async (i: number) => (await lab.call('GET', `/${ids[i]}`)).json.webhook
  await lab.append(
    FIRST_SLOT,
    Array.from({ length: 45 }, (_, i) => tradeFact(FIRST_SLOT, i)),
  )
  await until(async () => !(await show(1)).enabled, 'the second is off')
  assert.equal(gone.posts.length, 1)
  assert.equal((await show(1)).disabledReason, 'the target answered 410')
  const enabled = (i: number) => lab.store.webhooks.find(ids[i]!)?.record.enabled
  await tickUntil(lab.clock, () => enabled(2) === false && asked >= 45, 'twenty in a row')
  assert.equal(enabled(0), true)
  const { stats, pending } = await show(2)
  assert.deepEqual([stats.dead, pending], [20, 0])
})

test('redirects are not followed, answers too late or without trust are failures, and what is long is cut off', async (t) => {
  const [moved, late, endless, trusted] = [
    await openTarget(t),
    await openTarget(t),
    await openTarget(t),
    await openTarget(t),
  ]
  moved.answer = (_post, reply) => reply.writeHead(307, { Location: trusted.url }).end('x'.repeat(10_000))
  late.answer = () => undefined
  let written = 0
  endless.answer = (_post, reply) => {
    reply.writeHead(200)
    const more = (): void => {
      if (reply.destroyed || written > 50_000_000) return
      written += 65_536
      reply.write('y'.repeat(65_536), more)
    }
    more()
  }
  const lab = await openLab(t, { targets: [moved, late, endless] })
  const ids: Record<string, string> = {}
  for (const [name, target] of Object.entries({ moved, late, endless }))
    ids[name] = (await lab.subscribe(target.url)).id
  lab.start({ attemptMs: 300 })
  await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)])
  const only = async (name: string) => {
    const rows = () => deliveriesOf(lab, ids[name]!)
    await until(async () => (await rows()).some(({ status }: { status: string }) => status !== 'pending'), name)
    return (await rows()).find(({ status }: { status: string }) => status !== 'pending')
  }
  const redirected = await only('moved')
  assert.deepEqual([redirected.status, redirected.reason], ['failed', 'redirects are not followed (307)'])
  assert.equal(redirected.responseSnippet.length, 256)
  assert.equal(trusted.posts.length, 0)
  assert.equal((await only('late')).reason, 'no answer within 0.3 s')
  const long = await only('endless')
  assert.deepEqual([long.status, long.responseSnippet.length], ['succeeded', 256])
  assert(written < 20_000_000, `${written} bytes were taken`)
})

test('a certificate that does not hold is a failure', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { writeFileSync } = await import('node:fs')
  const { makeLoopbackCertificate } = await import('../../../sandbox/webhook-sink/make-certificate.ts')
  writeFileSync(`${lab.dir}/ca.pem`, makeLoopbackCertificate(Date.now()).ca)
  const { id } = await lab.subscribe(target.url)
  lab.start()
  await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)])
  await until(async () => (await deliveriesOf(lab, id, '&status=failed')).length === 1, 'the attempt')
  assert.match((await deliveriesOf(lab, id, '&status=failed'))[0].reason, /^certificate not accepted/)
  assert.equal(target.posts.length, 0)
})

test('a name that was public when the webhook was made and is private later is refused at the attempt', async (t) => {
  let answers: readonly string[] = ['8.8.8.8']
  let asked = 0
  const resolve = async () => {
    asked++
    return answers
  }
  const lab = await openLab(t, { resolve })
  const { id } = await lab.subscribe('https://rebound.example.com/hook')
  assert.equal(asked, 1, 'looked up when it was made')
  lab.start()
  const private_ = [['8.8.8.8', '127.0.0.1'], ['10.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['fd00::1']]
  for (const [i, addresses] of private_.entries()) {
    answers = addresses
    if (i === 0) await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)])
    else await pass(lab.clock, SCHEDULE_MS[i - 1]!)
    await until(async () => (await deliveriesOf(lab, id, '&status=failed')).length === i + 1, `attempt ${i + 1}`)
  }
  for (const { reason, httpStatus } of await deliveriesOf(lab, id, '&status=failed'))
    assert.deepEqual([reason, httpStatus], ['url must be public https', null])
  assert.equal(asked, 1 + private_.length, 'looked up at every attempt')
})

test('an authority that cannot be read is a failed attempt like another, and is retried', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { readFileSync, rmSync, writeFileSync } = await import('node:fs')
  const ca = readFileSync(`${lab.dir}/ca.pem`)
  rmSync(`${lab.dir}/ca.pem`)
  const { id } = await lab.subscribe(target.url)
  lab.start()
  await lab.append(FIRST_SLOT, [tradeFact(FIRST_SLOT, 0)])
  await until(async () => (await deliveriesOf(lab, id, '&status=failed')).length === 1, 'the attempt')
  assert.equal((await deliveriesOf(lab, id, '&status=failed'))[0].reason, 'the server could not try it')
  writeFileSync(`${lab.dir}/ca.pem`, ca)
  await tickUntil(lab.clock, () => target.posts.length === 1, 'the retry')
  assert.equal(target.posts[0]!.body.attempt, 2)
})
