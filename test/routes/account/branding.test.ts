// second run: waits for a payment to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { SANDBOX_LICENSE_WALLET } from '../../../src/config/accounts.ts'
import { fail } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { callNode, paySol, untilConfirmed } from '../../support/pay-sol.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { type AccountLab, openAccountLab, walletNamed } from './account-lab.ts'

const VERIFY = '/api/verify-branding-payment'
const HOUR_MS = 3_600_000
const PRICE = 500_000_000n
const NOT_OWNED = 'API key not found for this wallet'
const USED = 'this payment was used for a license already'
const UNCONFIRMED = 'the transaction is not confirmed'
/** Of no transaction. */
const UNSEEN = encodeBase58(Buffer.alloc(64, 7))
const verified = successOf(`POST ${VERIFY}`)
const info = successOf('GET /api/branding-license')
const dashboard = successOf('GET /api/dashboard/{wallet}')

let sandbox: StartedSandbox
let lab: AccountLab
let node: string
/** Pays for others; no key of ours is its own. */
const payer = walletNamed('branding payer')

before(async () => {
  sandbox = await sharedSandbox()
  node = sandbox.urls['rpc']!
  await fund(payer)
  lab = await openAccountLab({ SANDBOX_URL: node })
})
after(async () => {
  await lab?.stop()
  await sandbox?.stop()
})

async function fund(wallet: Keypair): Promise<void> {
  await sandbox.control('POST', '/airdrop', { address: wallet.address, lamports: 20_000_000_000 })
}

const pay = (lamports: bigint = PRICE, { from = payer, to = SANDBOX_LICENSE_WALLET } = {}): Promise<string> =>
  paySol(node, { from, to, amounts: [lamports] })

async function owned(name: string) {
  const wallet = walletNamed(`branding ${name}`)
  const { apiKeyId } = await lab.register(wallet)
  const claim = (transactionSignature: string) =>
    lab.post(VERIFY, { ownerWallet: wallet.address, transactionSignature, apiKeyId })
  const record = () => lab.server.ctx.store.apiKeys.findById(apiKeyId)!
  return { wallet, ownerWallet: wallet.address, apiKeyId, claim, record }
}

test('the license costs half a SOL, and says where to pay and what it unlocks', async () => {
  const { cost, paymentWallet, features } = info(await lab.get('/api/branding-license'))
  assert.equal(cost, 0.5)
  assert.equal(paymentWallet, SANDBOX_LICENSE_WALLET)
  assert.equal(keypairFromText('mintglass sandbox license wallet').address, SANDBOX_LICENSE_WALLET)
  assert(features.length > 0)
})

test('a payment activates the license; an active one is answered without another look', async () => {
  const { ownerWallet, apiKeyId, claim, record } = await owned('pays')
  const before = dashboard(await lab.get(`/api/dashboard/${ownerWallet}`))
  assert.deepEqual([before.hasBrandingLicense, before.brandingLicenseTx], [false, null])
  const signature = await pay()
  assert.deepEqual(verified(await claim(signature)), {
    success: true,
    hasBrandingLicense: true,
    alreadyActive: false,
    brandingLicenseTx: signature,
  })
  assert.deepEqual([record().hasBrandingLicense, record().brandingLicenseTx], [true, signature])
  const shown = dashboard(await lab.get(`/api/dashboard/${ownerWallet}`))
  assert.deepEqual([shown.hasBrandingLicense, shown.brandingLicenseTx], [true, signature])
  const again = verified(await claim('no signature, and nobody looks'))
  assert.deepEqual([again.alreadyActive, again.brandingLicenseTx], [true, signature])
  const [row] = lab.server.ctx.store.audit.page({ subject: `key:${apiKeyId}`, limit: 1 })
  assert.deepEqual(
    [row?.action, row?.after],
    ['key.branding', { hasBrandingLicense: true, brandingLicenseTx: signature }],
  )
})

test('what is missing or malformed is 400', async () => {
  const { ownerWallet, apiKeyId } = await owned('wanting')
  const good = { ownerWallet, transactionSignature: '1'.repeat(64), apiKeyId }
  const malformed = 'transactionSignature: expected a transaction signature'
  for (const [body, message] of [
    [undefined, 'expected a JSON object'],
    [{}, 'ownerWallet is required'],
    [{ ...good, transactionSignature: '' }, malformed],
    [{ ...good, ownerWallet: 'x' }, 'Invalid wallet address'],
    [{ ...good, apiKeyId: '1' }, 'apiKeyId: expected an integer'],
    [{ ...good, apiKeyId: 0.5 }, 'apiKeyId: expected an integer'],
    [{ ...good, transactionSignature: 5 }, malformed],
    [{ ...good, transactionSignature: 'x'.repeat(129) }, malformed],
    [{ ...good, transactionSignature: 'x'.repeat(88) }, malformed],
    [{ ...good, transactionSignature: '1'.repeat(65) }, malformed],
  ] as const)
    assertFails(await lab.post(VERIFY, body), 400, message)
})

test('an unknown key, a foreign and a revoked one are 404 in the same words', async () => {
  const [mine, theirs] = [await owned('mine'), await owned('theirs')]
  const transactionSignature = await pay()
  const ask = (ownerWallet: string, apiKeyId: number) =>
    lab.post(VERIFY, { ownerWallet, transactionSignature, apiKeyId })
  assertFails(await ask(mine.ownerWallet, 999_999), 404, NOT_OWNED)
  assertFails(await ask(mine.ownerWallet, theirs.apiKeyId), 404, NOT_OWNED)
  await lab.server.ctx.store.apiKeys.update(mine.apiKeyId, { revokedAtMs: 1 })
  assertFails(await mine.claim(transactionSignature), 404, NOT_OWNED)
  assert.equal(verified(await theirs.claim(transactionSignature)).alreadyActive, false, 'it was not used up')
})

