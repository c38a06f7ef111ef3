// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { landingUnderWay } from '../../../src/services/landing/land.ts'
import { recordTrade, type TradeRecord } from '../../../src/services/trade-ledger/record.ts'
import { settlePendingTrades } from '../../../src/services/trade-ledger/settle.ts'
import type { LedgerRow } from '../../../src/store/trade-rows.ts'
import { openLandingLab, type Signed } from '../../support/landing-lab.ts'
import { until } from '../../support/until.ts'

const lab = await openLandingLab()
after(() => lab.stop())
const { ctx } = lab.server
const payer = await lab.wallet()
const SOL = 'So11111111111111111111111111111111111111112'
/** Older than the time for which a request may wait. */
const LEFT_MS = 200_000
const DROPPED = { provider: 'rpc', match: 'sendTransaction', kind: 'rpcError', code: -32_002, message: 'dropped' }

/** A pending trade as a process leaves it that dies after signing. */
async function leave(wallet: Keypair, signed: Signed): Promise<void> {
  const { wire, signature, lastValidBlockHeight } = signed
  const trade: TradeRecord = {
    keyId: 1,
    userRef: signature,
    walletId: 'w',
    wallet: wallet.address,
    side: 'buy',
    mint: 'coin',
    pool: 'pool',
    dex: 'raydium',
    signature,
    inMint: SOL,
    outMint: 'coin',
    amountInRaw: 7n,
    amountOutRaw: 300n,
    feeLamports: null,
    platformFee: { mint: SOL, wallet: signature, raw: 5n },
    tipLamports: 0n,
    slot: null,
    status: 'pending',
    requestedAtMs: ctx.clock.nowMs() - LEFT_MS,
    timing: {},
    sent: { wire, lastValidBlockHeight },
  }
  await recordTrade(ctx, trade)
}

async function settled({ signature }: Signed): Promise<LedgerRow> {
  const row = () => ctx.store.trades.findBySignature(signature)!
  await until(() => row().status !== 'pending', 'it is settled')
  return row()
}

test('a trade that its process left is sent, and settled with what the chain recorded', async () => {
  const signed = await lab.pay({ payer, lamports: 2_000_000n })
  await leave(payer, signed)
  assert.deepEqual(await settlePendingTrades(ctx), { ok: true, value: { taken: 1 } })
  // One that is being followed is not taken a second time.
  assert.deepEqual(await settlePendingTrades(ctx), { ok: true, value: { taken: 0 } })
  const row = await settled(signed)
  assert.deepEqual(
    [row.status, row.amountInRaw, row.amountOutRaw, row.feeLamports, row.error],
    ['landed', '2000000', '0', '5000', null],
  )
  assert(row.slot !== null && row.settledAtMs !== null)
  const of = signed.signature
  assert.equal(ctx.store.trades.position(1, of, 'coin')!.cost[SOL], '2000000')
  assert.equal(ctx.store.trades.fees(of, 0, Number.MAX_SAFE_INTEGER).length, 1)
  assert.deepEqual(await settlePendingTrades(ctx), { ok: true, value: { taken: 0 } })
})

test('a trade that landed while no one was there is found', async () => {
  const signed = await lab.pay({ payer })
  await leave(payer, signed)
  await lab.rpc('sendTransaction', [Buffer.from(signed.wire).toString('base64'), { encoding: 'base64' }])
  await lab.step(400)
  await settlePendingTrades(ctx)
  assert.equal((await settled(signed)).status, 'landed')
})

test('a trade whose blockhash died is expired: no position, no fee', async () => {
  const signed = await lab.pay({ payer })
  await leave(payer, signed)
  await lab.fault(DROPPED)
  try {
    await lab.step(200)
    await settlePendingTrades(ctx)
    const row = await settled(signed)
    assert.equal(row.status, 'expired')
    assert.match(JSON.parse(row.error!), /blockhash is dead/)
  } finally {
    await lab.clearFaults()
  }
  assert.equal(ctx.store.trades.position(1, signed.signature, 'coin'), undefined)
  assert.deepEqual(ctx.store.trades.fees(signed.signature, 0, Number.MAX_SAFE_INTEGER), [])
})

test('a trade that failed on the chain is settled with its error and its fee', async () => {
  const signed = await lab.pay({ payer, lamports: 1_000_000_000_000n })
  await leave(payer, signed)
  await settlePendingTrades(ctx)
  const row = await settled(signed)
  assert.deepEqual([row.status, row.feeLamports], ['failed', '5000'])
  assert.deepEqual(JSON.parse(row.error!), { InstructionError: [1, { Custom: 1 }] })
  assert.equal(ctx.store.trades.position(1, signed.signature, 'coin'), undefined)
})

test('while its end is open it stays pending', async () => {
  const signed = await lab.pay({ payer })
  await leave(payer, signed)
  await lab.fault(DROPPED)
  await settlePendingTrades(ctx)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  assert.equal(ctx.store.trades.findBySignature(signed.signature)!.status, 'pending')
  await lab.clearFaults()
  await landingUnderWay(ctx, signed.signature)
  assert.equal((await settled(signed)).status, 'landed')
})
