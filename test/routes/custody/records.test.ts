// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AUDIT } from '../../../src/config/audit.ts'
import { CUSTODY } from '../../../src/config/custody.ts'
import { settleWithdrawals } from '../../../src/services/custody/settle-withdrawals.ts'
import type { AuditEntry, AuditRow } from '../../../src/store/audit-rows.ts'
import type { OpenWithdrawal } from '../../../src/store/withdrawal-rows.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { until } from '../../support/until.ts'
import { nobody, openTradeLab, ROUTING_KEY, type TradeLab, traded } from '../trading/trade-lab.ts'
import { FULL_KEY } from '../trading/trading-server.ts'

const ONE_SOL = 1_000_000_000n
const PAID = '250000000'

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const store = () => lab.api.ctx.store
/** Newest first. */
const rowsOf = (address: string): readonly AuditRow[] =>
  store().audit.page({ subject: `wallet:${address}`, limit: 100 })
const feeRows = (): readonly AuditRow[] =>
  store()
    .audit.page({ limit: 1_000 })
    .filter(({ action }) => action === 'fee.override')
const newestId = (): number => store().audit.page({ limit: 1 })[0]?.id ?? 0

type Account = { readonly id: string; readonly address: string }
let made = 0

async function fundedWallet(more: object = {}): Promise<Account> {
  const { json } = await lab.post('/v1/wallets', { user_ref: `recorded-${made++}`, ...more })
  await lab.sandbox.control('POST', '/airdrop', { address: json.wallet.address, lamports: String(ONE_SOL) })
  return json.wallet
}

function withdraw({ id }: Account, to: string, requestId = 'r-1'): Promise<ApiReply> {
  return lab.api.server.post(
    `/v1/wallets/${id}/withdraw`,
    { to, amount: PAID },
    { key: null, headers: { Authorization: `Bearer ${FULL_KEY}`, 'X-Request-Id': requestId } },
  )
}

async function eventually<T>(look: () => T | undefined, what: string): Promise<T> {
  let found: T | undefined
  await until(() => {
    found = look()
    return found !== undefined
  }, what)
  return found!
}

/** A withdrawal of a server that died, begun so long ago. */
function plant({ id, address }: Account, ageMs = 0): Promise<OpenWithdrawal> {
  const entry: AuditEntry = {
    actor: 'key',
    action: 'wallet.withdraw',
    addressBucket: null,
    atMs: lab.api.ctx.clock.nowMs() - ageMs,
    subject: `wallet:${address}`,
    before: null,
    after: { id },
  }
  return store().withdrawals.begin(entry, { keyId: 1, walletId: id })
}

const endOf = (address: string): AuditRow | undefined =>
  rowsOf(address).find(({ action }) => action === 'wallet.withdraw-end')

test('a wallet that is made is in the log once, with whose it is, its list and who asked', async () => {
  const list = [nobody()]
  const make = () =>
    lab.api.server.post(
      '/v1/wallets',
      { user_ref: 'listed', withdraw_to: list },
      { key: null, headers: { Authorization: `Bearer ${FULL_KEY}`, 'X-Request-Id': 'make-1' } },
    )
  const { wallet } = (await make()).json
  assert.equal((await make()).status, 200)
  const rows = rowsOf(wallet.address)
  assert.equal(rows.length, 1)
  const { actor, action, addressBucket, before, after } = rows[0]!
  const { keyId } = store().custody.find(wallet.id)!
  assert.deepEqual([actor, action, addressBucket, before], ['key', 'wallet.create', '127.0.0.1', null])
  assert.deepEqual(after, {
    id: wallet.id,
    keyId,
    userRef: 'listed',
    kind: 'derived',
    withdrawTo: list,
    derivation: 2,
    requestId: 'make-1',
  })
})

test('a wallet that the first trade of a user makes is in the log, too, and one that is only watched', async () => {
  await lab.trade('buy', { mint: lab.coins.get('orca')!.mint, amount_in: 0.1 }, { userRef: 'made-by-a-trade' })
  const rows = store()
    .audit.page({ limit: 50 })
    .filter(({ after }) => after?.['userRef'] === 'made-by-a-trade')
  assert.deepEqual(
    rows.map(({ action, actor }) => [action, actor]),
    [['wallet.create', 'key']],
  )
  const address = nobody()
  await lab.post('/v1/wallets', { user_ref: 'watched', kind: 'watch', address })
  assert.deepEqual(
    rowsOf(address).map(({ action, after }) => [action, after!['kind']]),
    [['wallet.create', 'watch']],
  )
})

