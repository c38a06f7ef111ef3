import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { keypairFromSeed } from '../../../src/chain/solana/keypair.ts'
import { land } from '../../../src/services/landing/land.ts'
import { FULL_KEY, type TradingServer, tradingServer } from '../../routes/trading/trading-server.ts'
import { type LandingLab, openLandingLab } from '../../support/landing-lab.ts'
import { successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'

/** Transactions that a block holds and that were never executed (SIMD-0290). */

let lab: LandingLab
let api: TradingServer
before(async () => {
  lab = await openLandingLab()
  api = await tradingServer(lab.sandbox)
  await lab.sandbox.control('POST', '/unpaid', { takes: true })
})
after(async () => {
  await lab.sandbox.control('POST', '/unpaid', { takes: false })
  await api.server.stop()
  await lab.stop()
})

test('one that was never executed has not landed, costs nothing, and says why', async () => {
  const signed = await lab.pay({ payer: keypairFromSeed(randomBytes(32)) })
  const landing = await land(lab.server.ctx, { ...signed, bundle: false, deadlineMs: 60_000 })
  assert(landing.status === 'not_landed', JSON.stringify(landing.status))
  assert.match(landing.reason, /never executed \("AccountNotFound"\)/)
})

test('a node that keeps no records says it by the status alone', async () => {
  const signed = await lab.pay({ payer: keypairFromSeed(randomBytes(32)) })
  const silent = { provider: 'rpc', match: 'getTransaction', kind: 'rpcError', code: -32_011, message: 'no history' }
  await lab.withFault(silent, async () => {
    const landing = await land(lab.server.ctx, { ...signed, bundle: false, deadlineMs: 60_000 })
    assert(landing.status === 'not_landed', JSON.stringify(landing.status))
    assert.match(landing.reason, /never executed/)
  })
})

test('the status route says that a broadcast transaction was never executed, beside one that failed', async () => {
  const payer = await lab.wallet()
  const statusOf = async (signature: string) => {
    let answer: Readonly<Record<string, unknown>> = {}
    await until(async () => {
      const reply = await api.get(`/v1/trade/bundle-status?signature=${signature}`, { key: FULL_KEY })
      const { success: _, ...shown } = successOf('GET /v1/trade/bundle-status')(reply)
      answer = shown
      return answer['onchain_status'] !== 'pending'
    }, `${signature} is not pending`)
    return answer
  }
  const sent = async (signed: { readonly wire: Uint8Array; readonly signature: string }) => {
    const body = { signed_tx_base64: Buffer.from(signed.wire).toString('base64') }
    successOf('POST /v1/trade/broadcast')(await api.post('/v1/trade/broadcast', body))
    return statusOf(signed.signature)
  }
  const shown = { landed: false, mev_protected: false, onchain_status: 'failed' }
  assert.deepEqual(await sent(await lab.pay({ payer: keypairFromSeed(randomBytes(32)) })), {
    ...shown,
    executed: false,
  })
  assert.deepEqual(await sent(await lab.pay({ payer, lamports: 1_000_000_000_000n })), shown)
})
