import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { memo, transferLamports } from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { SANDBOX_LICENSE_WALLET } from '../../../src/config/accounts.ts'
import { NOT_PROVEN } from '../../../src/services/account/judge-claim.ts'
import { paySol } from '../../support/pay-sol.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { type AccountLab, openAccountLab, walletNamed } from './account-lab.ts'

const VERIFY = '/api/verify-branding-payment'
const PRICE = 500_000_000n
const USED = 'this payment was used for a license already'
const ANOTHERS = 'the payment names another key'
const verified = successOf(`POST ${VERIFY}`)
const info = successOf('GET /api/branding-license')

let sandbox: StartedSandbox
/** As in live mode: who claims proves it. */
let proven: AccountLab
/** As in the sandbox: to the letter of the spec. */
let open: AccountLab
let node: string
const exchange = walletNamed('claims exchange')

before(async () => {
  sandbox = await sharedSandbox()
  node = sandbox.urls['rpc']!
  await fund(exchange)
  proven = await openAccountLab({ SANDBOX_URL: node, BRANDING_CLAIMS: 'proven' })
  open = await openAccountLab({ SANDBOX_URL: node })
})
after(async () => {
  await proven?.stop()
  await open?.stop()
  await sandbox?.stop()
})

async function fund(wallet: Keypair): Promise<void> {
  await sandbox.control('POST', '/airdrop', { address: wallet.address, lamports: 20_000_000_000 })
}

type Extra = Parameters<typeof paySol>[1]['more']
const pay = (lamports: bigint = PRICE, { from = exchange, more = [] }: { from?: Keypair; more?: Extra } = {}) =>
  paySol(node, { from, to: SANDBOX_LICENSE_WALLET, amounts: [lamports], more })

async function owned(lab: AccountLab, name: string) {
  const wallet = walletNamed(`claims ${name}`)
  const { apiKeyId } = await lab.register(wallet)
  const claim = (transactionSignature: string, options?: { session: string }) =>
    lab.post(VERIFY, { ownerWallet: wallet.address, transactionSignature, apiKeyId }, options)
  const terms = async () => info(await lab.get(`/api/branding-license?apiKeyId=${apiKeyId}`)).payment
  const licensed = () => lab.server.ctx.store.apiKeys.findById(apiKeyId)!.hasBrandingLicense
  return { wallet, apiKeyId, claim, terms, licensed }
}

async function inBoth(work: (lab: AccountLab) => Promise<void>): Promise<void> {
  for (const lab of [proven, open]) await work(lab)
}

test('the amount that is given to a key identifies it, by whichever wallet it is paid or claimed first', () =>
  inBoth(async (lab) => {
    const [mine, thief] = [await owned(lab, 'amount'), await owned(lab, 'amount thief')]
    const { lamports, amountSol, apiKeyId } = await mine.terms()
    assert.equal(apiKeyId, mine.apiKeyId)
    assert(lamports > 500_000_000 && lamports < 501_000_000)
    assert.equal(amountSol, lamports / 1e9)
    assert.equal((await mine.terms()).lamports, lamports, 'it stays')
    assert.notEqual((await thief.terms()).lamports, lamports)
    const signature = await pay(BigInt(lamports))
    assertFails(await thief.claim(signature), 400, ANOTHERS)
    verified(await mine.claim(signature))
    assertFails(await thief.claim(signature), 400, USED)
  }))

test('the memo names a key, whatever the amount', () =>
  inBoth(async (lab) => {
    const [mine, thief] = [await owned(lab, 'memo'), await owned(lab, 'memo thief')]
    const text = (await mine.terms()).memo
    assert.equal(text, `mintglass:branding:${mine.apiKeyId}`)
    const signature = await pay(495_000_000n, { more: [memo(text)] })
    assertFails(await thief.claim(signature), 400, ANOTHERS)
    verified(await mine.claim(signature))
    const both = await pay(PRICE, { more: [memo(text), memo((await thief.terms()).memo)] })
    assertFails(await thief.claim(both), 400, 'the payment names more than one key')
  }))

test('two keys that claim a payment at once, of which one is named: that one gets it', () =>
  inBoth(async (lab) => {
    for (let round = 0; round < 3; round++) {
      const [mine, thief] = [await owned(lab, `race ${round}`), await owned(lab, `thief ${round}`)]
      const signature = await pay(BigInt((await mine.terms()).lamports))
      await Promise.all([thief.claim(signature), mine.claim(signature), thief.claim(signature)])
      assert.deepEqual([mine.licensed(), thief.licensed()], [true, false])
    }
  }))

