import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type AccountLab, openAccountLab, walletNamed } from './account-lab.ts'

const UPDATE = '/api/dashboard/update-fee-wallet'
const UNDO = '/api/dashboard-session/undo-fee-wallet'
const DASHBOARD = '/api/dashboard-session'
const HOUR_MS = 3_600_000
const NOT_OWNED = 'API key not found for this wallet'
const NOTHING = 'no change of the fee wallet to undo in the last 24 hours'
const updated = successOf(`POST ${UPDATE}`)
const undone = successOf(`POST ${UNDO}`)
const dashboard = successOf(`GET ${DASHBOARD}`)
const [A, B, C] = [walletNamed('fees a').address, walletNamed('fees b').address, walletNamed('fees c').address]

let lab: AccountLab
before(async () => {
  lab = await openAccountLab({ FEE_WALLET_DELAY_SECS: '0' })
})
after(() => lab?.stop())

/** A key with its owner's session. */
async function owned(name: string) {
  const wallet = walletNamed(name)
  const { apiKeyId } = await lab.register(wallet, { feeWallet: A })
  const session = await lab.signIn(wallet)
  const feeWallet = () => lab.server.ctx.store.apiKeys.findById(apiKeyId)?.feeWallet
  return { wallet, ownerWallet: wallet.address, apiKeyId, session, feeWallet }
}

test('naming the owner is enough to change the fee wallet: no signature and no session is asked for', async () => {
  const { ownerWallet, apiKeyId, feeWallet } = await owned('open')
  const { effectiveAt, ...rest } = updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet: B, apiKeyId }))
  assert.deepEqual(rest, { success: true, message: 'Fee wallet updated' })
  assert(Math.abs(effectiveAt - lab.server.clock.nowMs()) < 60_000)
  assert.equal(feeWallet(), B)
})

test('what is missing or no address is 400', async () => {
  const { ownerWallet, apiKeyId, feeWallet } = await owned('wanting')
  const good = { ownerWallet, newFeeWallet: B, apiKeyId }
  for (const [body, message] of [
    [undefined, 'expected a JSON object'],
    ['"x"', 'expected a JSON object'],
    [{}, 'ownerWallet is required'],
    [{ ...good, ownerWallet: undefined }, 'ownerWallet is required'],
    [{ ...good, newFeeWallet: '' }, 'Invalid wallet address'],
    [{ ...good, apiKeyId: null }, 'apiKeyId is required'],
    [{ ...good, ownerWallet: 'x' }, 'Invalid wallet address'],
    [{ ...good, newFeeWallet: '1'.repeat(44) }, 'Invalid wallet address'],
    [{ ...good, newFeeWallet: 5 }, 'Invalid wallet address'],
    [{ ...good, apiKeyId: String(apiKeyId) }, 'apiKeyId: expected an integer'],
  ] as const)
    assertFails(await lab.post(UPDATE, body), 400, message)
  assert.equal(feeWallet(), A)
})

test('an unknown key, a revoked one and one of another wallet are 404 in the same bytes, in the same class of time', async () => {
  const [mine, theirs, gone] = [await owned('mine'), await owned('theirs'), await owned('gone')]
  await lab.server.ctx.store.apiKeys.update(gone.apiKeyId, { revokedAtMs: 1 })
  const wishes = {
    unknown: { ownerWallet: mine.ownerWallet, newFeeWallet: B, apiKeyId: 999_999 },
    foreign: { ownerWallet: mine.ownerWallet, newFeeWallet: B, apiKeyId: theirs.apiKeyId },
    stranger: { ownerWallet: C, newFeeWallet: B, apiKeyId: mine.apiKeyId },
    revoked: { ownerWallet: gone.ownerWallet, newFeeWallet: B, apiKeyId: gone.apiKeyId },
    endless: { ownerWallet: mine.ownerWallet, newFeeWallet: B, apiKeyId: -1e300 },
  }
  const fraction = { ownerWallet: mine.ownerWallet, newFeeWallet: B, apiKeyId: 0.5 }
  assertFails(await lab.post(UPDATE, fraction), 400, 'apiKeyId: expected an integer')
  const replies = []
  for (const params of Object.values(wishes)) replies.push(await lab.post(UPDATE, params))
  for (const reply of replies) assertFails(reply, 404, NOT_OWNED)
  const withoutId = replies.map(({ text, json }) => text.replace(json.requestId, ''))
  assert.equal(new Set(withoutId).size, 1)
  assert.equal(
    new Set(
      replies.map(({ headers }) =>
        Object.keys(headers)
          .filter((name) => name !== 'date')
          .join(),
      ),
    ).size,
    1,
  )
  assert.deepEqual([mine.feeWallet(), theirs.feeWallet()], [A, A])
  // Neither touches the record: what there is to read off the clock is noise.
  const { apiKeys } = lab.server.ctx.store
  const timeOf = (id: number): number => {
    const startMs = performance.now()
    for (let i = 0; i < 20_000; i++) apiKeys.isOwned(id, mine.ownerWallet)
    return performance.now() - startMs
  }
  timeOf(theirs.apiKeyId)
  const samples = Array.from({ length: 7 }, () => timeOf(theirs.apiKeyId) / timeOf(999_999)).sort((a, b) => a - b)
  assert(samples[3]! > 0.4 && samples[3]! < 2.5, `${samples}`)
})

