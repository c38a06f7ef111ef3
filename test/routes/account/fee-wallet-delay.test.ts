import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../../src/config/env.ts'
import { effectiveFeeWallet } from '../../../src/services/account/effective-fee-wallet.ts'
import { feeSharesOf } from '../../../src/services/recovery/fee-terms.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type AccountLab, openAccountLab, walletNamed } from './account-lab.ts'

const UPDATE = '/api/dashboard/update-fee-wallet'
const UNDO = '/api/dashboard-session/undo-fee-wallet'
const LOCK = '/api/dashboard-session/lock-fee-wallet'
const DASHBOARD = '/api/dashboard-session'
const HOUR_MS = 3_600_000
const NEEDS_SESSION = "the owner's session is required (X-Session-Token)"
const updated = successOf(`POST ${UPDATE}`)
const undone = successOf(`POST ${UNDO}`)
const locked = successOf(`POST ${LOCK}`)
const dashboard = successOf(`GET ${DASHBOARD}`)
const publicly = successOf('GET /api/dashboard/{wallet}')
const [A, B, C] = [walletNamed('late a').address, walletNamed('late b').address, walletNamed('late c').address]

let lab: AccountLab
before(async () => {
  lab = await openAccountLab({ RECOVERY_KEY_FEE_BPS: '500' })
})
after(() => lab?.stop())

async function owned(name: string) {
  const wallet = walletNamed(name)
  const { apiKeyId } = await lab.register(wallet, { feeWallet: A })
  const session = await lab.signIn(wallet)
  const record = () => lab.server.ctx.store.apiKeys.findById(apiKeyId)!
  const ask = (newFeeWallet: string, options?: { session: string }) =>
    lab.post(UPDATE, { ownerWallet: wallet.address, newFeeWallet, apiKeyId }, options)
  const counts = () => effectiveFeeWallet(record(), lab.server.clock.nowMs())
  const paid = () => feeSharesOf(lab.server.ctx, { kind: 'key', key: record() }).map((share) => share.wallet)
  const shown = async () => dashboard(await lab.get(DASHBOARD, { session }))
  return { ownerWallet: wallet.address, session, ask, counts, paid, shown }
}

test('a change without the session is answered 200 and moves no fees for an hour, which both dashboards show', async () => {
  const { ownerWallet, ask, counts, paid, shown } = await owned('waits')
  const { effectiveAt, message } = updated(await ask(B))
  assert.equal(message, 'Fee wallet updated')
  assert(effectiveAt - lab.server.clock.nowMs() > HOUR_MS - 60_000)
  assert.deepEqual([counts(), paid()], [A, [A]])
  const pending = { feeWallet: B, effectiveAt }
  const own = await shown()
  assert.deepEqual([own.feeWallet, own.pendingFeeWallet, own.feeWalletLocked], [A, pending, false])
  const [change] = own.feeWalletChanges
  assert.deepEqual([change.from, change.to, change.byOwner, change.effectiveAt], [A, B, false, effectiveAt])
  const seen = publicly(await lab.get(`/api/dashboard/${ownerWallet}`))
  assert.deepEqual([seen.feeWallet, seen.pendingFeeWallet], [A, pending])
  lab.server.clock.push(HOUR_MS)
  assert.deepEqual([counts(), paid()], [B, [B]])
  const later = await shown()
  assert.deepEqual([later.feeWallet, later.pendingFeeWallet], [B, null])
})

test('the owner cancels a change before it counts, and takes it back after', async () => {
  const { session, ask, counts, shown } = await owned('cancels')
  updated(await ask(B))
  assert.equal(undone(await lab.post(UNDO, {}, { session })).feeWallet, A)
  lab.server.clock.push(HOUR_MS)
  assert.deepEqual([counts(), (await shown()).pendingFeeWallet], [A, null])
  updated(await ask(C))
  lab.server.clock.push(HOUR_MS)
  assert.equal(counts(), C)
  assert.equal(undone(await lab.post(UNDO, {}, { session })).feeWallet, A)
  assert.equal(counts(), A)
})

test('a change that came to count is the old value of the next, and an undo by id goes back to it', async () => {
  const { session, ask, counts, shown } = await owned('one after the other')
  updated(await ask(B))
  lab.server.clock.push(HOUR_MS)
  updated(await ask(C))
  const [newest] = (await shown()).feeWalletChanges
  assert.deepEqual([newest.from, newest.to], [B, C])
  undone(await lab.post(UNDO, { changeId: newest.changeId }, { session }))
  lab.server.clock.push(HOUR_MS)
  assert.equal(counts(), B)
})

test("the owner's change counts at once and ends a stranger's", async () => {
  const { session, ask, counts, shown } = await owned('with session')
  updated(await ask(B))
  const { effectiveAt } = updated(await ask(C, { session }))
  assert(effectiveAt <= lab.server.clock.nowMs())
  assert.equal(counts(), C)
  lab.server.clock.push(HOUR_MS)
  assert.deepEqual([counts(), (await shown()).pendingFeeWallet], [C, null])
})

test('the same wallet named again waits no longer; another one waits from the start; the old one waits for nothing', async () => {
  const { ask, counts } = await owned('again')
  const first = updated(await ask(B)).effectiveAt
  lab.server.clock.push(HOUR_MS / 2)
  assert.equal(updated(await ask(B)).effectiveAt, first)
  assert(updated(await ask(C)).effectiveAt > first)
  updated(await ask(A))
  lab.server.clock.push(HOUR_MS)
  assert.equal(counts(), A)
})

test('a locked fee wallet is changed by the own session only, and locking cancels what was pending', async () => {
  const { session, ask, counts, shown } = await owned('locked')
  const stranger = await owned('locked, stranger')
  updated(await ask(B))
  assert.deepEqual(locked(await lab.post(LOCK, undefined, { session })), {
    success: true,
    feeWallet: A,
    feeWalletLocked: true,
  })
  const own = await shown()
  assert.deepEqual([own.feeWalletLocked, own.pendingFeeWallet], [true, null])
  assertFails(await ask(B), 401, NEEDS_SESSION)
  assertFails(await ask(B, { session: stranger.session }), 401, NEEDS_SESSION)
  lab.server.clock.push(HOUR_MS)
  assert.equal(counts(), A)
  updated(await ask(C, { session }))
  assert.equal(counts(), C)
  assert.equal(locked(await lab.post(LOCK, { locked: false }, { session })).feeWalletLocked, false)
  updated(await ask(B))
})

test('the lock takes true and false, and a session', async () => {
  const { session } = await owned('lock asked')
  for (const value of [1, 'true', {}])
    assertFails(await lab.post(LOCK, { locked: value }, { session }), 400, 'locked: expected true or false')
  assertFails(await lab.post(LOCK, '[]', { session }), 400, 'expected a JSON object')
  assert.equal((await lab.post(LOCK, {})).status, 401)
})

test('the delay is an hour in live mode and none in the sandbox, unless it is set', () => {
  const delay = (env: Record<string, string>) => readConfig(env).accounts.feeWalletDelayMs
  assert.equal(delay({ MINTGLASS_MODE: 'live' }), HOUR_MS)
  assert.equal(delay({}), 0)
  assert.equal(delay({ FEE_WALLET_DELAY_SECS: '90' }), 90_000)
  assert.equal(delay({ MINTGLASS_MODE: 'live', FEE_WALLET_DELAY_SECS: '0' }), 0)
  assert.throws(() => delay({ FEE_WALLET_DELAY_SECS: '-1' }), /FEE_WALLET_DELAY_SECS must be an integer/)
})