test('a payment that names no key is for the key of the wallet that paid', () =>
  inBoth(async (lab) => {
    const [mine, thief] = [await owned(lab, 'payer'), await owned(lab, 'payer thief')]
    await fund(mine.wallet)
    const signature = await pay(PRICE, { from: mine.wallet })
    assertFails(await thief.claim(signature), 400, 'the payment was made by the owner of another key')
    verified(await mine.claim(signature))
  }))

test('what goes elsewhere in the same transaction is not paid, and transfers to the license wallet add up', () =>
  inBoth(async (lab) => {
    const thief = await owned(lab, 'small')
    await fund(thief.wallet)
    const share = transferLamports({ from: thief.wallet.address, to: SANDBOX_LICENSE_WALLET, lamports: 495_000_000n })
    const small = transferLamports({ from: thief.wallet.address, to: exchange.address, lamports: PRICE })
    assertFails(await thief.claim(await pay(1n, { from: thief.wallet, more: [small] })), 400, /does not pay the price/)
    verified(await thief.claim(await pay(1n, { from: thief.wallet, more: [share] })))
  }))

test("proven: no one has a stranger's payment that names no key; the session of the wallet that paid has it", async () => {
  const payer = walletNamed('claims spare payer')
  await fund(payer)
  const [mine, thief] = [await owned(proven, 'second wallet'), await owned(proven, 'second wallet thief')]
  const signature = await pay(PRICE, { from: payer })
  assertFails(await thief.claim(signature), 400, NOT_PROVEN)
  assertFails(await thief.claim(signature, { session: await proven.signIn(thief.wallet) }), 400, NOT_PROVEN)
  assertFails(await mine.claim(signature, { session: 'x' }), 400, NOT_PROVEN)
  const session = await proven.signIn(payer)
  verified(await mine.claim(signature, { session }))
  assert.deepEqual([mine.licensed(), thief.licensed()], [true, false])
  assertFails(await thief.claim(signature, { session }), 400, USED)
})

test('open: what a stranger claimed first is taken back by the wallet that paid, within the hour and once', async () => {
  const payer = walletNamed('claims robbed wallet')
  await fund(payer)
  const [mine, thief, friend] = [await owned(open, 'robbed'), await owned(open, 'robber'), await owned(open, 'friend')]
  const signature = await pay(PRICE, { from: payer })
  verified(await thief.claim(signature))
  assertFails(await mine.claim(signature), 400, USED)
  const session = await open.signIn(payer)
  verified(await mine.claim(signature, { session }))
  assert.deepEqual([mine.licensed(), thief.licensed()], [true, false])
  const [lost] = open.server.ctx.store.audit.page({ subject: `key:${thief.apiKeyId}`, limit: 1 })
  assert.deepEqual([lost?.action, lost?.after?.['hasBrandingLicense']], ['key.branding', false])
  assertFails(await friend.claim(signature, { session }), 400, USED)
  assertFails(await thief.claim(signature), 400, USED)
  const second = await pay(PRICE + 1n, { from: payer })
  verified(await friend.claim(second))
  open.server.clock.push(3_600_000)
  const late = await open.signIn(payer)
  assertFails(await thief.claim(second, { session: late }), 400, /too old/)
  open.server.clock.push(-3_600_000)
})

test('open: two keys race for a payment, one with the session of its payer: that one has it in the end', async () => {
  const payer = walletNamed('claims racing wallet')
  await fund(payer)
  const session = await open.signIn(payer)
  for (let round = 0; round < 3; round++) {
    const [mine, thief] = [await owned(open, `racing ${round}`), await owned(open, `racing thief ${round}`)]
    const signature = await pay(PRICE + BigInt(round), { from: payer })
    await Promise.all([thief.claim(signature), mine.claim(signature, { session }), thief.claim(signature)])
    assert.deepEqual([mine.licensed(), thief.licensed()], [true, false])
  }
})

test('the price of a key is asked for by its id; what is no id is 400, what is no key of anyone 404', async () => {
  for (const text of ['x', '1.5', '1e3', '9'.repeat(16)])
    assertFails(await open.get(`/api/branding-license?apiKeyId=${text}`), 400, 'apiKeyId: expected a number')
  assertFails(await open.get('/api/branding-license?apiKeyId=987654321'), 404, 'API key not found')
  const { record } = await open.server.ctx.store.apiKeys.create({ label: '', tier: 'free' })
  assertFails(await open.get(`/api/branding-license?apiKeyId=${record.id}`), 404, 'API key not found')
  assert.equal(info(await open.get('/api/branding-license?apiKeyId=')).payment, undefined)
  const from = '203.0.113.60'
  for (let i = 0; i < 60; i++) await open.get('/api/branding-license?apiKeyId=1', { from })
  assertFails(await open.get('/api/branding-license?apiKeyId=1', { from }), 429, /^too many keys/)
})