test('a key id is tried ten times in an hour, known or not, from however many addresses; its owner is not kept out', async () => {
  const { ownerWallet, apiKeyId, session, feeWallet } = await owned('popular')
  for (const [id, status] of [
    [apiKeyId, 200],
    [777_777, 404],
  ] as const) {
    const body = { ownerWallet, newFeeWallet: B, apiKeyId: id }
    for (let i = 0; i < 10; i++) assert.equal((await lab.post(UPDATE, body)).status, status)
    const limited = await lab.post(UPDATE, body)
    assertFails(limited, 429, 'too many fee wallet changes of this key')
    assert(Number(limited.headers['retry-after']) > 3_000)
  }
  updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet: C, apiKeyId }, { session }))
  assert.equal(feeWallet(), C)
  lab.server.clock.push(HOUR_MS)
  updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet: B, apiKeyId }))
})

test('an address tries twenty times in ten minutes, whatever the keys', async () => {
  const from = '203.0.113.90'
  for (let i = 0; i < 20; i++)
    assertFails(
      await lab.post(UPDATE, { ownerWallet: C, newFeeWallet: B, apiKeyId: 5_000 + i }, { from }),
      404,
      NOT_OWNED,
    )
  const body = { ownerWallet: C, newFeeWallet: B, apiKeyId: 6_000 }
  assertFails(await lab.post(UPDATE, body, { from }), 429, 'too many fee wallet changes from this address')
  assertFails(await lab.post(UPDATE, body), 404, NOT_OWNED)
  lab.server.clock.push(HOUR_MS)
  assertFails(await lab.post(UPDATE, body, { from }), 404, NOT_OWNED)
})

test('each change leaves a row in the log, with both values, the address it came from and who it was', async () => {
  const { ownerWallet, apiKeyId, session } = await owned('logged')
  const change = async (newFeeWallet: string, options: { from: string; session?: string }) =>
    updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet, apiKeyId }, options))
  await change(B, { from: '203.0.113.91' })
  await change(C, { from: '2001:db8:9::1', session })
  await change(C, { from: '203.0.113.92' })
  assertFails(await lab.post(UNDO, {}, { session }), 404, NOTHING)
  await change(A, { from: '203.0.113.93' })
  undone(await lab.post(UNDO, {}, { session, from: '203.0.113.94' }))
  const rows = lab.server.ctx.store.audit.page({ subject: `key:${apiKeyId}`, limit: 10 })
  assert.deepEqual(
    rows
      .slice(0, -1)
      .map(({ actor, action, addressBucket, before, after }) => [actor, action, addressBucket, before, after]),
    [
      ['owner', 'key.fee-wallet-undo', '203.0.113.94', { feeWallet: A }, { feeWallet: C }],
      ['anybody', 'key.fee-wallet', '203.0.113.93', { feeWallet: C }, { feeWallet: A }],
      ['owner', 'key.fee-wallet', '2001:db8:9:0::/64', { feeWallet: B }, { feeWallet: C }],
      ['anybody', 'key.fee-wallet', '203.0.113.91', { feeWallet: A }, { feeWallet: B }],
    ],
    'what changed nothing left no row',
  )
  assert.equal(rows.at(-1)?.action, 'key.register')
})

