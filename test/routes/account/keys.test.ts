// second run: waits for the count of a key to be written down

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { assertFails, routeNamed, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { type AccountLab, openAccountLab, walletNamed } from './account-lab.ts'

const REGISTER = '/api/register-key'
const REGENERATE = '/api/regenerate-key'
const DOMAINS = '/api/update-domains'
const DASHBOARD = '/api/dashboard-session'
const HOUR_MS = 3_600_000
const regenerated = successOf(`POST ${REGENERATE}`)
const domained = successOf(`POST ${DOMAINS}`)
const dashboard = successOf(`GET ${DASHBOARD}`)

let lab: AccountLab
before(async () => {
  lab = await openAccountLab()
})
after(() => lab?.stop())

/** Status of a call with an API key. */
async function statusWith(key: string): Promise<number> {
  return (await lab.get('/api/v1/stats', { headers: { 'X-API-Key': key } })).status
}

test('a registered key is shown once, works, and only its digest is kept', async () => {
  const wallet = walletNamed('registers')
  const made = await lab.register(wallet, { label: ' Shop ', domains: [' Shop.Example.ORG', 'not a host', '*.x.org'] })
  const { reply, status } = routeNamed(`POST ${REGISTER}`)
  assert.equal(status, 201)
  const { success, ...rest } = made
  assert(success && Compile(reply as never).Check(rest))
  assert.match(made.apiKey, /^mg_[A-Za-z0-9_-]{43}$/)
  assert.equal(made.keyPrefix, made.apiKey.slice(0, 7))
  assert.deepEqual(made.allowedDomains, ['shop.example.org', '*.x.org'])
  const record = lab.server.ctx.store.apiKeys.findById(made.apiKeyId)
  assert.equal(record?.digestHex, digestKey(made.apiKey))
  assert.deepEqual(
    [record?.label, record?.tier, record?.scopes, record?.ownerWallet, record?.feeWallet],
    ['Shop', 'free', ['read'], wallet.address, wallet.address],
  )
  assert(!JSON.stringify(record).includes(made.apiKey.slice(7)))
  const stats = { headers: { 'X-API-Key': made.apiKey, Origin: 'https://shop.example.org' } }
  assert.equal((await lab.get('/api/v1/stats', stats)).status, 200)
  assert(!lab.server.logLines.some((line) => line.includes(made.apiKey)))
})

test('a fee wallet can be given, and no domains mean any', async () => {
  const [wallet, fees] = [walletNamed('gives fees'), walletNamed('gets fees')]
  const made = await lab.register(wallet, { feeWallet: fees.address, domains: ['nothing valid here!'] })
  assert.equal(made.allowedDomains, null)
  assert.equal(lab.server.ctx.store.apiKeys.findById(made.apiKeyId)?.feeWallet, fees.address)
  assert.equal(await statusWith(made.apiKey), 200)
})

test('what no key can be registered with is 400, and does not use the challenge up', async () => {
  const good = await lab.signed(walletNamed('wrong words'), 'register')
  for (const [body, message] of [
    [undefined, 'expected a JSON object'],
    [{}, 'ownerWallet is required'],
    [{ ...good, ownerWallet: 'x' }, 'Invalid wallet address'],
    [{ ...good, feeWallet: 'x' }, 'Invalid wallet address'],
    [{ ...good, feeWallet: 5 }, 'Invalid wallet address'],
    [{ ...good, label: 'x'.repeat(65) }, 'label: expected a text of at most 64 characters, none of them unseen'],
    [{ ...good, label: 'a\nb' }, 'label: expected a text of at most 64 characters, none of them unseen'],
    [{ ...good, label: 'a\u202eb' }, 'label: expected a text of at most 64 characters, none of them unseen'],
    [{ ...good, label: 5 }, 'label: expected a text of at most 64 characters, none of them unseen'],
    [{ ...good, domains: 'x.org' }, 'domains: expected a list of host names'],
  ] as const)
    assertFails(await lab.post(REGISTER, body), 400, message)
  assert.equal((await lab.post(REGISTER, { ...good, label: '😀'.repeat(64) })).status, 201)
})

test('a wallet that has a key gets no second one, also when two ask at once; a revoked one does not count', async () => {
  const wallet = walletNamed('has one')
  const bodies = [await lab.signed(wallet, 'register'), await lab.signed(wallet, 'register')]
  const replies = await Promise.all(bodies.map((body) => lab.post(REGISTER, body)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
  assertFails(await lab.post(REGISTER, await lab.signed(wallet, 'register')), 409, 'wallet already has a key')
  const { apiKeyId } = replies.find(({ status }) => status === 201)!.json
  await lab.server.ctx.store.apiKeys.update(apiKeyId, { revokedAtMs: 1 })
  const again = await lab.register(wallet)
  assert.notEqual(again.apiKeyId, apiKeyId)
})

test('after five registrations of one address in an hour the sixth is 429; an IPv6 network is one address', async () => {
  for (const [at, addressOf] of [() => '203.0.113.50', (i: number) => `2001:db8:0:7::${i + 1}`].entries()) {
    for (let i = 0; i < 5; i++) await lab.register(walletNamed(`crowd ${at} ${i}`), {}, { from: addressOf(i) })
    const body = await lab.signed(walletNamed(`crowd ${at} 5`), 'register')
    const limited = await lab.post(REGISTER, body, { from: addressOf(6) })
    assertFails(limited, 429, 'too many registrations from this address')
    assert(Number(limited.headers['retry-after']) > 3_000)
    assert.equal((await lab.post(REGISTER, body)).status, 201, 'the challenge is still good, elsewhere')
    lab.server.clock.push(HOUR_MS)
    await lab.register(walletNamed(`crowd ${at} 6`), {}, { from: addressOf(7) })
  }
})

test('session routes without a token, with an invented one or one that has run out are 401', async () => {
  const wallet = walletNamed('session')
  await lab.register(wallet)
  const session = await lab.signIn(wallet)
  dashboard(await lab.get(DASHBOARD, { session }))
  for (const [method, path] of [
    ['GET', DASHBOARD],
    ['POST', DOMAINS],
    ['POST', REGENERATE],
    ['POST', '/api/dashboard-session/undo-fee-wallet'],
  ] as const) {
    const ask = (options: object) => (method === 'GET' ? lab.get(path, options) : lab.post(path, {}, options))
    assertFails(await ask({}), 401, 'missing session token')
    for (const wrong of ['x', `${session}x`, session.slice(1), session.toLowerCase(), 'x'.repeat(500)])
      assertFails(await ask({ session: wrong }), 401, 'invalid session token')
    assertFails(await ask({ headers: { 'X-API-Key': session } }), 401, 'missing session token')
  }
  lab.server.clock.push(24 * HOUR_MS)
  assertFails(await lab.get(DASHBOARD, { session }), 401, 'invalid session token')
  lab.server.clock.push(-24 * HOUR_MS)
  assertFails(await lab.get(DASHBOARD, { session }), 401, 'invalid session token')
})

test('session routes of a wallet whose key is gone are 404, and the session follows the wallet, not the key', async () => {
  const wallet = walletNamed('loses it')
  const session = await lab.signIn(wallet)
  const { apiKeyId } = await lab.register(wallet)
  assert.equal(dashboard(await lab.get(DASHBOARD, { session })).apiKeyId, apiKeyId)
  const { apiKeys } = lab.server.ctx.store
  await apiKeys.update(apiKeyId, { ownerWallet: walletNamed('new owner').address })
  for (const path of [DOMAINS, REGENERATE, '/api/dashboard-session/undo-fee-wallet'])
    assertFails(await lab.post(path, { domains: [] }, { session }), 404, 'API key not found')
  assertFails(await lab.get(DASHBOARD, { session }), 404, 'API key not found')
  await apiKeys.update(apiKeyId, { ownerWallet: wallet.address, revokedAtMs: 1 })
  assertFails(await lab.get(DASHBOARD, { session }), 404, 'API key not found')
})

test('a regenerated key takes the place of the old one at once; id, totals and license stay', async () => {
  const wallet = walletNamed('renews')
  const { apiKey, apiKeyId } = await lab.register(wallet, { label: 'kept', domains: [] })
  const { store } = lab.server.ctx
  await store.apiKeys.update(apiKeyId, { hasBrandingLicense: true, brandingLicenseTx: 'tx' })
  await store.recoveries.record({
    keyId: apiKeyId,
    walletAddress: wallet.address,
    signature: 'signature',
    accountsClosed: 3,
    solRecoveredLamports: '6117840',
    feeEarnedLamports: '17',
    createdAtMs: lab.server.clock.nowMs(),
    chain: 'agrees',
    chainAccountsClosed: 3,
    chainLamports: '6117840',
  })
  const session = await lab.signIn(wallet)
  const made = regenerated(await lab.post(REGENERATE, {}, { session }))
  assert.equal(made.oldKeyValidUntil, null)
  assert.deepEqual([await statusWith(apiKey), await statusWith(made.apiKey)], [401, 200])
  const shown = dashboard(await lab.get(DASHBOARD, { session }))
  assert.deepEqual(
    [shown.apiKeyId, shown.keyPrefix, shown.label, shown.hasBrandingLicense, shown.brandingLicenseTx],
    [apiKeyId, made.apiKey.slice(0, 7), 'kept', true, 'tx'],
  )
  assert.deepEqual([shown.stats.totalSolRecovered, shown.stats.totalFeesEarned], [0.00611784, 0.000000017])
  assert.equal(shown.recentTransactions[0].signature, 'signature')
})

test('with a grace the old key is good as long as said, and no longer; the next regeneration ends it', async () => {
  const wallet = walletNamed('graceful')
  const { apiKey: first } = await lab.register(wallet)
  const session = await lab.signIn(wallet)
  const nowMs = lab.server.clock.nowMs()
  const second = regenerated(await lab.post(REGENERATE, { graceSeconds: 3_600 }, { session }))
  assert(second.oldKeyValidUntil >= nowMs + HOUR_MS)
  assert(second.oldKeyValidUntil <= lab.server.clock.nowMs() + HOUR_MS)
  assert.equal(dashboard(await lab.get(DASHBOARD, { session })).oldKeyValidUntil, second.oldKeyValidUntil)
  assert.deepEqual([await statusWith(first), await statusWith(second.apiKey)], [200, 200])
  lab.server.clock.push(HOUR_MS)
  await untilStatus(first, 401)
  assert.equal(await statusWith(second.apiKey), 200)
  assert.equal(dashboard(await lab.get(DASHBOARD, { session })).oldKeyValidUntil, null)
  const third = regenerated(await lab.post(REGENERATE, { graceSeconds: 604_800 }, { session }))
  assert.equal(await statusWith(second.apiKey), 200)
  const fourth = regenerated(await lab.post(REGENERATE, { graceSeconds: 0 }, { session }))
  assert.deepEqual(
    [await statusWith(second.apiKey), await statusWith(third.apiKey), await statusWith(fourth.apiKey)],
    [401, 401, 200],
  )
})

/** What is in memory follows within a quarter of a second. */
const untilStatus = (key: string, status: number): Promise<void> =>
  until(async () => (await statusWith(key)) === status, `the key answers ${status}`)

test('a grace that is none is 400', async () => {
  const wallet = walletNamed('strange grace')
  await lab.register(wallet)
  const session = await lab.signIn(wallet)
  const message = 'graceSeconds: expected an integer from 0 to 604800'
  for (const graceSeconds of [-1, 0.5, 604_801, '5', true, 1e30])
    assertFails(await lab.post(REGENERATE, { graceSeconds }, { session }), 400, message)
  assertFails(await lab.post(REGENERATE, '[]', { session }), 400, 'expected a JSON object')
  regenerated(await lab.post(REGENERATE, undefined, { session }))
})

test('a regeneration ends the other sessions of its owner, and no one else’s', async () => {
  const [wallet, other] = [walletNamed('many sessions'), walletNamed('bystander')]
  await lab.register(wallet)
  await lab.register(other)
  const [kept, dropped, foreign] = [await lab.signIn(wallet), await lab.signIn(wallet), await lab.signIn(other)]
  regenerated(await lab.post(REGENERATE, {}, { session: kept }))
  assertFails(await lab.get(DASHBOARD, { session: dropped }), 401, 'invalid session token')
  dashboard(await lab.get(DASHBOARD, { session: kept }))
  dashboard(await lab.get(DASHBOARD, { session: foreign }))
})

test('a key is regenerated ten times in an hour at most: each new one has a rate limit of its own', async () => {
  const wallet = walletNamed('ever anew')
  await lab.register(wallet)
  const session = await lab.signIn(wallet)
  for (let i = 0; i < 10; i++) regenerated(await lab.post(REGENERATE, {}, { session }))
  lab.server.clock.push(10_000)
  assertFails(await lab.post(REGENERATE, {}, { session }), 429, 'too many regenerations of this key')
})

test('domains are trimmed, lower-cased and filtered, never refused; nothing valid removes the restriction', async () => {
  const wallet = walletNamed('domains')
  const { apiKey } = await lab.register(wallet)
  const session = await lab.signIn(wallet)
  // A session has a window of ten requests like any key.
  const ask = async (body: unknown) => {
    lab.server.clock.push(3_000)
    return lab.post(DOMAINS, body, { session })
  }
  const set = async (domains: unknown) => domained(await ask({ domains })).allowedDomains
  assert.deepEqual(await set([' Example.ORG ', '*.Sub.example.org', 'example.org', 'localhost']), [
    'example.org',
    '*.sub.example.org',
    'localhost',
  ])
  assert.deepEqual(dashboard(await lab.get(DASHBOARD, { session })).allowedDomains, [
    'example.org',
    '*.sub.example.org',
    'localhost',
  ])
  const from = (origin: string) => lab.get('/api/v1/stats', { headers: { 'X-API-Key': apiKey, Origin: origin } })
  assert.equal((await from('https://a.sub.example.org')).status, 200)
  assertFails(await from('https://example.com'), 403, 'domain not allowed')
  const odd = [
    'https://x.org',
    '*.*.x.org',
    'a*.x.org',
    'x.org/path',
    '-x.org',
    'x..org',
    '',
    '  ',
    5,
    null,
    {},
    'y.org',
  ]
  assert.deepEqual(await set(odd), ['y.org'])
  assert.equal((await set(Array.from({ length: 150 }, (_, i) => `h${i}.org`))).length, 100)
  for (const none of [[], ['*', '!', 7], ['x'.repeat(254)]]) {
    assert.equal(await set(none), null)
    assert.equal(dashboard(await lab.get(DASHBOARD, { session })).allowedDomains, null)
  }
  assert.equal((await from('https://example.com')).status, 200)
  for (const domains of [undefined, null]) assertFails(await ask({ domains }), 400, 'domains is required')
  for (const domains of ['x.org', {}])
    assertFails(await ask({ domains }), 400, 'domains: expected a list of host names')
  assertFails(await ask('[]'), 400, 'expected a JSON object')
})

test('the sessions of a wallet share ten requests in ten seconds: signing in again gives no more', async () => {
  const [wallet, other] = [walletNamed('impatient'), walletNamed('patient')]
  for (const one of [wallet, other]) await lab.register(one)
  const [first, second, foreign] = [await lab.signIn(wallet), await lab.signIn(wallet), await lab.signIn(other)]
  for (let i = 0; i < 10; i++) dashboard(await lab.get(DASHBOARD, { session: i % 2 === 0 ? first : second }))
  assertFails(await lab.get(DASHBOARD, { session: second }), 429, 'rate limit exceeded')
  dashboard(await lab.get(DASHBOARD, { session: foreign }))
  lab.server.clock.push(10_000)
  dashboard(await lab.get(DASHBOARD, { session: second }))
})
