import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ApiKeyRecord, Scope } from '../../../src/contract/api-key.ts'
import { createWallet } from '../../../src/services/custody/create.ts'
import { livingKey } from '../../../src/services/custody/living-key.ts'
import { walletOf } from '../../../src/services/custody/signer.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { assertFails } from '../../support/reply-check.ts'
import { openTradeLab, type TradeLab, traded } from '../trading/trade-lab.ts'

/* A key that is revoked while its request runs: by another process of the store, as far as the request can know. */

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const SLOW_MS = 600
const scopes: readonly Scope[] = ['read', 'trade', 'wallet']

async function newKey(): Promise<{ readonly key: string; readonly record: ApiKeyRecord }> {
  return lab.api.ctx.store.apiKeys.create({ label: 'short-lived', tier: 'enterprise', scopes, limitPer10s: 1_000_000 })
}

/** Changes the key while the node keeps the request waiting. */
async function meanwhile(id: number, change: object, ask: () => Promise<ApiReply>): Promise<ApiReply> {
  // What was known a moment ago is read again, so that the node is asked.
  await lab.pass(2)
  const slow = { provider: 'rpc', kind: 'delay', delayMs: SLOW_MS }
  await lab.sandbox.control('POST', '/faults', slow)
  try {
    const asked = ask()
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS / 3))
    await lab.api.ctx.store.apiKeys.update(id, change)
    return await asked
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
}

test('a key that is revoked while its request runs signs nothing any more', async () => {
  const { mint } = lab.coins.get('raydium')!
  const calls: readonly [string, (key: string, id: string) => Promise<ApiReply>][] = [
    ['buy', (key) => lab.trade('buy', { mint, amount_in: 0.05 }, { key, userRef: 'user' })],
    [
      'withdraw',
      (key, id) => lab.post(`/v1/wallets/${id}/withdraw`, { to: strangerAddress(4), amount: '1000000' }, { key }),
    ],
    ['refund', (key) => lab.post('/v1/refund/close', { kinds: ['empty'] }, { key, userRef: 'user' })],
  ]
  for (const [what, call] of calls) {
    const { key, record } = await newKey()
    const address = await lab.user('user', 10_000_000_000n, key)
    const { json } = await lab.api.get('/v1/wallets', { key })
    if (what === 'refund') {
      traded('buy', await lab.trade('buy', { mint, amount_in: 0.05 }, { key, userRef: 'user' }))
      traded('sell', await lab.trade('sell', { mint }, { key, userRef: 'user' }))
    }
    const before = await lab.holdings(address)
    const revoked = { revokedAtMs: Date.now() }
    const reply = await meanwhile(record.id, revoked, () => call(key, json.wallets[0].id))
    assertFails(reply, 401, 'invalid API key')
    const { stage, fee_lamports, retry_safe } = reply.json
    assert.deepEqual([stage, fee_lamports, retry_safe], ['sign', 0, true], what)
    assert.deepEqual(await lab.holdings(address).then(({ lamports }) => lamports), before.lamports, what)
  }
})

test('a key that loses its scope while its request runs signs nothing any more', async () => {
  const { mint } = lab.coins.get('raydium')!
  const { key, record } = await newKey()
  await lab.user('user', 10_000_000_000n, key)
  const reply = await meanwhile(record.id, { scopes: ['read'] }, () =>
    lab.trade('buy', { mint, amount_in: 0.05 }, { key, userRef: 'user' }),
  )
  assertFails(reply, 403, 'scope required: trade')
})

test('a caller whose key was deleted after the check makes no wallets', async () => {
  const { ctx } = lab.api
  const { record } = await newKey()
  const caller = { kind: 'key', key: record } as const
  const params = { userRef: 'late', label: '', kind: 'derived', address: null, withdrawTo: [] } as const
  await ctx.store.apiKeys.update(record.id, { revokedAtMs: Date.now() })
  for (const outcome of [await createWallet(ctx, caller, params), await walletOf(ctx, caller, 'late')]) {
    assert(!outcome.ok)
    assert.equal(outcome.code, 'unauthorized')
  }
  assert.equal(ctx.store.custody.findOf(record.id, 'late'), undefined)
})

test('a key that was replaced is good as long as its old text is', async () => {
  const { ctx } = lab.api
  const { apiKeys } = ctx.store
  const note = { action: 'key.regenerate', actor: 'owner', addressBucket: null } as const
  const owner = strangerAddress(9)
  const made = await apiKeys.create({ label: 'replaced', tier: 'enterprise', scopes, ownerWallet: owner })
  const judge = (key: ApiKeyRecord) => {
    const living = livingKey(ctx, { kind: 'key', key }, 'trade')
    return living.ok ? 'good' : living.code
  }
  const next = await apiKeys.regenerate(made.record.id, { ownerWallet: owner, graceMs: 60_000, note })
  assert.deepEqual([judge(made.record), judge(next!.record)], ['good', 'good'])
  lab.api.server.clock.push(60_000)
  assert.deepEqual([judge(made.record), judge(next!.record)], ['unauthorized', 'good'])
  await apiKeys.regenerate(made.record.id, { ownerWallet: owner, graceMs: 0, note })
  assert.deepEqual([judge(made.record), judge(next!.record)], ['unauthorized', 'unauthorized'])
})
