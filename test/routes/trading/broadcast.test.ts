// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { compileLegacyMessage, compileV0Message } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { signBytes } from '../../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { landingUnderWay } from '../../../src/services/landing/land.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { openLandingLab, type Signed, TIP_ACCOUNT } from '../../support/landing-lab.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { FULL_KEY, READ_KEY, tradingServer } from './trading-server.ts'

const PATH = '/v1/trade/broadcast'
const success = successOf(`POST ${PATH}`)
const DROPPED = { provider: 'rpc', match: 'sendTransaction', kind: 'rpcError', code: -32_002, message: 'dropped' }

const lab = await openLandingLab()
const api = await tradingServer(lab.sandbox)
const payer = await lab.wallet()
const sent = new Set<string>()
after(async () => {
  for (const signature of sent) await landingUnderWay(api.ctx, signature)
  await api.server.stop()
  await lab.stop()
})

type Asker = { readonly key?: string | null; readonly headers?: Readonly<Record<string, string>> }

function post(body: unknown, { key = FULL_KEY, headers = {} }: Asker = {}): Promise<ApiReply> {
  const credential: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` }
  return api.server.post(PATH, body, { key: null, headers: { ...credential, ...headers } })
}

function bodyOf({ wire, signature }: Pick<Signed, 'wire'> & { signature?: string }): { signed_tx_base64: string } {
  if (signature !== undefined) sent.add(signature)
  return { signed_tx_base64: Buffer.from(wire).toString('base64') }
}

/** A refusal before anything was done: nothing was spent, and asking again is safe. */
function assertRefused(reply: ApiReply, error: string | RegExp, status = 400, code = 'bad_request'): void {
  assertFails(reply, status, error)
  const { stage, fee_lamports, retry_safe } = reply.json
  assert.deepEqual([reply.json.code, stage, fee_lamports, retry_safe], [code, 'validate', 0, true])
}

async function landed(signature: string): Promise<{ slot: number; err: unknown }> {
  type Status = { slot: number; err: unknown; confirmationStatus: string } | null
  let status: Status = null
  await until(async () => {
    const { value } = await lab.rpc<{ value: Status[] }>('getSignatureStatuses', [[signature]])
    status = value[0]!
    return status !== null && status.confirmationStatus !== 'processed'
  }, `${signature} lands`)
  return status!
}

/** A version 1 transaction of exactly so many bytes. */
async function ofBytes(bytes: number): Promise<Signed> {
  const sized = (letters: number) =>
    lab.sign({ payer, version: 1, instructions: [make.memo('m'.repeat(letters), [payer.address])] })
  const bare = await sized(1)
  const signed = await sized(1 + bytes - bare.wire.length)
  assert.equal(signed.wire.length, bytes)
  return signed
}

test('what the caller signed is sent and lands: legacy, version 0 and version 1', async () => {
  for (const version of ['legacy', 0, 1] as const) {
    const signed = await lab.pay({ payer, version })
    const sent = success(await post(bodyOf(signed)))
    assert.deepEqual(sent, {
      success: true,
      signature: signed.signature,
      submitted_via: 'swqos',
      bundle_id: null,
      rpc_fallback: false,
      landing: 'pending',
    })
    assert.equal((await landed(signed.signature)).err, null)
  }
})

test('a tip in the transaction sends it as a bundle, in every version', async () => {
  for (const version of ['legacy', 0, 1] as const) {
    const signed = await lab.pay({ payer, tip: 1_000n, version })
    const sent = success(await post(bodyOf(signed)))
    assert.deepEqual([sent.submitted_via, sent.rpc_fallback, sent.landing], ['jito_bundle', false, 'pending'])
    assert.match(sent.bundle_id, /^[0-9a-f]{64}$/)
    assert.equal((await landed(signed.signature)).err, null)
  }
})

test('too small a tip, a payment to someone else and the word tip_lamports are no tip', async () => {
  const small = await lab.pay({ payer, tip: 999n })
  const stranger = await lab.pay({ payer, lamports: 5_000_000n })
  const word = { ...bodyOf(await lab.pay({ payer })), tip_lamports: 1_500_000 }
  for (const body of [bodyOf(small), bodyOf(stranger), word])
    assert.equal(success(await post(body)).submitted_via, 'swqos')
})

test('tip_lamports is for information: nothing that it may hold matters', async () => {
  for (const tip_lamports of [0, -1, 1.5, 'many', null, {}, 2 ** 63]) {
    const body = { ...bodyOf(await lab.pay({ payer })), tip_lamports }
    assert.equal(success(await post(body)).submitted_via, 'swqos')
  }
})

test('a tip account that hides in a lookup table or is only named makes no bundle', async () => {
  const named = await lab.sign({
    payer,
    instructions: [
      make.memo(TIP_ACCOUNT, [payer.address]),
      { ...make.memo('tip', [payer.address]), accounts: [{ address: TIP_ACCOUNT, isSigner: false, isWritable: true }] },
    ],
  })
  assert.equal(success(await post(bodyOf(named))).submitted_via, 'swqos')
})

test('what the block engine does not take goes the public way', async () => {
  await lab.withFault({ provider: 'jito', kind: 'status', status: 503 }, async () => {
    const sent = success(await post(bodyOf(await lab.pay({ payer, tip: 10_000n }))))
    assert.deepEqual([sent.submitted_via, sent.bundle_id, sent.rpc_fallback], ['swqos', null, false])
  })
})

test('where only the node takes it, that is said', async () => {
  const bare = await tradingServer(lab.sandbox, { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: lab.sandbox.urls['rpc']! })
  try {
    for (const tip of [0n, 10_000n]) {
      const signed = await lab.pay({ payer, tip })
      const sent = success(await bare.post(PATH, bodyOf(signed)))
      assert.deepEqual([sent.submitted_via, sent.bundle_id, sent.rpc_fallback], ['fallback_rpc', null, true])
      assert.equal((await landed(signed.signature)).err, null)
      await landingUnderWay(bare.ctx, signed.signature)
    }
  } finally {
    await bare.server.stop()
  }
})

test('without a node the route is not configured', async () => {
  const nodeless = await tradingServer(lab.sandbox, { MINTGLASS_MODE: 'live' })
  try {
    assertFails(await nodeless.post(PATH, bodyOf(await lab.pay({ payer }))), 503, /rpc/)
  } finally {
    await nodeless.server.stop()
  }
})

test('what no one takes is a failure that names its signature, and may be sent again', async () => {
  const signed = await lab.pay({ payer })
  await lab.withFault(DROPPED, async () => {
    const reply = await post(bodyOf(signed))
    assertFails(reply, 502, 'no sender accepted the transaction')
    const { code, stage, signature, fee_lamports, retry_safe } = reply.json
    assert.deepEqual(
      { code, stage, signature, fee_lamports, retry_safe },
      { code: 'upstream', stage: 'send', signature: signed.signature, fee_lamports: 0, retry_safe: true },
    )
  })
  assert.equal(success(await post(bodyOf(signed))).signature, signed.signature)
  await landed(signed.signature)
})

test('what is on the chain already is taken again and moves nothing again', async () => {
  const to = encodeBase58(Buffer.alloc(32, 9))
  for (const tip of [0n, 10_000n]) {
    const before = await lab.balance(to)
    const signed = await lab.pay({ payer, to, tip })
    success(await post(bodyOf(signed)))
    await landed(signed.signature)
    assert.equal(success(await post(bodyOf(signed))).signature, signed.signature)
    await lab.step(3)
    assert.equal((await lab.balance(to)) - before, 1_000_000_000n)
  }
})

test('2 KiB on the wire are taken, and not a byte more', async () => {
  const largest = await ofBytes(2_048)
  assert.equal(success(await post(bodyOf(largest))).signature, largest.signature)
  await landed(largest.signature)
  const larger = Buffer.concat([largest.wire, Buffer.alloc(1)])
  assertRefused(await post(bodyOf({ wire: larger })), 'signed_tx_base64: expected base64 of at most 2048 bytes')
  assertRefused(
    await post(bodyOf({ wire: Buffer.alloc(40_000) })),
    'signed_tx_base64: expected base64 of at most 2048 bytes',
  )
  assert.equal((await post(bodyOf({ wire: Buffer.alloc(60_000) }))).status, 413, 'a body over 64 KiB is not read')
})

test('legacy and version 0 fit into one packet', async () => {
  for (const version of ['legacy', 0] as const) {
    const input = { payer: payer.address, blockhash: payer.address, instructions: [make.memo('x'.repeat(1_100))] }
    const message = version === 0 ? compileV0Message({ ...input, lookupTables: [] }) : compileLegacyMessage(input)
    const wire = Buffer.concat([Buffer.of(1), signBytes(payer, message.bytes), message.bytes])
    assert(wire.length > 1_232 && wire.length < 2_048)
    assertRefused(await post(bodyOf({ wire })), /at most 1232/)
  }
})

const NO_BASE64 = 'signed_tx_base64: expected base64 of at most 2048 bytes'

test('signed_tx_base64 is required, a text, and base64', async () => {
  for (const body of [{}, { signed_tx_base64: null }]) assertRefused(await post(body), 'signed_tx_base64 is required')
  for (const body of [[], 'text', 7]) assertFails(await post(body), 400, /./)
  const good = bodyOf(await lab.pay({ payer })).signed_tx_base64
  for (const text of ['', '  ', 7, `${good.slice(0, 40)}*${good.slice(40)}`, good.replace(/^./, '%'), 'a', `${good}=A`])
    assertRefused(await post({ signed_tx_base64: text }), NO_BASE64)
})

test('blanks around the transaction and missing padding do no harm', async () => {
  const signed = await lab.pay({ payer })
  const text = bodyOf(signed).signed_tx_base64.replace(/=+$/, '')
  assert.equal(success(await post({ signed_tx_base64: ` ${text}\n` })).signature, signed.signature)
})

test('bytes that are no transaction are refused with the reason', async () => {
  const { wire } = await lab.pay({ payer })
  const wires = [
    Buffer.from('hello'),
    Buffer.alloc(300),
    Buffer.alloc(1_232, 255),
    wire.subarray(0, -1),
    wire.subarray(1),
    Buffer.concat([wire, Buffer.alloc(1)]),
    // Only the message, unsigned.
    wire.subarray(65),
  ]
  for (const bytes of wires) assertRefused(await post(bodyOf({ wire: bytes })), /^signed_tx_base64: /)
})

test('every signature must be there and be right', async () => {
  const other = await lab.wallet()
  const both = await lab.sign({
    payer,
    signers: [other],
    instructions: [make.transferLamports({ from: other.address, to: payer.address, lamports: 1_000_000n })],
  })
  const changed = (at: number, work: (bytes: Uint8Array) => void): Uint8Array => {
    const copy = Uint8Array.from(both.wire)
    work(copy.subarray(1 + 64 * at, 1 + 64 * (at + 1)))
    return copy
  }
  for (const [at, address] of [payer.address, other.address].entries()) {
    const missing = changed(at, (bytes) => bytes.fill(0))
    assertRefused(await post(bodyOf({ wire: missing })), `signed_tx_base64: the signature of ${address} is missing`)
    const wrong = changed(at, (bytes) => {
      bytes[5]! ^= 1
    })
    assertRefused(await post(bodyOf({ wire: wrong })), `signed_tx_base64: the signature of ${address} is not valid`)
  }
  const altered = Uint8Array.from(both.wire)
  // The amount: after it come the lookup tables, of which there are none.
  altered[altered.length - 3]! ^= 1
  assertRefused(await post(bodyOf({ wire: altered })), /is not valid/)
  assert.equal(success(await post(bodyOf(both))).signature, both.signature)
})

test('a failing transaction is sent all the same: what becomes of it is asked for', async () => {
  const signed = await lab.pay({ payer, lamports: 1_000_000_000_000n })
  success(await post(bodyOf(signed)))
  assert.notEqual((await landed(signed.signature)).err, null)
})

test('a dropped transaction is offered again after the answer', async () => {
  const signed = await lab.pay({ payer })
  // The node alone takes it, and forgets it: the sender is refused once.
  await lab.withFault({ ...DROPPED, times: 1 }, async () => {
    assert.equal(success(await post(bodyOf(signed))).signature, signed.signature)
  })
  await landed(signed.signature)
})

test('a bearer key with the scope trade is needed', async () => {
  const body = bodyOf(await lab.pay({ payer }))
  assertFails(await post(body, { key: null }), 401, /./)
  assertFails(await post(body, { key: 'rt_nobody' }), 401, /./)
  assertFails(await post(body, { key: READ_KEY }), 403, /trade/)
  assertFails(await api.server.post(PATH, body, { key: FULL_KEY }), 401, /./)
})

test('a request that comes again with its Idempotency-Key gets the first answer, byte for byte', async () => {
  const body = bodyOf(await lab.pay({ payer, tip: 10_000n }))
  const headers = { 'Idempotency-Key': 'again' }
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => post(body, { headers })))
  success(first!)
  for (const other of others) assert.deepEqual([other.status, other.text], [200, first!.text])
  // Later, when the engine would not take it any more.
  await lab.step(3)
  const later = await post(body, { headers })
  assert.deepEqual([later.status, later.text], [200, first!.text])
})

test('the same Idempotency-Key with another transaction is refused, other users have keys of their own', async () => {
  const headers = { 'Idempotency-Key': 'mine' }
  const signed = await lab.pay({ payer })
  success(await post(bodyOf(signed), { headers }))
  const other = await lab.pay({ payer })
  const reply = await post(bodyOf(other), { headers })
  assertFails(reply, 409, /Idempotency-Key/)
  const { code, stage, fee_lamports, retry_safe } = reply.json
  assert.deepEqual([code, stage, fee_lamports, retry_safe], ['idempotency_mismatch', 'validate', 0, true])
  assert.equal(await lab.rpc('getTransaction', [other.signature, { maxSupportedTransactionVersion: 1 }]), null)
  // tip_lamports means nothing, so it makes no other request.
  success(await post({ ...bodyOf(signed), tip_lamports: 7 }, { headers }))
  assert.equal(
    success(await post(bodyOf(other), { headers: { ...headers, 'X-User-Ref': 'eve' } })).signature,
    other.signature,
  )
  await landed(other.signature)
})

test('what no one took does not use its Idempotency-Key up', async () => {
  const body = bodyOf(await lab.pay({ payer }))
  const headers = { 'Idempotency-Key': 'refused at first' }
  await lab.withFault(DROPPED, async () => {
    assertFails(await post(body, { headers: { 'Idempotency-Key': 'refused-at-first' } }), 502, /accepted/)
  })
  success(await post(body, { headers: { 'Idempotency-Key': 'refused-at-first' } }))
  assertFails(await post(body, { headers }), 400, /Idempotency-Key/)
})

test('an Idempotency-Key is 1 to 255 visible characters, an X-User-Ref a user', async () => {
  const body = bodyOf(await lab.pay({ payer }))
  assertRefused(await post(body, { headers: { 'Idempotency-Key': 'k'.repeat(256) } }), /1 to 255/)
  assertRefused(await post(body, { headers: { 'Idempotency-Key': 'two words' } }), /visible ASCII/)
  assertRefused(await post(body, { headers: { 'X-User-Ref': 'no/user' } }), 'invalid X-User-Ref')
  success(await post(body, { headers: { 'Idempotency-Key': 'k'.repeat(255), 'X-User-Ref': 'bob' } }))
})

test('when no one says whether it was taken, nothing is said about the fee, and asking again shows it', async () => {
  const signed = await lab.pay({ payer })
  const headers = { 'Idempotency-Key': 'slow' }
  await lab.withFault(
    { provider: 'rpc', match: 'sendTransaction', kind: 'delay', delayMs: 6_000, times: 4 },
    async () => {
      const reply = await post(bodyOf(signed), { headers })
      assertFails(reply, 502, /may land/)
      const { code, stage, signature, fee_lamports, retry_safe } = reply.json
      assert.deepEqual(
        { code, stage, signature, fee_lamports, retry_safe },
        { code: 'upstream', stage: 'send', signature: signed.signature, fee_lamports: null, retry_safe: true },
      )
    },
  )
  assert.equal(success(await post(bodyOf(signed), { headers })).signature, signed.signature)
  await landed(signed.signature)
})
