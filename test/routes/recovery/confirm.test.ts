// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SANDBOX_PREVIEW_KEY } from '../../../src/config/sandbox-keys.ts'
import { toLamports } from '../../support/recovery-truth.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { openRecoveryLab, type RecoveryLab } from './recovery-lab.ts'

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const FEE_WALLET = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'
const confirmed = successOf('POST /api/v1/confirm')
const stats = successOf('GET /api/v1/stats')
const signature = (at: number) => `${'5'.repeat(80)}${'abcdefgh'[at % 8]}${'ABCDEFGH'[(at >> 3) % 8]}XYZabc`

let lab: RecoveryLab
let keys = 0
const idOf = new Map<string, number>()
before(async () => {
  lab = await openRecoveryLab({ RECOVERY_KEY_FEE_BPS: '200' })
})
after(() => lab?.stop())

/** A key of its own, so that tests do not see each other's rows. */
async function newKey(feeWallet: string | null = null): Promise<string> {
  const { apiKeys } = lab.server.ctx.store
  const { key, record } = await apiKeys.create({ label: `key ${keys++}`, tier: 'enterprise', limitPer10s: 1_000_000 })
  idOf.set(key, record.id)
  if (feeWallet !== null) await apiKeys.update(record.id, { feeWallet })
  return key
}
const confirm = async (key: string, body: object) => confirmed(await lab.server.post('/api/v1/confirm', body, { key }))
const statsOf = async (key: string) => stats(await lab.server.get('/api/v1/stats', { key }))

test('what the caller reports is recorded as it is and added to the totals of the key', async () => {
  const key = await newKey()
  const first = { walletAddress: WALLET, signature: signature(0), accountsClosed: 3, solRecovered: 0.00611784 }
  assert.deepEqual(await confirm(key, first), {
    success: true,
    recorded: true,
    alreadyRecorded: false,
    signature: signature(0),
    accountsClosed: 3,
    solRecovered: 0.00611784,
    feeEarned: 0,
  })
  await confirm(key, { walletAddress: WALLET, signature: signature(1), accountsClosed: 1, solRecovered: 0.00203928 })
  const { stats: totals, recentTransactions } = await statsOf(key)
  assert.deepEqual(totals, {
    totalTransactions: 2,
    totalAccountsClosed: 4,
    totalSolRecovered: 0.00815712,
    totalFeesEarned: 0,
  })
  assert.deepEqual(
    recentTransactions.map((row: { signature: string }) => row.signature),
    [signature(1), signature(0)],
  )
  const [row] = recentTransactions
  assert.equal(row.walletAddress, WALLET)
  assert.equal(row.accountsClosed, 1)
  assert.equal(row.solRecovered, 0.00203928)
  assert(Math.abs(row.createdAt - lab.server.clock.nowMs()) < 60_000)
})

test('figures that are left out count as zero', async () => {
  const key = await newKey()
  const reply = await confirm(key, { walletAddress: WALLET, signature: signature(2) })
  assert.deepEqual([reply.accountsClosed, reply.solRecovered], [0, 0])
  assert.equal((await statsOf(key)).stats.totalTransactions, 1)
})

test('a signature counts once for a key, and again for another', async () => {
  const [one, other] = [await newKey(), await newKey()]
  const body = { walletAddress: WALLET, signature: signature(3), accountsClosed: 2, solRecovered: 0.004 }
  await confirm(one, body)
  assert.equal((await confirm(one, body)).alreadyRecorded, true)
  assert.equal((await confirm(other, body)).alreadyRecorded, false)
  for (const key of [one, other]) {
    const { stats: totals, recentTransactions } = await statsOf(key)
    assert.equal(totals.totalAccountsClosed, 2)
    assert.equal(recentTransactions.length, 1)
  }
})

test('sixty-four additions lose no lamport', async () => {
  const key = await newKey(FEE_WALLET)
  for (let i = 0; i < 64; i++)
    await confirm(key, { walletAddress: WALLET, signature: signature(i), accountsClosed: 1, solRecovered: 0.1 })
  const { stats: totals } = await statsOf(key)
  assert.equal(totals.totalSolRecovered, 6.4)
  assert.equal(totals.totalFeesEarned, 0.128)
})

