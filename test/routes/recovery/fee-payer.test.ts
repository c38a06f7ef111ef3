// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { RECOVERY } from '../../../src/config/recovery.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { OpenServer } from '../../support/open-server.ts'
import { signAs, toLamports } from '../../support/recovery-truth.ts'
import { successOf } from '../../support/reply-check.ts'
import { fundedFeePayer, openRecoveryLab, type RecoveryLab } from './recovery-lab.ts'

const success = successOf('POST /api/v1/close')

const DEAD_AFTER_BLOCKS = 400

let lab: RecoveryLab
let server: OpenServer
let payer: string
before(async () => {
  lab = await openRecoveryLab()
  server = await lab.open({ RECOVERY_FEE_PAYER: '1' })
  payer = await fundedFeePayer(lab, server)
})
after(() => lab?.stop())

const today = () => new Date(server.clock.nowMs()).toISOString().slice(0, 10)
const atRisk = () => server.ctx.store.recoveries.atRisk(today())

test('a wallet under 0.002 SOL has its fee advanced and repays it in the same transaction; one lamport more, and it pays itself', async () => {
  const poor = await lab.emptyWallet(4, RECOVERY.poorLamports - 1n)
  const able = await lab.emptyWallet(4, RECOVERY.poorLamports)
  const body = { walletAddresses: [poor.keypair.address, able.keypair.address] }
  const { walletTransactions } = success(await server.post('/api/v1/close', body))
  const [advanced] = walletTransactions[poor.keypair.address]
  const [own] = walletTransactions[able.keypair.address]
  assert.equal(advanced.usedFeePayer, true)
  assert.equal(own.usedFeePayer, false)
  const parsed = parseWireTransaction(Buffer.from(advanced.transaction, 'base64'))
  assert(parsed.ok)
  const { keys, signatures } = parsed.transaction
  assert.deepEqual([encodeBase58(keys[0]!), encodeBase58(keys[1]!)], [payer, poor.keypair.address])
  assert(
    signatures[0]!.some((byte) => byte !== 0) && signatures[1]!.every((byte) => byte === 0),
    'signed by the payer alone',
  )
  const before = await lab.lamportsOf(payer)
  await lab.land(poor.keypair, [advanced])
  assert.equal(await lab.lamportsOf(payer), before)
  assert.equal(
    await lab.lamportsOf(poor.keypair.address),
    RECOVERY.poorLamports - 1n + toLamports(advanced.recovery) - toLamports(advanced.estimatedFee),
  )
})

test('a wallet with no lamports at all gets its deposits back, also to a refund wallet', async () => {
  const { keypair } = await lab.emptyWallet(3, 0n)
  const refundWallet = keypairFromText(`refund ${keypair.address}`).address
  const body = { walletAddresses: [keypair.address], refundWallet }
  const [one] = success(await server.post('/api/v1/close', body)).walletTransactions[keypair.address]
  const before = await lab.lamportsOf(payer)
  await lab.land(keypair, [one])
  assert.equal(await lab.lamportsOf(refundWallet), toLamports(one.estimatedReturn))
  assert.equal(await lab.lamportsOf(keypair.address), 0n)
  assert.equal(await lab.lamportsOf(payer), before)
})

test('one call has ten transactions advanced at most, a free key one at a time, and says what is left', async () => {
  const [wallet] = await lab
    .wallets({ count: 40, largeWallets: 40, largeAccounts: 420 })
    .then((made) => made.filter(({ lamports }) => lamports === '0'))
  const reply = success(await server.post('/api/v1/close', { walletAddresses: [wallet!.address] }))
  const list = reply.walletTransactions[wallet!.address]
  assert.equal(list.length, RECOVERY.feePayerTransactions)
  assert.match(
    reply.warnings[0],
    /^[1-9A-HJ-NP-Za-km-z]+: \d+ accounts are left for another call: the wallet can pay for them itself/,
  )
  server.ctx.store.apiKeys.addVolatile('mg_one', { label: 'one', tier: 'free', limitPer10s: 1_000 })
  const ask = () => server.post('/api/v1/close', { walletAddresses: [wallet!.address] }, { key: 'mg_one' })
  assert.equal(success(await ask()).walletTransactions[wallet!.address].length, 1)
  const again = success(await ask())
  assert.match(again.walletTransactions[wallet!.address].error, /^the platform fee payer has signed for this wallet/)
})