test('names of users and requests that read like a key make no fault and stay out of the log', async () => {
  const [text, other] = [`mg_${'k'.repeat(43)}`, `rt_${'r'.repeat(43)}`]
  const { status, json } = await lab.api.server.post(
    '/v1/wallets',
    { user_ref: text },
    { key: null, headers: { Authorization: `Bearer ${FULL_KEY}`, 'X-Request-Id': other } },
  )
  assert.equal(status, 201)
  await lab.sandbox.control('POST', '/airdrop', { address: json.wallet.address, lamports: String(ONE_SOL) })
  assert.equal((await withdraw(json.wallet, nobody(), other)).status, 200)
  const told = JSON.stringify(rowsOf(json.wallet.address))
  assert(!told.includes('kkkk') && !told.includes('rrrr'), told)
})

test('a withdrawal is in the log before it is signed and when it ends, and in the lines of the server', async () => {
  const [wallet, to] = [await fundedWallet(), nobody()]
  const lines = lab.api.server.logLines.length
  const { json } = await withdraw(wallet, to, 'pay-out-7')
  assert.equal(json.success, true)
  const [end, begin, create] = rowsOf(wallet.address)
  assert.equal(create!.action, 'wallet.create')
  const { keyId, userRef } = store().custody.find(wallet.id)!
  assert.deepEqual([begin!.action, begin!.actor, begin!.addressBucket], ['wallet.withdraw', 'key', '127.0.0.1'])
  const of = { id: wallet.id, keyId }
  assert.deepEqual(begin!.after, { ...of, userRef, to, mint: 'SOL', amountRaw: PAID, requestId: 'pay-out-7' })
  assert.deepEqual([end!.action, end!.actor], ['wallet.withdraw-end', 'server'])
  assert.deepEqual(end!.after, {
    ...of,
    ofRow: begin!.id,
    outcome: 'landed',
    signature: json.signature,
    slot: json.slot,
    feeLamports: String(json.fee_lamports),
    error: null,
  })
  assert.equal(store().withdrawals.find(begin!.id), undefined)
  const said = lab.api.server.logLines.slice(lines).map((line) => JSON.parse(line))
  const sent = said.find(({ msg }) => msg === 'a withdrawal is sent')
  const { row, walletId, from, amount, mint, signature } = sent
  assert.deepEqual(
    [row, walletId, from, sent.to, amount, mint, signature],
    [begin!.id, wallet.id, wallet.address, to, PAID, 'SOL', json.signature],
  )
  assert.equal(said.find(({ msg }) => msg === 'a withdrawal ended')?.outcome, 'landed')
})

test('a withdrawal that cannot be recorded is not signed', async (t) => {
  const [wallet, to] = [await fundedWallet(), nobody()]
  t.mock.method(store().withdrawals, 'begin', () => Promise.reject(new Error('the disk is full')))
  assert.equal((await withdraw(wallet, to)).status, 500)
  t.mock.restoreAll()
  assert.equal((await lab.holdings(wallet.address)).lamports, ONE_SOL)
  assert.equal((await withdraw(wallet, to)).status, 200)
  assert.equal((await lab.holdings(to)).lamports, BigInt(PAID))
})

test('the signature is on disk before anything is sent', async (t) => {
  const [wallet, to] = [await fundedWallet(), nobody()]
  const real = store().withdrawals.signed
  t.mock.method(store().withdrawals, 'signed', (open: OpenWithdrawal, sent: OpenWithdrawal['sent']) =>
    sent === null ? real(open, sent) : Promise.reject(new Error('the disk is full')),
  )
  // It was signed: the answer is careful, and its signature never comes onto the chain.
  const { status, json } = await withdraw(wallet, to)
  assert.deepEqual([status, json.code, json.retry_safe], [202, 'pending', false])
  t.mock.restoreAll()
  const { value } = (await lab.rpc('getSignatureStatuses', [[json.signature]])) as { value: unknown }
  assert.deepEqual([value, (await lab.holdings(wallet.address)).lamports], [[null], ONE_SOL])
})

test('a server that dies between signing and the end leaves what the next one finds out from the chain', async (t) => {
  const [wallet, to] = [await fundedWallet(), nobody()]
  // Its end is never written: the process is as good as dead from here on.
  t.mock.method(store().withdrawals, 'end', () => Promise.reject(new Error('killed')))
  const { json } = await withdraw(wallet, to)
  assert.equal(json.success, true, 'the caller hears what is known')
  t.mock.restoreAll()
  const [begin] = rowsOf(wallet.address)
  assert.equal(begin!.action, 'wallet.withdraw')
  assert.equal(store().withdrawals.find(begin!.id)?.sent?.signature, json.signature)
  await settleWithdrawals(lab.api.ctx)
  const { after: end } = await eventually(() => endOf(wallet.address), 'the end of it')
  assert.deepEqual([end!['outcome'], end!['signature'], end!['slot']], ['landed', json.signature, json.slot])
  assert.equal(store().withdrawals.find(begin!.id), undefined)
  await settleWithdrawals(lab.api.ctx)
  assert.equal(rowsOf(wallet.address).filter(({ action }) => action === 'wallet.withdraw-end').length, 1)
})

