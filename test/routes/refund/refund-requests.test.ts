// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromSecretKey } from '../../../src/chain/solana/keypair.ts'
import { STAKE_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { REFUND } from '../../../src/config/refund.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { MAX_WIRE_BYTES } from '../../../src/hot-paths/wire-transaction.ts'
import { prepareBatch } from '../../../src/services/refund/prepare-batch.ts'
import { reclaimItem } from '../../../src/services/refund/refund-item.ts'
import { settleRefunds } from '../../../src/services/refund/settle-refunds.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { FAST_SLOT_MS } from '../../support/fast-slots.ts'
import { assertFails } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { nobody, signUnsigned, TRADE_KEY } from '../trading/trade-lab.ts'
import { QUEST_KEY, READ_KEY } from '../trading/trading-server.ts'
import { type Json, openRefundLab, type RefundLab, sum } from './refund-lab.ts'

const BLOCKHASH_SLOTS = 150
/** Of the sandbox's pairs, worth about this many of its base units. */
const CENT_RAW = 10n

let lab: RefundLab
before(async () => {
  lab = await openRefundLab()
})
after(() => lab?.stop())
afterEach(async () => {
  await lab.sandbox.control('DELETE', '/faults')
})

test('a client gets transactions to sign, each for one kind, that bring what they say while their blockhash lives', async () => {
  const wallet = await lab.wallet()
  const made = await lab.rpc('requestLeftovers', [wallet.address])
  await lab.pass(2)
  const body = { kinds: ['empty', 'wsol', 'buffers', 'nonces', 'stake'], client_signs: true, wallet: wallet.address }
  const simulated = await lab.close({ ...body, simulate: true })
  assert.equal(simulated.simulated, true)
  assert.deepEqual([simulated.transactions.length, simulated.signatures], [5, undefined])
  assert.equal(simulated.transactions[0].unsigned_tx_base64, undefined)
  const built = await lab.close(body)
  assert.deepEqual([built.simulated, built.closed, built.failed], [false, 6, []])
  assert.equal(built.lamports_recovered, simulated.lamports_recovered)
  assert(
    built.expires_in_ms > 0 && built.expires_in_ms < BLOCKHASH_SLOTS * FAST_SLOT_MS * 20,
    String(built.expires_in_ms),
  )
  const kinds = built.transactions.map((one: { kind: string }) => one.kind)
  assert.deepEqual(kinds, body.kinds)
  for (const one of built.transactions) {
    assert(Buffer.from(one.unsigned_tx_base64, 'base64').length <= MAX_WIRE_BYTES)
    assert(one.last_valid_block_height > 0)
    const [before] = await lab.lamports(wallet.address)
    await lab.signAndSend(wallet, one.unsigned_tx_base64)
    const [after] = await lab.lamports(wallet.address)
    assert.equal(after! - before!, BigInt(one.lamports) - BigInt(one.fee_lamports), one.kind)
    assert.deepEqual(await lab.lamports(...one.accounts), Array(one.accounts.length).fill(0n))
  }
  const excess = await lab.excess({ client_signs: true, wallet: wallet.address, accounts: made.held })
  assert.deepEqual([excess.closed, excess.kept_open, excess.transactions.length], [0, 1, 1])
  await lab.signAndSend(wallet, excess.transactions[0].unsigned_tx_base64)
  assert.deepEqual(await lab.lamports(...made.held), [await lab.rent(165)])
})

test('simulated, nothing is sent and nothing changes', async () => {
  const user = await lab.saver()
  const accounts = [user.address, ...user.made.empty, ...user.made.nonces, ...user.made.held]
  const before = await lab.lamports(...accounts)
  const reply = await lab.close({ kinds: ['empty', 'nonces'], simulate: true }, { userRef: user.userRef })
  assert.deepEqual([reply.simulated, reply.closed, reply.signatures], [true, 3, undefined])
  assert(reply.transactions.every((one: { compute_units: number }) => one.compute_units > 0))
  await lab.excess({ simulate: true }, { userRef: user.userRef })
  await lab.pass(3)
  assert.deepEqual(await lab.lamports(...accounts), before)
  assert.deepEqual((await lab.history(user.userRef)).refunds, [])
})

test('empty is what is closed when no kind is named, frozen accounts stay, and named accounts narrow it', async () => {
  const { userRef, made } = await lab.saver()
  const [one, other] = made.empty
  const first = await lab.close({ accounts: [one, ...made.frozen, ...made.held] }, { userRef })
  assert.deepEqual([first.closed, first.failed], [1, []])
  assert.equal((await lab.lamports(one!))[0], 0n)
  const rest = await lab.close(undefined, { userRef })
  assert.equal(rest.closed, 1)
  assert.equal((await lab.lamports(other!))[0], 0n)
  const kept = await lab.lamports(...made.frozen, ...made.held, ...made.wsol, ...made.nonces)
  assert(kept.every((lamports) => lamports > 0n))
})

test('the same Idempotency-Key takes back once, and with another body it is 409', async () => {
  const { userRef, address } = await lab.saver()
  const asker = { userRef, idempotencyKey: `once-${userRef}` }
  const [one, other] = await Promise.all([lab.close({}, asker), lab.close({}, asker)])
  assert.deepEqual(one, other)
  const [between] = await lab.lamports(address)
  assert.deepEqual(await lab.close({}, asker), one)
  assert.deepEqual(await lab.lamports(address), [between])
  assert.equal((await lab.history(userRef)).count, 1)
  assertFails(
    await lab.post('/v1/refund/close', { kinds: ['wsol'] }, asker),
    409,
    'this Idempotency-Key was used with another request',
  )
  assertFails(await lab.post('/v1/refund/close', {}, { userRef, idempotencyKey: 'two words' }), 400, /^Idempotency-Key/)
})

test('dust: only named mints are burnt, what is worth more than 5 USD is not, and the scan counts what is asked for', async () => {
  const { userRef, address } = await lab.saver()
  const [cheap, dear, other] = ['pumpswap', 'orca', 'raydium'].map((dex) => lab.coins.get(dex as 'orca')!.mint)
  await lab.giveTokens(address, cheap!, CENT_RAW)
  await lab.giveTokens(address, dear!, 10n ** 15n)
  await lab.giveTokens(address, other!, CENT_RAW)
  const [none, some] = [await lab.scan(userRef), await lab.scan(userRef, '?include_dust_usd=5')]
  assert.deepEqual([none.dust.count, none.dust.lamports, none.dust.value_usd], [0, 0, 0])
  // The account that is left behind holds a token that no one prices.
  assert.deepEqual([some.dust.count, some.dust.unpriced, some.dust.available], [3, 1, true])
  assert(some.dust.value_usd > 0 && some.dust.value_usd < 5)
  assert.equal((await lab.scan(userRef, '?include_dust_usd=1e9')).dust.count, 3)
  assert.equal((await lab.scan(userRef, '?include_dust_usd=-3')).dust.count, 0)
  assert.equal((await lab.scan(userRef, '?include_dust_usd=much')).dust.count, 0)
  assertFails(await lab.post('/v1/refund/close', { kinds: ['dust'] }, { userRef }), 400, /^mints: required with dust/)
  const before = await lab.holdings(address)
  const reply = await lab.close({ kinds: ['dust'], mints: [cheap, dear] }, { userRef })
  const after = await lab.holdings(address)
  assert.equal(reply.closed, 1)
  assert.deepEqual(
    reply.failed.map((one: { kind: string; reason: string }) => [one.kind, one.reason]),
    [['dust', 'worth more than 5 USD: not burnt']],
  )
  assert.deepEqual([after.tokens(cheap!), after.tokens(dear!), after.tokens(other!)], [0n, 10n ** 15n, CENT_RAW])
  assert.equal(after.lamports - before.lamports, BigInt(reply.lamports_recovered) - BigInt(reply.fee_lamports))
})

test('what a node does not list says so and is never zero; named accounts are taken back all the same', async () => {
  const { userRef, made } = await lab.saver()
  const all = await lab.scan(userRef)
  await lab.sandbox.control('POST', '/faults/public-node')
  const scan = await lab.scan(userRef, '?include_accounts=1')
  for (const kind of ['lookup_tables', 'buffers', 'nonces', 'stake'] as const) {
    const { available, reason, count, lamports } = scan[kind]
    assert.deepEqual([available, count, lamports], [false, null, null], kind)
    assert.match(reason, /^the node (refuses|did not)/)
  }
  assert.deepEqual([scan.lookup_tables.active, scan.lookup_tables.cooling, scan.stake.cooling], [null, null, null])
  assert.deepEqual(
    [scan.excess.complete, scan.excess.mints.available, scan.excess.mints.lamports],
    [false, false, null],
  )
  assert.equal(scan.excess.count, all.excess.count - 2)
  assert.deepEqual(scan.empty, all.empty)
  const refused = await lab.post('/v1/refund/close', { kinds: ['nonces'] }, { userRef })
  assertFails(refused, 502, /^nonces: the node/)
  const partly = await lab.close({ kinds: ['buffers', 'empty'] }, { userRef })
  assert.deepEqual([partly.closed, partly.unavailable.map((one: { kind: string }) => one.kind)], [2, ['buffers']])
  const accounts = [...made.nonces, ...made.buffers, ...made.stake]
  const foreseen = sum(await lab.lamports(...accounts))
  const named = await lab.close({ kinds: ['nonces', 'buffers', 'stake'], accounts }, { userRef })
  assert.deepEqual([named.closed, BigInt(named.lamports_recovered)], [3, foreseen])
  const excess = await lab.excess({ accounts: [...made.mints, ...made.multisigs, nobody()] }, { userRef })
  assert.deepEqual([excess.kept_open, excess.unavailable], [2, []])
})

test('an account that makes its transaction fail is left out and named, and the others come back', async () => {
  const { address, made } = await lab.saver()
  const [nonce] = made.nonces
  const lamports = (await lab.lamports(nonce!))[0]!
  const ready = { state: 'ready' as const, readyInSlots: null, closes: true }
  const gone = nobody()
  const items = [gone, nonce!].map((account) => reclaimItem('nonces', { ...ready, account, lamports }, address))
  const signal = AbortSignal.timeout(20_000)
  const { batch, failed, failure } = await prepareBatch(lab.api.ctx, { wallet: address, items }, signal)
  assert.equal(failure, null)
  assert.deepEqual([batch?.items.map(({ account }) => account), batch?.lamports], [[nonce], lamports])
  assert.deepEqual(
    [failed.length, failed[0]?.account, failed[0]?.kind, failed[0]?.signature],
    [1, gone, 'nonces', null],
  )
  assert.match(failed[0]!.reason, /^the transaction fails: /)
  const none = await prepareBatch(lab.api.ctx, { wallet: address, items: items.slice(0, 1) }, signal)
  assert.deepEqual([none.batch, none.failed.length, none.failure?.code], [null, 1, 'simulation_failed'])
})

test('what would bring less than it says, or burn more, is not signed', async () => {
  const { address, made } = await lab.saver()
  const [buffer] = made.buffers
  const lamports = (await lab.lamports(buffer!))[0]!
  const item = reclaimItem(
    'buffers',
    { account: buffer!, lamports, state: 'ready', readyInSlots: null, closes: true },
    address,
  )
  const signal = AbortSignal.timeout(20_000)
  const more = [{ ...item, gainLamports: lamports + 1n }]
  const greedy = await prepareBatch(lab.api.ctx, { wallet: address, items: more }, signal)
  assert.deepEqual([greedy.batch, greedy.failure?.code], [null, 'policy_blocked'])
  assert.match(greedy.failure!.message, /: lamports, changes by/)
  const unsaid = await prepareBatch(lab.api.ctx, { wallet: address, items: [{ ...item, calls: [] }] }, signal)
  assert.match(unsaid.failure!.message, /: call, /)
  const other = reclaimItem('buffers', { ...item, state: 'ready', readyInSlots: null }, nobody())
  const strange = [{ ...other, account: buffer! }]
  const stranger = await prepareBatch(lab.api.ctx, { wallet: address, items: strange }, signal)
  assert.match(stranger.failure!.message, /: signer, /)
})

test('more than the transactions that were asked for is left, and said so', async () => {
  const { userRef } = await lab.saver()
  const body = { kinds: ['empty', 'wsol', 'nonces'], max_transactions: 1 }
  const first = await lab.close(body, { userRef })
  assert.deepEqual([first.closed, first.left, first.signatures.length], [2, 2, 1])
  const second = await lab.close(body, { userRef })
  assert.deepEqual([second.closed, second.left], [1, 1])
})

test('a wallet with hundreds of accounts, of both programs, every age and extension, gives what is foreseen to the lamport', async () => {
  const params = { seed: 'refund', count: 1, largeWallets: 1, largeAccounts: 400 }
  const { wallets } = (await lab.sandbox.control('POST', '/recovery/wallets', params)) as Json
  const wallet = keypairFromSecretKey(decodeBase58(wallets[0].secretKey)!)!
  await lab.sandbox.control('POST', '/airdrop', { address: wallet.address, lamports: 1_000_000_000 })
  await lab.pass(2)
  const asked = { client_signs: true, wallet: wallet.address }
  const scan = await lab.scan('', `?wallet=${wallet.address}`)
  assert(scan.empty.count > 40 && scan.excess.count > 40 && scan.frozen_skipped > 0 && scan.other_skipped > 0)
  const takeAll = async (route: 'close' | 'excess', body: object): Promise<{ count: number; lamports: bigint }> => {
    const taken = { count: 0, lamports: 0n }
    for (let left = 1; left > 0; ) {
      const [before] = await lab.lamports(wallet.address)
      const built = await lab[route]({ ...asked, ...body })
      assert.deepEqual(built.failed, [])
      const sizes = built.transactions.map((one: Json) => Buffer.from(one.unsigned_tx_base64, 'base64').length)
      assert(sizes.every((bytes: number) => bytes <= MAX_WIRE_BYTES))
      for (const one of built.transactions) await lab.signAndSend(wallet, one.unsigned_tx_base64)
      const [after] = await lab.lamports(wallet.address)
      assert.equal(after! - before!, BigInt(built.lamports_recovered) - BigInt(built.fee_lamports))
      taken.count += built.closed + built.kept_open
      taken.lamports += BigInt(built.lamports_recovered)
      left = built.left
    }
    return taken
  }
  const closed = await takeAll('close', { max_transactions: 3 })
  assert.deepEqual([closed.count, closed.lamports], [scan.empty.count, BigInt(scan.empty.lamports)])
  const rest = await lab.scan('', `?wallet=${wallet.address}`)
  assert.deepEqual([rest.empty.count, rest.total_lamports], [0, scan.total_lamports - scan.empty.lamports])
  const excess = await takeAll('excess', {})
  assert.deepEqual([excess.count, excess.lamports], [rest.excess.count, BigInt(rest.excess.lamports)])
  assert.equal((await lab.scan('', `?wallet=${wallet.address}`)).excess.count, 0)
})

test('tables in use are switched off only when asked, cool for 513 slots, and are closed then', async () => {
  const { userRef, made } = await lab.saver()
  const body = { kinds: ['lookup_tables'] }
  assertFails(await lab.post('/v1/refund/close', body, { userRef }), 409, 'nothing to close')
  const off = await lab.close({ ...body, deactivate_tables: true }, { userRef })
  assert.deepEqual([off.closed, off.kept_open, off.lamports_recovered], [0, 0, 0])
  assert.deepEqual(off.deactivated, made.lookup_tables)
  assert(off.deactivated_ready_in_ms > 0)
  await lab.pass(400)
  const cooling = await lab.scan(userRef)
  assert.deepEqual([cooling.lookup_tables.count, cooling.lookup_tables.cooling.count], [0, 2])
  assert.equal(cooling.lookup_tables.active.count, 0)
  await lab.pass(120)
  const tables = [...made.lookup_tables, ...made.lookup_tables_off]
  const foreseen = sum(await lab.lamports(...tables))
  const closed = await lab.close(body, { userRef })
  assert.deepEqual([closed.closed, BigInt(closed.lamports_recovered), closed.deactivated], [2, foreseen, []])
  const { refunds } = await lab.history(userRef)
  assert.deepEqual(
    refunds.map((one: { kind: string; lamports: number }) => [one.kind, one.lamports]),
    [
      ['lookup_tables', Number(foreseen)],
      ['deactivate', 0],
    ],
  )
})

test('what someone else may close alone is no leftover, but its excess is the owner’s', async () => {
  const wallet = await lab.wallet()
  const made = await lab.rpc('requestLeftovers', [wallet.address])
  await lab.pass(2)
  const [account] = made.empty
  const type = 'closeAccount' as const
  await lab.send(wallet, [make.setTokenAuthority({ account, authority: wallet.address, type, newAuthority: nobody() })])
  const scan = await lab.scan('', `?wallet=${wallet.address}&include_accounts=true`)
  assert.deepEqual([scan.empty.count, scan.other_skipped], [1, 1])
  const row = scan.accounts.find((one: { account: string }) => one.account === account)
  assert.deepEqual([row.kind, row.returns_lamports], ['kept', 0])
  assert.match(row.why, /^only .+ may close it$/)
  const excess = await lab.excess({ client_signs: true, wallet: wallet.address, accounts: [account] })
  await lab.signAndSend(wallet, excess.transactions[0].unsigned_tx_base64)
  assert.deepEqual(await lab.lamports(account), [await lab.rent(165)])
})

test('what lies beside stake at work comes back, and the stake goes on', async () => {
  const { json } = await lab.api.server.get('/api/sandbox', { key: null })
  const staker = json.wallets.find((one: { archetype: string }) => one.archetype === 'staker')
  const wallet = keypairFromSecretKey(decodeBase58(staker.secretKey)!)!
  assert.equal((await lab.scan('', `?wallet=${wallet.address}`)).stake.count, 0)
  const rows = await lab.rpc('getProgramAccounts', [
    STAKE_PROGRAM,
    { encoding: 'base64', filters: [{ dataSize: 200 }, { memcmp: { offset: 44, bytes: wallet.address } }] },
  ])
  const [stake] = rows.map((row: { pubkey: string }) => row.pubkey)
  const [atWork] = await lab.lamports(stake)
  const tip = 1_234_567n
  await lab.send(wallet, [make.transferLamports({ from: wallet.address, to: stake, lamports: tip })])
  const scan = await lab.scan('', `?wallet=${wallet.address}`)
  assert.deepEqual([scan.stake.count, scan.stake.lamports], [1, Number(tip)])
  const built = await lab.close({ kinds: ['stake'], client_signs: true, wallet: wallet.address })
  assert.deepEqual([built.closed, built.kept_open, built.lamports_recovered], [0, 1, Number(tip)])
  const [before] = await lab.lamports(wallet.address)
  await lab.signAndSend(wallet, built.transactions[0].unsigned_tx_base64)
  const [after, left] = await lab.lamports(wallet.address, stake)
  assert.deepEqual([after! - before!, left], [tip - BigInt(built.fee_lamports), atWork])
})

test('a refund whose process died is settled from the chain', async () => {
  const wallet = await lab.wallet()
  const made = await lab.rpc('requestLeftovers', [wallet.address])
  await lab.pass(2)
  const built = await lab.close({ client_signs: true, wallet: wallet.address, kinds: ['buffers'] })
  const [one] = built.transactions
  const { wire, signature } = signUnsigned(wallet, one.unsigned_tx_base64)
  const { ctx } = lab.api
  const userRef = 'died'
  await lab.user(userRef, 0n)
  const keyId = await keyIdOf(userRef)
  const row = {
    id: 'rf_1',
    keyId,
    userRef,
    wallet: wallet.address,
    signature,
    kind: 'buffers',
    accounts: one.accounts,
    lamports: '1',
    feeLamports: null,
    status: 'pending' as const,
    slot: null,
    createdAtMs: ctx.clock.nowMs(),
    settledAtMs: null,
    error: null,
  }
  const lastValidBlockHeight = one.last_valid_block_height
  const sent = { wire: Buffer.from(wire, 'base64'), lastValidBlockHeight, signedAtMs: ctx.clock.nowMs() }
  await ctx.store.refunds.record([{ row, sent }])
  assert.equal((await lab.history(userRef)).refunds[0].status, 'pending')
  await settleRefunds(ctx)
  await lab.confirmed(signature)
  await until(async () => (await lab.history(userRef)).refunds[0].status !== 'pending', 'the refund is settled')
  const [settled] = (await lab.history(userRef)).refunds
  const record = await lab.record(signature)
  assert.deepEqual([settled.status, settled.slot], ['landed', record.slot])
  assert.deepEqual([settled.lamports, settled.fee_lamports], [one.lamports, Number(record.feeLamports)])
  assert.deepEqual(await lab.lamports(...made.buffers), [0n])
  assert.deepEqual(ctx.store.refunds.pending(10), [])
})

async function keyIdOf(userRef: string): Promise<number> {
  const { json } = await lab.post('/v1/wallets', { user_ref: userRef })
  return lab.api.ctx.store.custody.find(json.wallet.id)!.keyId
}

test('what is sent and not confirmed is 202, its history pending, and its key asks on until all of it has landed', async () => {
  const { userRef, address } = await lab.saver()
  const asker = { userRef, idempotencyKey: `slow-${userRef}` }
  const body = { kinds: ['empty', 'wsol', 'nonces'] }
  const foreseen = await lab.close({ ...body, simulate: true }, { userRef })
  const [before] = await lab.lamports(address)
  const { landDeadlineMs } = REFUND
  Object.assign(REFUND, { landDeadlineMs: 500 })
  await lab.sandbox.control('POST', '/slots/pause')
  let pending: ApiReply
  let rows: readonly { readonly status: string }[]
  try {
    pending = await lab.post('/v1/refund/close', body, asker)
    rows = (await lab.history(userRef)).refunds
  } finally {
    await lab.sandbox.control('POST', '/slots/resume')
    Object.assign(REFUND, { landDeadlineMs })
  }
  assertFails(pending, 202, 'sent, and 3 of 3 are not confirmed yet')
  assert.deepEqual([pending.json.code, pending.json.retry_safe, pending.json.fee_lamports], ['pending', true, null])
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['pending', 'pending', 'pending'],
  )
  const reply = await lab.close(body, asker)
  assert.deepEqual(reply.signatures, pending.json.details.signatures)
  assert.deepEqual([reply.closed, reply.lamports_recovered], [4, foreseen.lamports_recovered])
  const [after] = await lab.lamports(address)
  assert.equal(after! - before!, BigInt(reply.lamports_recovered) - BigInt(reply.fee_lamports))
  const { refunds } = await lab.history(userRef)
  assert(refunds.every(({ status }: { status: string }) => status === 'landed'))
})