test('what landed makes room for the next advance of its wallet at once', async () => {
  const { keypair } = await lab.emptyWallet(30, 0n)
  const refundWallet = keypairFromText(`next ${keypair.address}`).address
  const body = { walletAddresses: [keypair.address], refundWallet }
  server.ctx.store.apiKeys.addVolatile('mg_next', { label: 'next', tier: 'free', limitPer10s: 1_000 })
  const close = async () =>
    success(await server.post('/api/v1/close', body, { key: 'mg_next' })).walletTransactions[keypair.address]
  const [first] = await close()
  assert.equal(first.usedFeePayer, true)
  await lab.land(keypair, [first])
  const [second] = await close()
  assert.equal(second.usedFeePayer, true)
  await lab.land(keypair, [second])
  assert.equal(
    await lab.lamportsOf(refundWallet),
    toLamports(first.estimatedReturn) + toLamports(second.estimatedReturn),
  )
})

test('keys that anyone may make share a part of the day, each of them a part of that; others and owners are not kept out', async () => {
  const day = 4_000_000n
  const shared = await lab.open({ RECOVERY_FEE_PAYER: '1', RECOVERY_FEE_PAYER_DAY_LAMPORTS: String(day) })
  await fundedFeePayer(lab, shared)
  const risked = () => shared.ctx.store.recoveries.atRisk(new Date(shared.clock.nowMs()).toISOString().slice(0, 10))
  const wallets = await Promise.all(Array.from({ length: 18 }, () => lab.emptyWallet(1, 0n)))
  const own = await lab.emptyWallet(1, 0n)
  const keyOf = (label: string, ownerWallet: string | null = null) => {
    shared.ctx.store.apiKeys.addVolatile(`mg_${label}`, { label, tier: 'free', ownerWallet, limitPer10s: 1_000 })
    return { key: `mg_${label}` }
  }
  const walletAddresses = wallets.map(({ keypair }) => keypair.address)
  const open = (day * RECOVERY.feePayerOpenPercent) / 100n
  const share = (open * RECOVERY.feePayerKeyPercent) / 100n
  const most = share > RECOVERY.feePayerKeyFloorLamports ? share : RECOVERY.feePayerKeyFloorLamports
  // One key after another asks for foreign wallets until it gets no more.
  for (let key = 0; key < 6; key++) {
    const before = risked()
    const asker = keyOf(`crowd${key}`)
    for (let i = 0; i < 2; i++) await shared.post('/api/v1/close', { walletAddresses }, asker)
    assert(risked() - before <= most, `one key: ${risked() - before}`)
  }
  assert(risked() > 0n && risked() <= open, `all keys: ${risked()}`)
  const address = walletAddresses[0]!
  const paid = success(await shared.post('/api/v1/close', { walletAddresses: [address] }))
  assert.equal(paid.walletTransactions[address][0].usedFeePayer, true, 'a key of the operator')
  const asOwner = { walletAddresses: [own.keypair.address] }
  const owner = success(await shared.post('/api/v1/close', asOwner, keyOf('owner', own.keypair.address)))
  assert.equal(owner.walletTransactions[own.keypair.address][0].usedFeePayer, true, 'the wallet of the key')
})

test('what is signed and not repaid is at risk until it can never land; what landed well is given back', async () => {
  const { keypair } = await lab.emptyWallet(3, 0n)
  const before = atRisk()
  const body = { walletAddresses: [keypair.address] }
  const [one] = success(await server.post('/api/v1/close', body)).walletTransactions[keypair.address]
  assert.equal(atRisk() - before, toLamports(one.estimatedFee))
  await lab.land(keypair, [one])
  await lab.sandbox.control('POST', '/slots/step', { count: DEAD_AFTER_BLOCKS })
  server.clock.push(RECOVERY.blockhashLifeMs + 1_000)
  const other = await lab.emptyWallet(1, 0n)
  const [next] = success(await server.post('/api/v1/close', { walletAddresses: [other.keypair.address] }))
    .walletTransactions[other.keypair.address]
  // All that was signed before is dead or repaid by now.
  assert.equal(atRisk(), toLamports(next.estimatedFee))
})

