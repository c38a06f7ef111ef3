// second run: waits for a bundle to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { landingUnderWay } from '../../../src/services/landing/land.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { openLandingLab, type Signed } from '../../support/landing-lab.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { FULL_KEY, QUEST_KEY, READ_KEY, type TradingServer, tradingServer } from './trading-server.ts'

const PATH = '/v1/trade/bundle-status'
const success = successOf(`GET ${PATH}`)
const broadcast = successOf('POST /v1/trade/broadcast')
const NO_BUNDLE = 'ab'.repeat(32)

const lab = await openLandingLab()
const api = await tradingServer(lab.sandbox)
const payer = await lab.wallet()
const sent = new Set<string>()
after(async () => {
  for (const signature of sent) await landingUnderWay(api.ctx, signature)
  await api.server.stop()
  await lab.stop()
})

type Question = { readonly bundle_id?: string; readonly signature?: string }

function get(question: Question, key: string | null = FULL_KEY, server: TradingServer = api): Promise<ApiReply> {
  return server.get(`${PATH}?${new URLSearchParams(question)}`, { key })
}

/** The answer without its envelope. */
async function ask(question: Question, server: TradingServer = api): Promise<object> {
  const { success: _, ...answer } = success(await get(question, FULL_KEY, server))
  return answer
}

/** Asks until nothing is pending. */
async function askSettled(question: Question): Promise<object> {
  let answer: object = {}
  await until(async () => {
    answer = await ask(question)
    return !Object.values(answer).includes('pending')
  }, 'nothing is pending')
  return answer
}

async function send(signed: Signed): Promise<{ bundle_id: string; signature: string }> {
  sent.add(signed.signature)
  return broadcast(
    await api.post('/v1/trade/broadcast', { signed_tx_base64: Buffer.from(signed.wire).toString('base64') }),
  )
}