test('the dashboard shows each change of a day with its old value, and whose it was', async () => {
  const { ownerWallet, apiKeyId, session } = await owned('shown')
  const before = dashboard(await lab.get(DASHBOARD, { session }))
  assert.deepEqual([before.feeWallet, before.feeWalletChanges], [A, []])
  updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet: B, apiKeyId }))
  updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet: C, apiKeyId }, { session }))
  const shown = dashboard(await lab.get(DASHBOARD, { session }))
  assert.equal(shown.feeWallet, C)
  assert.deepEqual(
    shown.feeWalletChanges.map(({ from, to, byOwner }: Record<string, unknown>) => [from, to, byOwner]),
    [
      [B, C, true],
      [A, B, false],
    ],
  )
  lab.server.clock.push(23 * HOUR_MS)
  assert.equal(dashboard(await lab.get(DASHBOARD, { session })).feeWalletChanges.length, 2)
  lab.server.clock.push(HOUR_MS - 60_000)
  const next = await lab.signIn(walletNamed('shown'))
  lab.server.clock.push(60_000)
  assert.deepEqual(dashboard(await lab.get(DASHBOARD, { session: next })).feeWalletChanges, [])
  assertFails(await lab.post(UNDO, {}, { session: next }), 404, NOTHING)
})

test('an undo takes everything back that came without the session, however often it was changed', async () => {
  const { ownerWallet, apiKeyId, session, feeWallet } = await owned('attacked')
  for (const newFeeWallet of [B, C, B, C, B]) updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet, apiKeyId }))
  assert.deepEqual(undone(await lab.post(UNDO, undefined, { session })), { success: true, feeWallet: A })
  assert.equal(feeWallet(), A)
  assertFails(await lab.post(UNDO, {}, { session }), 404, NOTHING)
})

test('one change can be undone by its id, within a day, by the owner of that key alone', async () => {
  const { ownerWallet, apiKeyId, session, feeWallet } = await owned('by id')
  for (const newFeeWallet of [B, C]) updated(await lab.post(UPDATE, { ownerWallet, newFeeWallet, apiKeyId }))
  const [second, first] = dashboard(await lab.get(DASHBOARD, { session })).feeWalletChanges
  const stranger = await owned('not by id')
  assertFails(await lab.post(UNDO, { changeId: first.changeId }, { session: stranger.session }), 404, NOTHING)
  assert.equal(undone(await lab.post(UNDO, { changeId: second.changeId }, { session })).feeWallet, B)
  assert.equal(undone(await lab.post(UNDO, { changeId: first.changeId }, { session })).feeWallet, A)
  assert.equal(feeWallet(), A)
  for (const changeId of ['1', 1.5, true, {}])
    assertFails(await lab.post(UNDO, { changeId }, { session }), 400, 'changeId: expected an integer')
  assertFails(await lab.post(UNDO, '[]', { session }), 400, 'expected a JSON object')
})

test('a fee wallet that was never set is undone to none, which is the owner', async () => {
  const wallet = walletNamed('never set')
  const { record } = await lab.server.ctx.store.apiKeys.create({ label: '', tier: 'free', ownerWallet: wallet.address })
  const session = await lab.signIn(wallet)
  assert.equal(dashboard(await lab.get(DASHBOARD, { session })).feeWallet, wallet.address)
  updated(await lab.post(UPDATE, { ownerWallet: wallet.address, newFeeWallet: B, apiKeyId: record.id }))
  assert.equal(undone(await lab.post(UNDO, {}, { session })).feeWallet, wallet.address)
  assert.equal(lab.server.ctx.store.apiKeys.findById(record.id)?.feeWallet, null)
})

test("strict mode wants the owner's session, and says 404 to one of someone else's key", async () => {
  const strict = await openAccountLab({ FEE_WALLET_STRICT: '1' })
  try {
    const [wallet, other] = [walletNamed('strict'), walletNamed('strict other')]
    const { apiKeyId } = await strict.register(wallet)
    const { apiKeyId: foreign } = await strict.register(other)
    const session = await strict.signIn(wallet)
    const body = { ownerWallet: wallet.address, newFeeWallet: B, apiKeyId }
    const refusal = "the owner's session is required (X-Session-Token)"
    assertFails(await strict.post(UPDATE, body), 401, refusal)
    assertFails(await strict.post(UPDATE, body, { session: 'x' }), 401, refusal)
    assertFails(await strict.post(UPDATE, body, { session: await strict.signIn(other) }), 401, refusal)
    assertFails(await strict.post(UPDATE, { ...body, apiKeyId: foreign }, { session }), 404, NOT_OWNED)
    assertFails(await strict.post(UPDATE, {}), 400, 'ownerWallet is required')
    updated(await strict.post(UPDATE, body, { session }))
    assert.equal(strict.server.ctx.store.apiKeys.findById(apiKeyId)?.feeWallet, B)
  } finally {
    await strict.stop()
  }
})
