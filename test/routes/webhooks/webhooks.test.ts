// second run: waits for a delivery to arrive at a loopback server

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { successBody } from '../../../src/contract/envelope.ts'
import { WEBHOOK_TYPES, WebhookBody } from '../../../src/contract/webhook.ts'
import { webhookRoutes } from '../../../src/routes/webhooks/index.ts'
import { isSignedBy, type Lab, openLab, openTarget } from '../../push/webhooks/webhook-lab.ts'
import type { Reply } from '../../support/http-test-server.ts'
import { addressOf, launchFact, tradeFact } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'

const URL_ = 'https://hooks.example.com/a'
const good = { url: URL_, events: ['trade'], chain: 'solana', filter: { tokens: [addressOf('mint')] } }
const checks = new Map(
  webhookRoutes.map(({ method, path, reply }) => [
    `${method} ${path}`,
    typeof reply === 'string' ? null : Compile(successBody(reply)),
  ]),
)

/** The answer of a route, held against its own schema. */
function checked(name: string, { status, json, text }: Reply, wanted = 200): Reply['json'] {
  assert.equal(status, wanted, text)
  assert(checks.get(name)!.Check(json), `${name}: ${text}`)
  return json
}
const create = async (lab: Lab, body: unknown, key?: string) => lab.call('POST', '', body, key)

test('every route answers in its own shape', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const made = checked('POST /api/v2/webhooks', await create(lab, { ...good, url: target.url }), 201)
  assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { id } = made.webhook
  assert.equal(made.webhook.filter.tokens.length, 1)
  const list = checked('GET /api/v2/webhooks', await lab.call('GET', ''))
  assert.deepEqual([list.count, list.webhooks[0].id, list.nextCursor], [1, id, null])
  checked('GET /api/v2/webhooks/{id}', await lab.call('GET', `/${id}`))
  const patched = checked(
    'PATCH /api/v2/webhooks/{id}',
    await lab.call('PATCH', `/${id}`, { description: 'mine', batchMax: 2 }),
  )
  assert.deepEqual([patched.webhook.description, patched.webhook.batchMax, patched.resumedFrom], ['mine', 2, null])
  const sent = checked('POST /api/v2/webhooks/{id}/test', await lab.call('POST', `/${id}/test`, ''), 202)
  const pending = checked('GET /api/v2/webhooks/{id}/deliveries', await lab.call('GET', `/${id}/deliveries`))
  assert.deepEqual(
    pending.deliveries.map((one: { deliveryId: string; status: string }) => [one.deliveryId, one.status]),
    [[sent.deliveryId, 'pending']],
  )
  lab.start()
  await until(async () => (await lab.call('GET', `/${id}/deliveries?status=succeeded`)).json.count === 1, 'the test')
  const done = checked(
    'GET /api/v2/webhooks/{id}/deliveries',
    await lab.call('GET', `/${id}/deliveries?eventId=${sent.eventId}`),
  )
  assert.deepEqual(
    [done.deliveries[0].status, done.deliveries[0].test, done.deliveries[0].responseSnippet],
    ['succeeded', true, 'taken'],
  )
  checked('POST /api/v2/webhooks/{id}/rotate-secret', await lab.call('POST', `/${id}/rotate-secret`, {}))
  checked('POST /api/v2/webhooks/{id}/replay', await lab.call('POST', `/${id}/replay`, { fromTs: 0 }), 202)
  const { events } = checked('GET /api/v2/webhooks/events', await lab.call('GET', '/events'))
  assert.deepEqual(
    events.map(({ type }: { type: string }) => type),
    [...WEBHOOK_TYPES],
  )
  const body = Compile(WebhookBody)
  for (const { exampleJson, schemaJson } of events) {
    assert(body.Check(JSON.parse(exampleJson)), exampleJson)
    assert(Compile(JSON.parse(schemaJson)).Check(JSON.parse(exampleJson)))
  }
  checked('DELETE /api/v2/webhooks/{id}', await lab.call('DELETE', `/${id}`))
  assert.equal((await lab.call('GET', `/${id}`)).status, 404)
  const kept = checked('GET /api/v2/webhooks/{id}/deliveries', await lab.call('GET', `/${id}/deliveries`))
  assert(kept.count >= 1, 'deliveries of a deleted webhook are still told')
})