/** A bundle as someone else sends it: our server does not follow it. */
async function sendBundle(signed: Signed): Promise<string> {
  const wire = Buffer.from(signed.wire).toString('base64')
  const body = { jsonrpc: '2.0', id: 1, method: 'sendBundle', params: [[wire], { encoding: 'base64' }] }
  const reply = await fetch(`${lab.sandbox.urls['jito']}/api/v1/bundles`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return ((await reply.json()) as { result: string }).result
}

test('a bundle that landed is protected; keys appear only for what was asked', async () => {
  const { bundle_id, signature } = await send(await lab.pay({ payer, tip: 10_000n }))
  const protectedOnes = { landed: true, mev_protected: true }
  assert.deepEqual(await askSettled({ bundle_id }), { ...protectedOnes, bundle_status: 'landed' })
  assert.deepEqual(await askSettled({ bundle_id, signature }), {
    ...protectedOnes,
    bundle_status: 'landed',
    onchain_status: 'landed',
  })
})

test('what went the public way has landed unprotected', async () => {
  const { signature } = await send(await lab.pay({ payer }))
  assert.deepEqual(await askSettled({ signature }), { landed: true, mev_protected: false, onchain_status: 'landed' })
})

test('a bundle that failed while its transaction landed on its own went the public way', async () => {
  await lab.bundles('leak')
  const signed = await lab.pay({ payer, tip: 10_000n })
  const bundle_id = await sendBundle(signed)
  const question = { bundle_id, signature: signed.signature }
  assert.deepEqual(await askSettled(question), {
    landed: true,
    mev_protected: false,
    bundle_status: 'failed',
    onchain_status: 'landed',
  })
  assert.deepEqual(await ask({ bundle_id }), { landed: false, mev_protected: false, bundle_status: 'failed' })
  await lab.bundles('land')
})

test('a bundle that waits is pending, one that was dropped has failed, one no one knows is unknown', async () => {
  const neither = { landed: false, mev_protected: false }
  await lab.bundles('hold')
  const held = await lab.pay({ payer, tip: 10_000n })
  const bundle_id = await sendBundle(held)
  assert.deepEqual(await ask({ bundle_id, signature: held.signature }), {
    ...neither,
    bundle_status: 'pending',
    onchain_status: 'pending',
  })
  await lab.bundles('drop')
  const dropped = await sendBundle(await lab.pay({ payer, tip: 10_000n }))
  assert.deepEqual(await ask({ bundle_id: dropped }), { ...neither, bundle_status: 'failed' })
  await lab.bundles('land')
  assert.deepEqual(await ask({ bundle_id: NO_BUNDLE }), { ...neither, bundle_status: 'unknown' })
})

test('a signature that the chain does not have is pending', async () => {
  const { signature } = await lab.pay({ payer })
  assert.deepEqual(await ask({ signature }), { landed: false, mev_protected: false, onchain_status: 'pending' })
})

test('a transaction that failed on the chain has not landed', async () => {
  const { signature } = await send(await lab.pay({ payer, lamports: 1_000_000_000_000n }))
  assert.deepEqual(await askSettled({ signature }), { landed: false, mev_protected: false, onchain_status: 'failed' })
})

test('a bundle protects its own transactions only', async () => {
  const { bundle_id } = await send(await lab.pay({ payer, tip: 10_000n }))
  const { signature } = await send(await lab.pay({ payer }))
  await askSettled({ bundle_id })
  assert.deepEqual(await askSettled({ bundle_id, signature }), {
    landed: true,
    mev_protected: false,
    bundle_status: 'landed',
    onchain_status: 'landed',
  })
  const { signature: never } = await lab.pay({ payer })
  assert.deepEqual(await ask({ bundle_id, signature: never }), {
    landed: false,
    mev_protected: false,
    bundle_status: 'landed',
    onchain_status: 'pending',
  })
})

test('an engine that cannot be asked is unknown, a node that cannot be asked is unavailable', async () => {
  const { bundle_id, signature } = await send(await lab.pay({ payer, tip: 10_000n }))
  await askSettled({ bundle_id, signature })
  await lab.withFault({ provider: 'jito', kind: 'status', status: 503 }, async () => {
    assert.deepEqual(await ask({ bundle_id, signature }), {
      landed: true,
      mev_protected: false,
      bundle_status: 'unknown',
      onchain_status: 'landed',
    })
  })
  await lab.withFault({ provider: 'rpc', kind: 'status', status: 503 }, async () => {
    assert.deepEqual(await ask({ bundle_id, signature }), {
      landed: true,
      mev_protected: true,
      bundle_status: 'landed',
      onchain_status: 'unavailable',
    })
  })
})

test('answers in no shape of the engine are taken for none', async () => {
  const { bundle_id } = await send(await lab.pay({ payer, tip: 10_000n }))
  await lab.withFault({ provider: 'jito', kind: 'garbage' }, async () => {
    assert.deepEqual(await ask({ bundle_id }), { landed: false, mev_protected: false, bundle_status: 'unknown' })
  })
})

test('without an engine and without a node both questions still have answers', async () => {
  const bare = await tradingServer(lab.sandbox, { MINTGLASS_MODE: 'live' })
  try {
    const { signature } = await lab.pay({ payer })
    assert.deepEqual(await ask({ bundle_id: NO_BUNDLE, signature }, bare), {
      landed: false,
      mev_protected: false,
      bundle_status: 'unknown',
      onchain_status: 'unavailable',
    })
  } finally {
    await bare.server.stop()
  }
})

test('what landed long ago is still on the chain', async () => {
  const { bundle_id, signature } = await send(await lab.pay({ payer, tip: 10_000n }))
  await askSettled({ bundle_id, signature })
  await lab.step(400)
  const { landed, onchain_status } = success(await get({ bundle_id, signature }))
  assert.deepEqual([landed, onchain_status], [true, 'landed'])
})

test('one of the two is needed, and each must be what it is called', async () => {
  for (const question of [{}, { bundle_id: '' }, { signature: ' ' }, { bundle_id: '', signature: '' }])
    assertFails(await get(question), 400, 'bundle_id or signature is required')
  for (const bundle_id of ['ab', 'g'.repeat(64), NO_BUNDLE.slice(1), `${NO_BUNDLE}0`])
    assertFails(await get({ bundle_id }), 400, 'invalid bundle_id')
  const { signature } = await lab.pay({ payer })
  for (const wrong of ['abc', signature.slice(4), `${signature}11`, `0${signature.slice(1)}`, payer.address])
    assertFails(await get({ signature: wrong }), 400, 'invalid signature')
  const refusal = await get({ signature: 'abc' })
  const { code, stage, fee_lamports, retry_safe } = refusal.json
  assert.deepEqual([code, stage, fee_lamports, retry_safe], ['bad_request', 'validate', 0, true])
})

test('an id may be written in capitals and have blanks around it', async () => {
  const { bundle_id, signature } = await send(await lab.pay({ payer, tip: 10_000n }))
  await askSettled({ bundle_id, signature })
  const answer = await ask({ bundle_id: ` ${bundle_id.toUpperCase()} `, signature: ` ${signature} ` })
  assert.deepEqual(answer, { landed: true, mev_protected: true, bundle_status: 'landed', onchain_status: 'landed' })
})

test('a bearer key with the scope read is needed', async () => {
  assertFails(await get({ bundle_id: NO_BUNDLE }, null), 401, /./)
  assertFails(await get({ bundle_id: NO_BUNDLE }, QUEST_KEY), 403, /read/)
  success(await get({ bundle_id: NO_BUNDLE }, READ_KEY))
})