test('what never lands is named, costs nothing, and is expired in the history', async () => {
  const { userRef, address } = await lab.saver()
  const [before] = await lab.lamports(address)
  const dropped = { kind: 'rpcError', provider: 'rpc', match: 'sendTransaction', code: -32_002, message: 'dropped' }
  await lab.sandbox.control('POST', '/faults', dropped)
  const waiting = lab.close({ kinds: ['nonces', 'wsol'] }, { userRef })
  await until(async () => (await lab.history(userRef)).count === 2, 'both are signed')
  await lab.pass(BLOCKHASH_SLOTS + 10)
  const reply = await waiting
  assert.deepEqual([reply.closed, reply.lamports_recovered, reply.fee_lamports], [0, 0, 0])
  assert.deepEqual(
    reply.failed.map((one: { kind: string; reason: string }) => [one.kind, one.reason]),
    [
      ['wsol', 'it did not land and never will'],
      ['nonces', 'it did not land and never will'],
    ],
  )
  const { refunds } = await lab.history(userRef)
  assert.deepEqual(
    refunds.map((one: { status: string; lamports: number; fee_lamports: number }) => [
      one.status,
      one.lamports,
      one.fee_lamports,
    ]),
    [
      ['expired', 0, 0],
      ['expired', 0, 0],
    ],
  )
  assert.deepEqual(await lab.lamports(address), [before])
})

