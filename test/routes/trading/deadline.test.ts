import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CUSTODY } from '../../../src/config/custody.ts'
import { LANDING } from '../../../src/config/landing.ts'
import { REFUND } from '../../../src/config/refund.ts'
import { TIMEOUTS } from '../../../src/config/timeouts.ts'
import { TRADE_LIMITS } from '../../../src/config/trade-limits.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { assertFails } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { moved, openTradeLab, signUnsigned, type TradeLab, traded } from './trade-lab.ts'
import { FULL_KEY } from './trading-server.ts'

/* Requests whose time ends after they have signed, and before. */

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const mint = (): string => lab.coins.get('raydium')!.mint
const keyId = () => lab.api.ctx.store.apiKeys.findByDigest(digestKey(FULL_KEY))!.id
const lastOf = (userRef: string) => lab.api.ctx.store.trades.list(keyId(), userRef, { limit: 1, beforeId: null })[0]

type BadTime = {
  readonly faults: readonly object[]
  readonly sleepMs: (ms: number) => number
  /** When sleeps of such a length end instead. */
  readonly ends?: (ms: number) => Promise<void> | null
}

/** Calls of the node that fail so while the work runs, with sleeps of other lengths. */
async function badTime<T>({ faults, sleepMs, ends = () => null }: BadTime, work: () => Promise<T>): Promise<T> {
  const { clock } = lab.api.server
  const { sleep } = clock
  Object.assign(clock, { sleep: (ms: number, signal?: AbortSignal) => ends(ms) ?? sleep(sleepMs(ms), signal) })
  for (const fault of faults) await lab.sandbox.control('POST', '/faults', { provider: 'rpc', ...fault })
  try {
    return await work()
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
    Object.assign(clock, { sleep })
  }
}

/** Everything that has a deadline of its own, less those of whole requests: before these a request has to sign, however
 *  slow the machine is. */
const shorter =
  (by: number) =>
  (ms: number): number =>
    ms >= 20_000 && ms < TRADE_LIMITS.requestMs ? ms / by : ms

/** The node takes no transaction, and does not say so, at once or at all in time. */
const UNSENT = { match: 'sendTransaction', kind: 'drop' }
const STUCK = { match: 'sendTransaction', kind: 'delay', delayMs: 60_000 }
/** It takes transactions, and says of none what became of it. */
const SILENT = [
  ...['getSignatureStatuses', 'getTransaction', 'getBlockHeight', 'getEpochInfo'].map((match) => ({
    match,
    kind: 'status',
    status: 503,
  })),
  { provider: 'pubsub', match: 'signatureSubscribe', kind: 'rpcError', code: -32_601, message: 'not here' },
]