test('transactions that are made to fail cost it no more than the day’s bound, then no one is advanced anything', async () => {
  const narrow = await lab.open({ RECOVERY_FEE_PAYER: '1', RECOVERY_FEE_PAYER_DAY_LAMPORTS: '25000' })
  const address = await fundedFeePayer(lab, narrow)
  const before = await lab.lamportsOf(address)
  const replies = []
  for (let i = 0; i < 6; i++) {
    const { keypair } = await lab.emptyWallet(2, 0n)
    const reply = success(await narrow.post('/api/v1/close', { walletAddresses: [keypair.address] }))
    replies.push({ keypair, built: reply.walletTransactions[keypair.address] })
  }
  const signed = replies.filter(({ built }) => Array.isArray(built))
  assert.equal(signed.length, 2)
  for (const { built } of replies.filter((one) => !signed.includes(one)))
    assert.deepEqual(built, {
      error: 'the platform fee payer pays no more today: fund the wallet with 0.002 SOL',
    })
  // Someone closes the accounts another way first, and lands what the payer signed all the same.
  for (const { keypair, built } of signed) {
    await lab.airdrop(keypair.address, 50_000_000n)
    const own = await lab.close({ walletAddresses: [keypair.address] })
    await lab.land(keypair, own.walletTransactions[keypair.address])
    const { wire, signature } = signAs(keypair, built[0].transaction)
    await lab.rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }])
    await lab.confirmed(signature)
  }
  const lost = before - (await lab.lamportsOf(address))
  assert(lost > 0n && lost <= 25_000n, `lost ${lost}`)
  // What landed and failed stays counted: time does not bring it back on the same day.
  narrow.clock.push(RECOVERY.blockhashLifeMs + 1_000)
  const late = await lab.emptyWallet(1, 0n)
  const reply = success(await narrow.post('/api/v1/close', { walletAddresses: [late.keypair.address] }))
  assert.equal(reply.walletTransactions[late.keypair.address].error, replies.at(-1)!.built.error)
  narrow.clock.push(24 * 3_600_000)
  const tomorrow = success(await narrow.post('/api/v1/close', { walletAddresses: [late.keypair.address] }))
  assert(Array.isArray(tomorrow.walletTransactions[late.keypair.address]))
})

test('a fee payer without funds advances nothing, and the wallet gets the reason', async () => {
  const empty = await lab.open({ RECOVERY_FEE_PAYER: '1' })
  const { keypair } = await lab.emptyWallet(1, 0n)
  const reply = success(await empty.post('/api/v1/close', { walletAddresses: [keypair.address] }))
  assert.match(reply.walletTransactions[keypair.address].error, /^its simulation failed: /)
})

test('without a fee payer a wallet under 0.002 SOL pays itself where it can', async () => {
  const { keypair } = await lab.emptyWallet(2, 1_500_000n)
  const { walletTransactions } = await lab.close({ walletAddresses: [keypair.address] })
  const [one] = walletTransactions[keypair.address]
  assert.equal(one.usedFeePayer, false)
  await lab.land(keypair, [one])
  assert.equal(
    await lab.lamportsOf(keypair.address),
    1_500_000n + toLamports(one.recovery) - toLamports(one.estimatedFee),
  )
})

test('a fee payer without a wallet key is 503', async () => {
  const live = await lab.open({
    MINTGLASS_MODE: 'live',
    SANDBOX_URL: '',
    SOLANA_RPC_URL: lab.sandbox.urls['rpc']!,
    RECOVERY_FEE_PAYER: '1',
  })
  const { keypair } = await lab.emptyWallet(1, 0n)
  const reply = await live.post('/api/v1/close', { walletAddresses: [keypair.address] })
  assert.equal(reply.status, 503)
  assert.match(reply.json.error, /WALLET_KEY_FILE/)
})