test('a wallet that cannot pay is 402, one that is only watched is 409', async () => {
  const { userRef } = await lab.saver(0n)
  assertFails(await lab.post('/v1/refund/close', {}, { userRef }), 402, 'insufficient balance')
  await lab.post('/v1/wallets', { user_ref: 'seen', kind: 'watch', address: nobody() })
  assertFails(await lab.post('/v1/refund/close', {}, { userRef: 'seen' }), 409, /only watched/)
})

test('every route wants a key and a scope: wallet to take, read to look', async () => {
  const posts = ['/v1/refund/close', '/v1/refund/excess']
  for (const path of posts) {
    assertFails(await lab.post(path, {}, { key: null }), 401, /./)
    assertFails(await lab.post(path, {}, { key: TRADE_KEY }), 403, 'scope required: wallet')
  }
  for (const path of ['/v1/refund/scan', '/v1/refund/history']) {
    assertFails(await lab.api.get(path, { key: null }), 401, /./)
    assertFails(await lab.api.get(path, { key: QUEST_KEY }), 403, 'scope required: read')
    assertFails(
      await lab.api.get(path, { key: READ_KEY, userRef: 'stranger' }),
      403,
      'scope required: wallet (the user has none yet)',
    )
  }
})

test('bodies and parameters that are wrong are 400 by name', async () => {
  const address = nobody()
  const wrong: readonly (readonly [body: object, error: RegExp])[] = [
    [{ kinds: [] }, /^kinds: expected a list of 1 to 7 of empty, dust, /],
    [{ kinds: ['rent'] }, /^kinds\[0\]: expected empty, dust, /],
    [{ kinds: 'empty' }, /^kinds: expected/],
    [{ mints: ['x'] }, /^mints\[0\]: expected an address/],
    [{ accounts: 'all' }, /^accounts: expected a list of up to 1000 addresses/],
    [{ accounts: ['1'.repeat(44)] }, /^accounts: not an address/],
    [{ kinds: ['dust'], mints: ['1'.repeat(44)] }, /^mints: not an address/],
    [{ client_signs: 'yes' }, /^client_signs: expected true or false/],
    [{ simulate: 1 }, /^simulate: expected true or false/],
    [{ client_signs: true }, /^wallet: needed with client_signs/],
    [{ client_signs: true, wallet: 'me' }, /^wallet: expected an address/],
    [{ client_signs: true, wallet: '1'.repeat(44) }, /^wallet: not an address/],
    [{ wallet: address }, /^wallet: only with client_signs/],
    [{ max_transactions: 0 }, /^max_transactions: expected an integer from 1 to 20/],
    [{ max_transactions: 21 }, /^max_transactions: expected an integer from 1 to 20/],
    [{ max_transactions: 1.5 }, /^max_transactions: expected an integer from 1 to 20/],
    [{ deactivate_tables: true }, /^deactivate_tables: only with the kind lookup_tables/],
    [{ deactivate_tables: 'x' }, /^deactivate_tables: expected true or false/],
    [[], /^expected a JSON object/],
  ]
  for (const [body, error] of wrong) assertFails(await lab.post('/v1/refund/close', body), 400, error)
  assertFails(await lab.post('/v1/refund/excess', { accounts: [1] }), 400, /^accounts\[0\]: expected/)
  assertFails(await lab.post('/v1/refund/excess', []), 400, /^expected a JSON object/)
  assertFails(await lab.api.get('/v1/refund/scan?wallet=me'), 400, /^wallet: expected an address/)
  assertFails(await lab.api.get(`/v1/refund/scan?wallet=${'1'.repeat(44)}`), 400, /^wallet: not an address/)
})