test('a transaction that no one has seen, or that failed, pays nothing', async () => {
  const { claim } = await owned('unseen')
  assertFails(await claim(UNSEEN), 400, UNCONFIRMED)
  const poor = walletNamed('branding poor')
  await sandbox.control('POST', '/airdrop', { address: poor.address, lamports: 100_000_000 })
  const failed = await paySol(node, { from: poor, to: SANDBOX_LICENSE_WALLET, amounts: [PRICE] })
  assertFails(await claim(failed), 400, 'the transaction failed on the chain')
})

test('the license wallet has to gain 0.99 times the price by the transaction, however it does', async () => {
  const short = 'the transaction does not pay the price to the license wallet'
  const { claim } = await owned('short')
  assertFails(await claim(await pay(494_999_999n)), 400, short)
  assertFails(await claim(await pay(PRICE, { to: walletNamed('branding somebody').address })), 400, short)
  assert.equal(verified(await claim(await pay(495_000_000n))).alreadyActive, false)
  const parts = await owned('parts')
  const split = await paySol(node, { from: payer, to: SANDBOX_LICENSE_WALLET, amounts: [PRICE / 2n, PRICE / 2n] })
  verified(await parts.claim(split))
})

test('a payment counts for an hour', async () => {
  const [inTime, late] = [await owned('in time'), await owned('late')]
  const [first, second] = [await pay(), await pay(PRICE + 1n)]
  // Both were paid within the last minutes, however slow the machine is.
  const leftMs = 15 * 60_000
  lab.server.clock.push(HOUR_MS - leftMs)
  verified(await inTime.claim(first))
  lab.server.clock.push(leftMs)
  assertFails(await late.claim(second), 400, 'the transaction is too old: a payment counts for one hour')
  lab.server.clock.push(-HOUR_MS)
})

test('a payment is used once, for one key, whatever its spelling and however many ask at once', async () => {
  const keys = []
  for (let i = 0; i < 4; i++) keys.push(await owned(`race ${i}`))
  const signature = await pay()
  const replies = await Promise.all(keys.map(({ claim }) => claim(signature)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400])
  for (const reply of replies.filter(({ status }) => status === 400)) assertFails(reply, 400, USED)
  assert.equal(keys.filter(({ record }) => record().hasBrandingLicense).length, 1)
  const late = await owned('race late')
  assertFails(await late.claim(signature), 400, USED)
  assertFails(await late.claim(` ${signature}`), 400, 'transactionSignature: expected a transaction signature')
  assertFails(await late.claim(`1${signature}`), 400, 'transactionSignature: expected a transaction signature')
})

test('what the owner of another key paid cannot be claimed by the first one to see it', async () => {
  const [honest, thief] = [await owned('honest'), await owned('thief')]
  await fund(honest.wallet)
  const signature = await pay(PRICE, { from: honest.wallet })
  assertFails(await thief.claim(signature), 400, 'the payment was made by the owner of another key')
  verified(await honest.claim(signature))
})

test('a node that does not answer is 500, and no payment is lost by it', async () => {
  const { claim, record } = await owned('no node')
  const signature = await pay()
  const { chain } = lab.server.ctx
  const { rpc } = chain
  Object.assign(chain, { rpc: { ...rpc, transaction: async () => fail('upstream_timeout', 'the node is slow') } })
  try {
    assertFails(await claim(signature), 500, 'the node could not be reached')
  } finally {
    Object.assign(chain, { rpc })
  }
  assert.equal(record().hasBrandingLicense, false)
  verified(await claim(signature))
})

test('an address has twenty payments verified in ten minutes', async () => {
  const { ownerWallet, apiKeyId } = await owned('asks often')
  const body = { ownerWallet, transactionSignature: UNSEEN, apiKeyId }
  const from = '203.0.113.44'
  for (let i = 0; i < 20; i++) assertFails(await lab.post(VERIFY, body, { from }), 400, UNCONFIRMED)
  assertFails(await lab.post(VERIFY, body, { from }), 429, 'too many payments to verify from this address')
  assertFails(await lab.post(VERIFY, body), 400, UNCONFIRMED)
})

test('the session dashboard reads the balance of the fee wallet off the chain, and says null when it cannot', async () => {
  const { wallet } = await owned('rich')
  const session = await lab.signIn(wallet)
  const balance = async () => (await lab.get('/api/dashboard-session', { session })).json.feeWalletBalance
  assert.equal(await balance(), 0)
  const signature = await callNode<string>(node, 'requestAirdrop', [wallet.address, 1_234_567_891])
  await untilConfirmed(node, signature)
  assert.equal(await balance(), 1_234_567_891)
  const { chain } = lab.server.ctx
  const { rpc } = chain
  Object.assign(chain, { rpc: { ...rpc, accounts: async () => fail('upstream_failed', 'the node is down') } })
  try {
    assert.equal(await balance(), null)
  } finally {
    Object.assign(chain, { rpc })
  }
})

test('where no license wallet is configured, nothing is sold: 503', async () => {
  const live = await openAccountLab()
  try {
    assertFails(await live.get('/api/branding-license'), 503, 'branding licenses are not configured')
    const wallet = walletNamed('branding live')
    const { apiKeyId } = await live.register(wallet)
    const body = { ownerWallet: wallet.address, transactionSignature: UNSEEN, apiKeyId }
    assertFails(await live.post(VERIFY, body), 503, 'branding licenses are not configured')
    assert.equal(
      (await live.get('/api/dashboard-session', { session: await live.signIn(wallet) })).json.feeWalletBalance,
      null,
    )
  } finally {
    await live.stop()
  }
})