test('a test event of every type takes the real path while the follower is off', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { id, secret } = await lab.subscribe(target.url)
  lab.start()
  for (const type of WEBHOOK_TYPES) assert.equal((await lab.call('POST', `/${id}/test`, { type })).status, 202)
  await until(() => target.posts.length === WEBHOOK_TYPES.length, 'all')
  assert.deepEqual(target.posts.map((post) => post.body.type).sort(), [...WEBHOOK_TYPES].sort())
  const body = Compile(WebhookBody)
  for (const post of target.posts) {
    assert(body.Check(post.body), post.raw)
    assert.equal(post.body.test, true)
    assert(isSignedBy(post, secret))
  }
})

test('what is asked for wrongly is 400 naming the member', async (t) => {
  const lab = await openLab(t)
  const wrong: [unknown, RegExp][] = [
    ['', /JSON object/],
    ['[]', /JSON object/],
    ['{', /invalid JSON/],
    [{ ...good, url: 5 }, /^url: /],
    [{ ...good, url: 'http://hooks.example.com/' }, /url must be public https/],
    [{ ...good, url: 'https://10.0.0.1/' }, /url must be public https/],
    [{ ...good, url: 'https://localhost/' }, /url must be public https/],
    [{ ...good, events: undefined }, /^events is required$/],
    [{ ...good, events: [] }, /^events: /],
    [{ ...good, events: 'trade' }, /^events: /],
    [{ ...good, events: { length: 1 } }, /^events: /],
    [{ ...good, events: ['trade', 'x'] }, /^events\[1\]: expected trade, launch or screen$/],
    [{ ...good, events: ['candle_close'] }, /^events\[0\]: candle_close is not served yet$/],
    [{ ...good, chain: undefined }, /^chain is required$/],
    [{ ...good, chain: 'nowhere' }, /unknown chain/],
    [{ ...good, filter: [] }, /^filter: /],
    [{ ...good, filter: { token: ['x'] } }, /^unknown member filter.token: did you mean tokens\?$/],
    [{ ...good, filter: { tokens: 'x' } }, /^filter.tokens: /],
    [{ ...good, filter: { tokens: ['x'] } }, /^filter.tokens\[0\]: expected an address/],
    [
      { ...good, filter: { pools: Array.from({ length: 101 }, (_, i) => addressOf(`${i}`)) } },
      /^filter.pools: expected a list of up to 100 addresses$/,
    ],
    [{ ...good, filter: { ...good.filter, minUsd: -1 } }, /minUsd/],
    [{ ...good, filter: { ...good.filter, minUsd: '5' } }, /minUsd/],
    [{ ...good, filter: { ...good.filter, side: 'long' } }, /side/],
    [{ ...good, filter: { ...good.filter, dex: ['uniswap'] } }, /dex/],
    [{ ...good, description: 'x'.repeat(201) }, /^description/],
    [{ ...good, batchMax: 0 }, /^batchMax/],
    [{ ...good, batchMax: 101 }, /^batchMax/],
    [{ ...good, batchMax: 1.5 }, /^batchMax/],
  ]
  for (const [body, message] of wrong) {
    const { status, json } = await create(lab, body)
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(json.error, message)
  }
  const { id } = await lab.subscribe(URL_)
  for (const body of [{}, { chain: 'solana' }, { enabled: 1 }, { url: 'https://127.0.0.1/' }, { events: [] }])
    assert.equal((await lab.call('PATCH', `/${id}`, body)).status, 400)
  for (const body of [{ graceSeconds: -1 }, { graceSeconds: 86_401 }, { graceSeconds: 'x' }, []])
    assert.equal((await lab.call('POST', `/${id}/rotate-secret`, body)).status, 400)
  for (const body of [{ type: 'x' }, []]) assert.equal((await lab.call('POST', `/${id}/test`, body)).status, 400)
  for (const body of [
    {},
    { fromTs: -1 },
    { fromTs: 0, status: 'dead' },
    { fromCursor: 'x' },
    { status: 'x' },
    { deliveryIds: [] },
    { fromTs: 0, fromCursor: 'x' },
  ])
    assert.equal((await lab.call('POST', `/${id}/replay`, body)).status, 400, JSON.stringify(body))
  assert.equal((await lab.call('GET', `/${id}/deliveries?cursor=zzz!`)).status, 400)
})

