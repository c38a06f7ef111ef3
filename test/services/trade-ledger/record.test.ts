import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTrade, type TradeRecord } from '../../../src/services/trade-ledger/record.ts'
import { openServer } from '../../support/open-server.ts'

const server = await openServer({ MINTGLASS_MODE: 'live' })
const { ctx } = server
const { trades } = ctx.store
after(() => server.stop())

const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const OPEN = { isOpen: true, limit: 10 }
const CLOSED = { isOpen: false, limit: 10 }

let made = 0
/** A user of their own for each test. */
function nobodyYet() {
  return { keyId: 1, userRef: `user ${++made}` }
}

function buy(of: { keyId: number; userRef: string }, more: Partial<TradeRecord> = {}): TradeRecord {
  return {
    ...of,
    walletId: 'w',
    wallet: 'wallet',
    side: 'buy',
    mint: 'coin',
    pool: 'pool',
    dex: 'raydium',
    signature: `signature ${++made}`,
    inMint: SOL,
    outMint: 'coin',
    amountInRaw: 1_000n,
    amountOutRaw: 300n,
    feeLamports: 5_000n,
    platformFee: null,
    tipLamports: 0n,
    slot: 9,
    status: 'landed',
    requestedAtMs: 1_000 + made,
    timing: { plan: 1 },
    ...more,
  }
}

function sell(of: { keyId: number; userRef: string }, more: Partial<TradeRecord> = {}): TradeRecord {
  return buy(of, { side: 'sell', inMint: 'coin', outMint: SOL, amountInRaw: 100n, amountOutRaw: 500n, ...more })
}

test('a trade is written as it was, amounts digit for digit', async () => {
  const of = nobodyYet()
  const params = buy(of, { amountInRaw: 2n ** 64n - 1n, tipLamports: 7n, error: null })
  const id = await recordTrade(ctx, params)
  const row = trades.find(id)!
  assert.match(id, /^tr_[0-9a-z]{25}$/)
  assert.deepEqual(
    [row.amountInRaw, row.amountOutRaw, row.tipLamports, row.feeLamports, row.status, row.slot, row.error],
    ['18446744073709551615', '300', '7', '5000', 'landed', 9, null],
  )
  assert.equal(typeof row.settledAtMs, 'number')
  assert.deepEqual(trades.findBySignature(params.signature), row)
})

test('buys make a position, sales take their share of its cost, the last one ends it', async () => {
  const of = nobodyYet()
  await recordTrade(ctx, buy(of))
  await recordTrade(ctx, buy(of, { inMint: USDC, amountInRaw: 40n, amountOutRaw: 100n }))
  await recordTrade(ctx, sell(of))
  const open = trades.position(of.keyId, of.userRef, 'coin')!
  assert.deepEqual(
    [open.amountRaw, open.cost, open.costOfSold, open.proceeds, open.trades, open.closedAtMs],
    ['300', { [SOL]: '750', [USDC]: '30' }, { [SOL]: '250', [USDC]: '10' }, { [SOL]: '500' }, 3, null],
  )
  await recordTrade(ctx, sell(of, { amountInRaw: 300n, outMint: USDC, amountOutRaw: 60n }))
  assert.equal(trades.position(of.keyId, of.userRef, 'coin'), undefined)
  assert.deepEqual(trades.positions(of.keyId, of.userRef, OPEN), [])
  const [closed] = trades.positions(of.keyId, of.userRef, CLOSED)
  assert.deepEqual(
    [closed!.amountRaw, closed!.costOfSold, closed!.proceeds, closed!.trades],
    ['0', { [SOL]: '1000', [USDC]: '40' }, { [SOL]: '500', [USDC]: '60' }, 4],
  )
  assert.equal(typeof closed!.closedAtMs, 'number')
})

