import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type AccountLab, openAccountLab, walletNamed } from './account-lab.ts'

const dashboard = successOf('GET /api/dashboard/{wallet}')
const session = successOf('GET /api/dashboard-session')
const NO_STATS = { totalTransactions: 0, totalAccountsClosed: 0, totalSolRecovered: 0, totalFeesEarned: 0 }

let lab: AccountLab
before(async () => {
  lab = await openAccountLab()
})
after(() => lab?.stop())

test('a wallet without a key has a dashboard, too: of nothing', async () => {
  const wallet = walletNamed('keyless').address
  assert.deepEqual(dashboard(await lab.get(`/api/dashboard/${wallet}`)), {
    success: true,
    wallet,
    hasKey: false,
    apiKeyId: null,
    tier: null,
    createdAt: null,
    feeWallet: null,
    pendingFeeWallet: null,
    hasBrandingLicense: false,
    brandingLicenseTx: null,
    stats: NO_STATS,
  })
})

test('what is no public key is 400', async () => {
  for (const wallet of ['x', '0'.repeat(40), '1'.repeat(44), walletNamed('a').address.slice(3), 'O'.repeat(40), '%00'])
    assertFails(await lab.get(`/api/dashboard/${wallet}`), 400, 'Invalid wallet address')
})

test('the public dashboard shows no domains, no label, and nothing of the key', async () => {
  const wallet = walletNamed('public')
  const made = await lab.register(wallet, { label: 'inner name', domains: ['hidden.example.org'] })
  const reply = await lab.get(`/api/dashboard/${wallet.address}`)
  const shown = dashboard(reply)
  assert.deepEqual(
    [shown.hasKey, shown.apiKeyId, shown.tier, shown.feeWallet, shown.brandingLicenseTx],
    [true, made.apiKeyId, 'free', wallet.address, null],
  )
  const { digestHex } = lab.server.ctx.store.apiKeys.findById(made.apiKeyId)!
  for (const secret of ['hidden.example.org', 'inner name', made.apiKey, made.keyPrefix, digestHex])
    assert(!reply.text.includes(secret), secret)
})

test("a revoked key is no one's any more", async () => {
  const wallet = walletNamed('revoked')
  const { apiKeyId } = await lab.register(wallet)
  await lab.server.ctx.store.apiKeys.update(apiKeyId, { revokedAtMs: 1 })
  assert.equal(dashboard(await lab.get(`/api/dashboard/${wallet.address}`)).hasKey, false)
})

test('recoveries are summed exactly, and the session sees the twenty newest, newest first', async () => {
  const wallet = walletNamed('recovers')
  const { apiKeyId } = await lab.register(wallet)
  for (let i = 0; i < 25; i++)
    await lab.server.ctx.store.recoveries.record({
      keyId: apiKeyId,
      walletAddress: wallet.address,
      signature: `signature ${i}`,
      accountsClosed: 1,
      solRecoveredLamports: '2039281',
      feeEarnedLamports: '3',
      createdAtMs: 1_000 + i,
      chain: 'unchecked',
      chainAccountsClosed: null,
      chainLamports: null,
    })
  const stats = {
    totalTransactions: 25,
    totalAccountsClosed: 25,
    totalSolRecovered: 0.050982025,
    totalFeesEarned: 0.000000075,
  }
  assert.deepEqual(dashboard(await lab.get(`/api/dashboard/${wallet.address}`)).stats, stats)
  const own = session(await lab.get('/api/dashboard-session', { session: await lab.signIn(wallet) }))
  assert.deepEqual(own.stats, stats)
  assert.deepEqual(
    own.recentTransactions.map(({ signature }: { signature: string }) => signature),
    Array.from({ length: 20 }, (_, i) => `signature ${24 - i}`),
  )
})

test('a store that cannot be read or written is 500, in the envelope and without its reason', async () => {
  const wallet = walletNamed('unlucky')
  const { apiKeyId } = await lab.register(wallet)
  const token = await lab.signIn(wallet)
  const signature = await lab.signed(walletNamed('unluckier'), 'register')
  const { apiKeys } = lab.server.ctx.store
  const own = { ...apiKeys }
  const refuse = async () => {
    throw new Error('the disk is full of private detail')
  }
  const break_ = () => {
    throw new Error('the map is torn, private detail')
  }
  const change = { ownerWallet: wallet.address, newFeeWallet: wallet.address, apiKeyId }
  try {
    Object.assign(apiKeys, { alter: refuse, register: refuse, regenerate: refuse })
    assertFails(await lab.post('/api/dashboard/update-fee-wallet', change), 500, 'internal error')
    assertFails(await lab.post('/api/register-key', signature), 500, 'internal error')
    assertFails(await lab.post('/api/update-domains', { domains: [] }, { session: token }), 500, 'internal error')
    assertFails(await lab.post('/api/regenerate-key', {}, { session: token }), 500, 'internal error')
    Object.assign(apiKeys, { isOwned: break_ })
    assertFails(await lab.post('/api/dashboard/update-fee-wallet', change), 500, 'internal error')
    Object.assign(apiKeys, { findByOwner: break_ })
    assertFails(await lab.get(`/api/dashboard/${wallet.address}`), 500, 'internal error')
    assertFails(await lab.get('/api/dashboard-session', { session: token }), 500, 'internal error')
  } finally {
    Object.assign(apiKeys, own)
  }
  dashboard(await lab.get(`/api/dashboard/${wallet.address}`))
  session(await lab.get('/api/dashboard-session', { session: token }))
})

test('invented keys and tokens are limited by address, 200 in ten seconds, and callers with a valid one go on', async () => {
  const wallet = walletNamed('next to a guesser')
  const { apiKey } = await lab.register(wallet)
  const token = await lab.signIn(wallet)
  const from = '203.0.113.200'
  const guess = (i: number) =>
    i % 2 === 0
      ? lab.get('/api/v1/stats', { from, headers: { 'X-API-Key': `mg_guess${i}` } })
      : lab.get('/api/dashboard-session', { from, session: `guess${i}` })
  const statuses = new Map<number, number>()
  for (let i = 0; i < 220; i++) {
    const { status } = await guess(i)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.deepEqual(
    [...statuses],
    [
      [401, 200],
      [429, 20],
    ],
  )
  assertFails(await guess(0), 429, 'rate limit exceeded')
  assert.equal((await lab.get('/api/v1/stats', { from, headers: { 'X-API-Key': apiKey } })).status, 200)
  session(await lab.get('/api/dashboard-session', { from, session: token }))
  assertFails(await lab.get('/api/dashboard-session', { session: 'elsewhere' }), 401, 'invalid session token')
  lab.server.clock.push(10_000)
  assertFails(await guess(1), 401, 'invalid session token')
})