test('a chain that is known and not followed is 501 with the reason', async (t) => {
  const lab = await openLab(t)
  for (const chain of ['ethereum', 'base', 'eip155:1']) {
    const { status, json } = await create(lab, { ...good, chain })
    assert.equal(status, 501, chain)
    assert.match(json.error, /is not followed: /)
  }
  for (const chain of ['sol', ' SOLANA '])
    assert.equal((await create(lab, { ...good, chain, url: `${URL_}/${chain.length}` })).json.webhook.chain, 'solana')
})

test('an identical live webhook is 409 with its id; one that is off or gone is not in the way', async (t) => {
  const lab = await openLab(t)
  const first = (await create(lab, good)).json.webhook.id
  const again = await create(lab, { ...good, description: 'other words', chain: 'sol' })
  assert.equal(again.status, 409)
  assert(again.json.error.endsWith(first), again.json.error)
  assert.equal((await create(lab, { ...good, filter: { ...good.filter, side: 'buy' } })).status, 201)
  await lab.call('DELETE', `/${first}`)
  assert.equal((await create(lab, good)).status, 201)
})

test('plans without webhooks are 403, another key sees nothing, and a plan has as many as it may', async (t) => {
  const lab = await openLab(t)
  lab.http.addKey('mg_free_key_000', { tier: 'free', limitPer10s: 10_000 })
  lab.http.addKey('rt_builder_key_0', { tier: 'builder', limitPer10s: 10_000 })
  const { id } = await lab.subscribe(URL_)
  for (const [method, path, body] of [
    ['POST', '', good],
    ['GET', '', undefined],
    ['GET', `/${id}`, undefined],
    ['POST', `/${id}/test`, ''],
    ['GET', '/events', undefined],
  ] as const) {
    const { status, json } = await lab.call(method, path, body, 'mg_free_key_000')
    assert.deepEqual([status, json.error], [403, 'webhooks need a paid plan or a data grant'])
  }
  const calls = [
    ['GET', `/${id}`, undefined],
    ['PATCH', `/${id}`, { enabled: false }],
    ['DELETE', `/${id}`, undefined],
    ['POST', `/${id}/test`, ''],
    ['GET', `/${id}/deliveries`, undefined],
    ['POST', `/${id}/rotate-secret`, {}],
    ['POST', `/${id}/replay`, { fromTs: 0 }],
    ['GET', '/wh_nobody', undefined],
    ['GET', '/%00', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    const { status, json } = await lab.call(method, path, body, 'rt_builder_key_0')
    assert.deepEqual([status, json.error], [404, 'unknown webhook'], path)
  }
  const all = await create(lab, { ...good, filter: {} }, 'rt_builder_key_0')
  assert.deepEqual([all.status, all.json.error], [400, 'filter: at least one of tokens, wallets, pools'])
  for (let i = 0; i < 5; i++)
    assert.equal((await create(lab, { ...good, url: `${URL_}/${i}` }, 'rt_builder_key_0')).status, 201)
  assert.equal((await create(lab, { ...good, url: `${URL_}/5` }, 'rt_builder_key_0')).status, 409)
  const pages = []
  for (let cursor = ''; ; ) {
    const { json } = await lab.call('GET', `?limit=2&cursor=${cursor}`, undefined, 'rt_builder_key_0')
    pages.push(json.count)
    if (json.nextCursor === null) break
    cursor = json.nextCursor
  }
  assert.deepEqual(pages, [2, 2, 1])
})

test('during the grace of a rotation both secrets sign, and after it the new one alone', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  const { id, secret } = await lab.subscribe(target.url)
  lab.start()
  const post = async () => {
    const before = target.posts.length
    await lab.call('POST', `/${id}/test`, '')
    await until(() => target.posts.length > before, 'the test')
    return target.posts.at(-1)!
  }
  const { json } = await lab.call('POST', `/${id}/rotate-secret`, { graceSeconds: 60 })
  assert.equal(json.oldSecretValidUntil, lab.clock.nowMs() + 60_000)
  const both = await post()
  assert(isSignedBy(both, secret) && isSignedBy(both, json.secret))
  assert.equal(String(both.headers['x-service-signature']).match(/v1=/g)!.length, 2)
  assert.equal(String(both.headers['webhook-signature']).match(/(^| )v1,/g)!.length, 2)
  await lab.clock.advance(60_000)
  const after = await post()
  assert(!isSignedBy(after, secret) && isSignedBy(after, json.secret))
  const { json: at_once } = await lab.call('POST', `/${id}/rotate-secret`, { graceSeconds: 0 })
  const last = await post()
  assert(!isSignedBy(last, json.secret) && isSignedBy(last, at_once.secret))
})