test('what was signed and is not on the chain stays open until its blockhash is dead, and is never sent', async (t) => {
  const wallet = await fundedWallet()
  const open = await plant(wallet)
  await lab.sandbox.control('POST', '/slots/pause')
  t.after(() => lab.sandbox.control('POST', '/slots/resume'))
  const height = Number(await lab.rpc('getBlockHeight', [{ commitment: 'confirmed' }]))
  const signedAtMs = lab.api.ctx.clock.nowMs()
  await store().withdrawals.signed(open, { signature: nobody64(), lastValidBlockHeight: height + 100, signedAtMs })
  await settleWithdrawals(lab.api.ctx)
  // Longer than two looks at the signatures on their way.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  assert.equal(endOf(wallet.address), undefined)
  await lab.pass(160)
  await settleWithdrawals(lab.api.ctx)
  const { after: end } = await eventually(() => endOf(wallet.address), 'its end')
  assert.equal(end!['outcome'], 'not_landed')
})

test('what was not signed is ended as not sent, when no process can be about to sign it any more', async () => {
  const [young, old] = [await fundedWallet(), await fundedWallet()]
  await plant(young)
  await plant(old, CUSTODY.unsignedMs + 1)
  await settleWithdrawals(lab.api.ctx)
  const { after: end } = await eventually(() => endOf(old.address), 'the end of the old one')
  assert.deepEqual([end!['outcome'], end!['signature']], ['not_sent', null])
  assert.equal(endOf(young.address), undefined)
})

test('a fee that a key routes is in the log once a day for each recipient and share, not for each trade', async () => {
  const { mint } = lab.coins.get('orca')!
  const [own, other] = [nobody(), nobody()]
  for (const address of [own, other])
    await lab.sandbox.control('POST', '/airdrop', { address, lamports: String(ONE_SOL) })
  const trader = await lab.user('fee-router', 100n * ONE_SOL, ROUTING_KEY)
  const buy = async (body: object) =>
    traded(
      'buy',
      await lab.trade('buy', { mint, amount_in: 0.1, ...body }, { userRef: 'fee-router', key: ROUTING_KEY }),
    )
  const start = newestId()
  await buy({})
  assert.equal(newestId(), start, 'a trade without a fee of its own writes nothing')
  for (const [fee_bps, fee_wallet] of [
    [77, own],
    [77, own],
    [78, own],
    [77, other],
    [77, own],
  ] as const)
    await buy({ fee_bps, fee_wallet })
  const rows = feeRows()
  assert.deepEqual(
    rows.map(({ after }) => [after!['feeBps'], after!['feeWallet'], after!['trader'], after!['isBuilt']]),
    [
      [77, other, trader, false],
      [78, own, trader, false],
      [77, own, trader, false],
    ],
  )
  const { id: keyId } = [...store().apiKeys.list()].find(({ label }) => label === ROUTING_KEY)!
  assert(rows.every(({ subject, after }) => subject === `fees:${keyId}` && after!['keyId'] === keyId))
  assert(rows.every(({ after }) => typeof after!['requestId'] === 'string'))
  lab.api.server.clock.push(AUDIT.feeAgainMs)
  await buy({ fee_bps: 77, fee_wallet: own })
  assert.equal(feeRows().length, 4, 'a day later')
})

test('trades that are only built for their owners cannot fill the log with fees', async () => {
  const { mint } = lab.coins.get('orca')!
  const { address: wallet } = await lab.wallet()
  const before = feeRows().length
  const build = (fee_wallet: string) =>
    lab.trade(
      'buy',
      { mint, amount_in: 1, client_signs: true, wallet, fee_bps: 500, fee_wallet, manifest: false },
      { key: ROUTING_KEY },
    )
  for (let i = 0; i < AUDIT.builtFeesPerKey + 5; i++) assert.equal((await build(nobody())).status, 200)
  const rows = feeRows()
  assert.equal(rows.length - before, AUDIT.builtFeesPerKey)
  assert.equal(rows[0]!.after!['isBuilt'], true)
})

function nobody64(): string {
  return '5'.repeat(87)
}