function assertOpen(reply: ApiReply, retrySafe: boolean): void {
  const { code, stage, fee_lamports, retry_safe } = reply.json
  assert.deepEqual(
    [reply.status, code, stage, fee_lamports, retry_safe],
    [202, 'pending', 'confirm', null, retrySafe],
    reply.text,
  )
  assert.match(reply.json.signature, /^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
}

test('a trade that is not confirmed within the usual deadline of a route is pending, not a failure of the node', async () => {
  await lab.user('slow-landing')
  const reply = await badTime({ faults: [UNSENT], sleepMs: shorter(20) }, () =>
    lab.trade('buy', { mint: mint(), amount_in: 0.05 }, { userRef: 'slow-landing' }),
  )
  assertOpen(reply, false)
  assert.equal(lastOf('slow-landing')!.signature, reply.json.signature)
})

test('what landed on a node that says of nothing what became of it is pending, and is not paid again', async () => {
  const owner = await lab.user('unheard')
  const wallets = await lab.api.get('/v1/wallets?limit=100')
  const { id } = wallets.json.wallets.find((wallet: { address: string }) => wallet.address === owner)
  const before = await lab.holdings(owner)
  const payee = strangerAddress(6)
  const [bought, keyed, paid] = await badTime({ faults: SILENT, sleepMs: shorter(15) }, () =>
    Promise.all([
      lab.trade('buy', { mint: mint(), amount_in: 0.05 }, { userRef: 'unheard' }),
      lab.trade('buy', { mint: mint(), amount_in: 0.06 }, { userRef: 'unheard', idempotencyKey: 'heard-later' }),
      lab.post(`/v1/wallets/${id}/withdraw`, { to: payee, amount: '1000000' }),
    ]),
  )
  for (const reply of [bought, paid]) assertOpen(reply!, false)
  assertOpen(keyed!, true)
  const again = await lab.trade(
    'buy',
    { mint: mint(), amount_in: 0.06 },
    { userRef: 'unheard', idempotencyKey: 'heard-later' },
  )
  assert.equal(traded('buy', again).signature, keyed!.json.signature)
  for (const reply of [bought, paid]) {
    await lab.confirmed(reply!.json.signature)
    assert.equal((await lab.record(reply!.json.signature)).err, null)
  }
  assert(before.lamports - (await lab.holdings(owner)).lamports > 111_000_000n)
})

/** The transactions that the server has offered its node from here on. */
function offeredFromNow(): ReadonlySet<string> {
  const offered = new Set<string>()
  const rpc = lab.api.ctx.chain.rpc!
  const { call } = rpc
  Object.assign(rpc, {
    call: (...args: Parameters<typeof call>) => {
      if (args[0] === 'sendTransaction') offered.add(String(args[1][0]))
      return call(...args)
    },
  })
  return offered
}

test('whatever has signed when its time ends answers pending with its signature', async () => {
  const owner = await lab.user('late')
  traded('buy', await lab.trade('buy', { mint: mint(), amount_in: 0.05 }, { userRef: 'late' }))
  traded('sell', await lab.trade('sell', { mint: mint() }, { userRef: 'late' }))
  const wallets = await lab.api.get('/v1/wallets?limit=100')
  const { id } = wallets.json.wallets.find((wallet: { address: string }) => wallet.address === owner)
  const signer = await lab.wallet()
  const order = { mint: mint(), amount_in: 0.05, client_signs: true, wallet: signer.address, mev_tip_lamports: 0 }
  const unsigned = traded('buy', await lab.trade('buy', order)).data.unsigned_tx_base64
  const own = signUnsigned(signer, unsigned)
  const deadlines = new Set<number>([
    TIMEOUTS.broadcastMs,
    TRADE_LIMITS.requestMs,
    CUSTODY.withdrawMs,
    REFUND.requestMs,
  ])
  const offered = offeredFromNow()
  const untilOffered = (count: number) =>
    until(
      () => offered.size === count,
      () => `${count} are offered, not ${offered.size}`,
    )
  // The time ends when each of the six has signed, and has heard nothing.
  const ends = (ms: number) => (deadlines.has(ms) ? untilOffered(6) : null)
  const key = { idempotencyKey: 'late' }
  const [bought, keyed, sold, paid, taken, sent] = await badTime({ faults: [STUCK], sleepMs: (ms) => ms, ends }, () =>
    Promise.all([
      lab.trade('buy', { mint: mint(), amount_in: 0.05 }, { userRef: 'late' }),
      lab.trade('buy', { mint: mint(), amount_in: 0.06 }, { userRef: 'late', ...key }),
      lab.trade('buy-multi-hop', { mint: mint(), amount_sol: 0.07 }, { userRef: 'late' }),
      lab.post(`/v1/wallets/${id}/withdraw`, { to: strangerAddress(5), amount: '1000000' }),
      lab.post('/v1/refund/close', { kinds: ['empty'] }, { userRef: 'late' }),
      // The last, as it waits for its taker no longer than a call of the node may last.
      untilOffered(5).then(() => lab.post('/v1/trade/broadcast', { signed_tx_base64: own.wire })),
    ]),
  )
  for (const reply of [bought, sold, paid, taken]) assertOpen(reply!, false)
  assertOpen(keyed!, true)
  assertOpen(sent!, true)
  assert.equal(sent!.json.signature, own.signature, 'the very same bytes move money once')
})

test('a trade without a key that was answered before it signed signs nothing afterwards', async () => {
  const owner = await lab.user('too-late')
  const before = await lab.holdings(owner)
  const sleepMs = (ms: number): number => (ms === TRADE_LIMITS.requestMs || ms === TIMEOUTS.routeMs ? 500 : ms)
  const slow = { match: 'getMultipleAccounts', kind: 'delay', delayMs: 1_500 }
  // A token that no one has asked for: its pool is read from the node.
  const order = { mint: lab.coins.get('meteora')!.mint, amount_in: 0.05 }
  const reply = await badTime({ faults: [slow], sleepMs }, async () => {
    const answer = await lab.trade('buy', order, { userRef: 'too-late' })
    await new Promise((resolve) => setTimeout(resolve, LANDING.callMs))
    return answer
  })
  assertFails(reply, 502, 'upstream timeout')
  const { code, stage, fee_lamports, retry_safe } = reply.json
  assert.deepEqual([code, stage, fee_lamports, retry_safe], ['upstream', 'build', 0, true])
  await new Promise((resolve) => setTimeout(resolve, LANDING.callMs))
  assert.equal(lastOf('too-late'), undefined)
  assert.equal(moved(before, await lab.holdings(owner), null).lamports, 0n)
})