test('a stretch of the tape and deliveries by id are replayed with their ids', async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  await lab.append(999, [tradeFact(999, 0), tradeFact(999, 1, { mint: addressOf('another') }), launchFact(999, 2)])
  const { id } = await lab.subscribe(target.url, { filter: { tokens: [addressOf('mint')] } })
  lab.start()
  const { json } = await lab.call('POST', `/${id}/replay`, { fromTs: 0 })
  assert.deepEqual([json.queued, json.truncated, json.nextCursor], [1, null, null])
  await until(() => target.posts.length === 1, 'the replay')
  assert.equal(target.posts[0]!.headers['x-service-replay'], '1')
  assert.equal(target.posts[0]!.body.position.tx, 0)
  await until(async () => (await lab.call('GET', `/${id}/deliveries?status=succeeded`)).json.count === 1, 'kept')
  const [{ deliveryId, replay }] = (await lab.call('GET', `/${id}/deliveries`)).json.deliveries
  assert.equal(replay, true)
  assert.equal((await lab.call('POST', `/${id}/replay`, { deliveryIds: [deliveryId, 'whd_none'] })).json.queued, 1)
  await until(() => target.posts.length === 2, 'again')
  assert.equal(target.posts[1]!.body.eventId, target.posts[0]!.body.eventId)
})

test('another world: the webhooks stay, pending events are gone, and the loss is reported', async (t) => {
  const target = await openTarget(t)
  target.answer = (_post, reply) => reply.writeHead(500).end()
  const lab = await openLab(t, { targets: [target] })
  const { id, secret } = await lab.subscribe(target.url)
  lab.start()
  await lab.append(1_000, [tradeFact(1_000, 0)])
  const shown = async () => (await lab.call('GET', `/${id}`)).json.webhook
  await until(async () => (await shown()).pending === 1, 'a retry waits')
  const before = (await shown()).cursor
  target.answer = (_post, reply) => reply.end()
  await lab.store.claimWorld('AnotherWorld')
  await until(async () => (await shown()).truncated !== null, 'the loss is noted')
  const after = await shown()
  assert.deepEqual([after.pending, after.truncated.from, after.truncated.lost, after.enabled], [0, before, null, true])
  await lab.append(2_000, [tradeFact(2_000, 0, { branch: 'new' })])
  await until(() => target.posts.length === 2, 'the new world')
  assert(isSignedBy(target.posts[1]!, secret))
})

test('a secret is shown once, and is neither in the store nor in the log', async (t) => {
  const target = await openTarget(t)
  target.answer = (_post, reply) => reply.writeHead(500).end()
  const lab = await openLab(t, { targets: [target] })
  const { id, secret } = await lab.subscribe(target.url)
  const rotated = (await lab.call('POST', `/${id}/rotate-secret`, {})).json.secret as string
  lab.start()
  await lab.append(1_000, [tradeFact(1_000, 0)])
  await until(async () => (await lab.call('GET', `/${id}`)).json.webhook.stats.failed === 1, 'a failure')
  const replies = await Promise.all([
    lab.call('GET', ''),
    lab.call('GET', `/${id}`),
    lab.call('PATCH', `/${id}`, { description: 'x' }),
    lab.call('GET', `/${id}/deliveries`),
    lab.call('POST', '', { ...good, url: target.url, filter: {} }),
    lab.call('DELETE', `/${id}`),
  ])
  const { readFileSync } = await import('node:fs')
  const file = readFileSync(`${lab.dir}/sandbox/durable/data.mdb`).toString('latin1')
  for (const one of [secret, rotated]) {
    const bare = one.replace('whsec_', '')
    for (const { text } of replies) assert(!text.includes(bare), text)
    assert(!file.includes(bare), 'sealed in the store')
    assert(!JSON.stringify(lab.logged).includes(bare))
    assert(target.posts.every(({ raw, headers }) => !raw.includes(bare) && !JSON.stringify(headers).includes(bare)))
  }
  assert(!replies.some(({ text }) => text.includes('ealed')))
})