test('the key’s own share is what its fee wallet has earned', async () => {
  const key = await newKey(FEE_WALLET)
  const reply = await confirm(key, { walletAddress: WALLET, signature: signature(4), solRecovered: 0.002039287 })
  // 2 % of 2,039,287 lamports, rounded down.
  assert.equal(toLamports(reply.feeEarned), 40_785n)
  const { stats: totals, recentTransactions } = await statsOf(key)
  assert.equal(totals.totalFeesEarned, 0.000040785)
  assert.equal(recentTransactions[0].feeEarned, 0.000040785)
})

test('the ten newest are shown, newest first', async () => {
  const key = await newKey()
  for (let i = 0; i < 13; i++) await confirm(key, { walletAddress: WALLET, signature: signature(i), accountsClosed: i })
  const { recentTransactions, stats: totals } = await statsOf(key)
  const counts = recentTransactions.map((row: { accountsClosed: number }) => row.accountsClosed)
  assert.equal(counts.length, 10)
  assert(counts.includes(12) && !counts.includes(0))
  assert.equal(totals.totalTransactions, 13)
})

test('the public builder key is acknowledged and nothing is kept', async () => {
  const body = { walletAddress: WALLET, signature: signature(5), accountsClosed: 9, solRecovered: 1 }
  const reply = await confirm(SANDBOX_PREVIEW_KEY, body)
  assert.deepEqual([reply.recorded, reply.alreadyRecorded, reply.feeEarned], [false, false, 0])
  assert.equal((await confirm(SANDBOX_PREVIEW_KEY, body)).alreadyRecorded, false)
})

test('stats without a registered key are 401', async () => {
  assertFails(await lab.server.get('/api/v1/stats', { key: SANDBOX_PREVIEW_KEY }), 401, 'no key context')
})

/** A row once the chain has been asked about it, which no one's reading sets off. */
async function judged(key: string, wanted: string) {
  const { recoveries } = lab.server.ctx.store
  await until(() => recoveries.newest(idOf.get(key)!, 1)[0]?.chain === wanted, `the chain ${wanted}`)
  return (await statsOf(key)).recentTransactions[0]
}

test('the chain is asked afterwards: whether it agrees is said beside the figures, which stay', async () => {
  const { keypair } = await lab.emptyWallet(3, 50_000_000n)
  const { walletTransactions } = await lab.close({ walletAddresses: [keypair.address] })
  const [one] = walletTransactions[keypair.address]
  const [landed] = await lab.land(keypair, [one])
  const report = { walletAddress: keypair.address, signature: landed }
  const [honest, net, liar] = [await newKey(), await newKey(), await newKey()]
  await confirm(honest, { ...report, accountsClosed: 3, solRecovered: one.recovery })
  await confirm(net, { ...report, accountsClosed: 3, solRecovered: one.estimatedReturn })
  await confirm(liar, { ...report, accountsClosed: 300, solRecovered: 99 })
  const facts = { accountsClosed: 3, solRecovered: one.recovery }
  assert.deepEqual((await judged(honest, 'agrees')).chain, { status: 'agrees', ...facts })
  assert.deepEqual((await judged(net, 'agrees')).chain, { status: 'agrees', ...facts })
  const row = await judged(liar, 'differs')
  assert.deepEqual(row.chain, { status: 'differs', ...facts })
  // Trusted all the same, as the specification says.
  assert.deepEqual([row.accountsClosed, row.solRecovered], [300, 99])
  assert.equal((await statsOf(liar)).stats.totalSolRecovered, 99)
})

test('a recovery of another wallet is not the reporter’s', async () => {
  const { keypair } = await lab.emptyWallet(1, 50_000_000n)
  const { walletTransactions } = await lab.close({ walletAddresses: [keypair.address] })
  const [one] = walletTransactions[keypair.address]
  const [landed] = await lab.land(keypair, [one])
  const key = await newKey()
  await confirm(key, { walletAddress: WALLET, signature: landed, accountsClosed: 1, solRecovered: one.recovery })
  assert.equal((await judged(key, 'differs')).chain.status, 'differs')
})