test('a full sale ends the position, whatever the trades say is left', async () => {
  const of = nobodyYet()
  await recordTrade(ctx, buy(of))
  await recordTrade(ctx, sell(of, { amountInRaw: 10n, isFullSale: true }))
  assert.equal(trades.position(of.keyId, of.userRef, 'coin'), undefined)
  assert.equal(trades.positions(of.keyId, of.userRef, CLOSED)[0]!.amountRaw, '0')
  // The next purchase begins a new one.
  await recordTrade(ctx, buy(of))
  assert.equal(trades.position(of.keyId, of.userRef, 'coin')!.trades, 1)
})

test('what was not bought here and is sold makes no position', async () => {
  const of = nobodyYet()
  await recordTrade(ctx, sell(of))
  assert.deepEqual(trades.positions(of.keyId, of.userRef, OPEN), [])
  assert.deepEqual(trades.positions(of.keyId, of.userRef, CLOSED), [])
})

test('trades that failed or died, or whose end is open, change no position and pay no fee', async () => {
  const of = nobodyYet()
  const platformFee = { mint: SOL, wallet: `${of.userRef} fees`, raw: 5n }
  for (const status of ['failed', 'expired', 'pending'] as const)
    await recordTrade(ctx, buy(of, { status, platformFee }))
  assert.deepEqual(trades.positions(of.keyId, of.userRef, OPEN), [])
  assert.deepEqual(trades.fees(platformFee.wallet, 0, Number.MAX_SAFE_INTEGER), [])
})

test('the same trade again changes nothing: position and fee follow once', async () => {
  const of = nobodyYet()
  const platformFee = { mint: SOL, wallet: `${of.userRef} fees`, raw: 5n }
  const params = buy(of, { platformFee })
  const id = await recordTrade(ctx, { ...params, status: 'pending' })
  assert.equal(trades.find(id)!.settledAtMs, null)
  for (const status of ['landed', 'landed', 'failed', 'pending'] as const)
    assert.equal(await recordTrade(ctx, { ...params, status }), id)
  assert.equal(trades.find(id)!.status, 'landed')
  assert.equal(trades.position(of.keyId, of.userRef, 'coin')!.amountRaw, '300')
  const fees = trades.fees(platformFee.wallet, 0, Number.MAX_SAFE_INTEGER)
  assert.deepEqual(
    fees.map(({ tradeId, raw, mint }) => [tradeId, raw, mint]),
    [[id, '5', SOL]],
  )
})

test('trades are listed newest first, by pages, and each user sees their own', async () => {
  const of = nobodyYet()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.unshift(await recordTrade(ctx, buy(of, { requestedAtMs: 10_000 * (i + 1) })))
  const list = (beforeId: string | null) =>
    trades.list(of.keyId, of.userRef, { limit: 3, beforeId }).map(({ id }) => id)
  assert.deepEqual(list(null), ids.slice(0, 3))
  assert.deepEqual(list(ids[2]!), ids.slice(3))
  assert.deepEqual(trades.list(2, of.userRef, { limit: 3, beforeId: null }), [])
  assert.deepEqual(trades.list(of.keyId, 'somebody', { limit: 3, beforeId: null }), [])
})

test('of the pending ones the ledger takes those that no one waits for', async () => {
  const of = nobodyYet()
  const sent = { wire: Uint8Array.of(1, 2), lastValidBlockHeight: 5 }
  const params = buy(of, { status: 'pending', sent, requestedAtMs: ctx.clock.nowMs() })
  await recordTrade(ctx, params)
  const adopted = async (ownBeforeMs: number) =>
    (await trades.adoptPending({ limit: 100, ownBeforeMs })).filter(({ row }) => row.userRef === of.userRef)
  assert.deepEqual(await adopted(0), [], 'its own process waits')
  const [late] = await adopted(params.requestedAtMs + 1)
  assert.deepEqual([late!.row.signature, late!.sent!.wire], [params.signature, sent.wire])
  // Answered `pending`: whoever waited waits no more.
  const { sent: _, ...answered } = params
  await recordTrade(ctx, answered)
  const [left] = await adopted(0)
  assert.deepEqual(left!.sent!.wire, sent.wire, 'what was sent is still known')
})
