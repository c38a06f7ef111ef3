// second run: waits for a second and a half in which nothing may be sent again

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromSeed } from '../../../src/chain/solana/keypair.ts'
import { LANDING } from '../../../src/config/landing.ts'
import { land, landingUnderWay } from '../../../src/services/landing/land.ts'
import type { LandInput, Landing } from '../../../src/services/landing/landing.ts'
import { openLandingLab, type Signed } from '../../support/landing-lab.ts'
import { until } from '../../support/until.ts'

const lab = await openLandingLab()
after(() => lab.stop())
const { server } = lab
const payer = await lab.wallet()
/** Reaches its node over HTTP only. */
const deaf = await lab.openServer({
  MINTGLASS_MODE: 'live',
  SOLANA_RPC_URL: lab.sandbox.urls['rpc']!,
})

function input(signed: Signed, more: Partial<LandInput> = {}): LandInput {
  return { ...signed, bundle: false, deadlineMs: 60_000, ...more }
}

/** Waits until the server has looked at the chain and found it that high. */
async function lookedAt(signature: string, blockHeight: number): Promise<void> {
  let seen = -1
  const stop = server.ctx.parts.chainWatch.watch(signature, ({ height }) => {
    seen = height?.blockHeight ?? seen
  })
  await until(
    () => seen >= blockHeight,
    () => `a look at block ${blockHeight}, not ${seen}`,
  )
  stop()
}

async function confirmedHeight(): Promise<number> {
  return (await lab.rpc<{ blockHeight: number }>('getEpochInfo', [{ commitment: 'confirmed' }])).blockHeight
}

function landedOf(landing: Landing) {
  assert(landing.status === 'landed', inspect(landing))
  return landing
}

test('a payment lands, and the landing says where, at what fee and how it was heard of', async () => {
  const signed = await lab.pay({ payer })
  // A look that sees it before a slow machine hears of it would be right, too.
  const landing = await lab.withFault(
    { provider: 'rpc', match: 'getSignatureStatuses', kind: 'rpcError', code: -32_603, message: 'not now' },
    async () => landedOf(await land(server.ctx, input(signed))),
  )
  assert.deepEqual(
    [
      landing.signature,
      landing.err,
      landing.feeLamports,
      landing.confirmMethod,
      landing.submittedVia,
      landing.bundleId,
    ],
    [signed.signature, null, 5_000n, 'subscription', 'swqos', null],
  )
  const record = await lab.rpc<{ slot: number; meta: { logMessages: string[] } }>('getTransaction', [
    signed.signature,
    { commitment: 'confirmed', maxSupportedTransactionVersion: 1 },
  ])
  assert.deepEqual([landing.slot, landing.logs], [record.slot, record.meta.logMessages])
  assert(landing.sendMs >= 0 && landing.confirmMs > 0)
  assert.equal(landingUnderWay(server.ctx, signed.signature), null)
})

test('without a notification the status is polled, and the node alone sends the transaction', async () => {
  const landing = landedOf(await land(deaf.ctx, input(await lab.pay({ payer }))))
  assert.deepEqual([landing.confirmMethod, landing.submittedVia], ['polling', 'fallback_rpc'])
})

test('a notification that never comes is replaced by polling', async () => {
  const signed = await lab.pay({ payer })
  await lab.withFault(
    { provider: 'pubsub', match: 'signatureSubscribe', kind: 'rpcError', code: -32_601, message: 'no' },
    async () => {
      assert.equal(landedOf(await land(server.ctx, input(signed))).confirmMethod, 'polling')
    },
  )
})

test('a transaction that fails on the chain has landed: with its error, its logs and its fee', async () => {
  const signed = await lab.pay({ payer, lamports: 1_000_000_000_000n })
  const landing = landedOf(await land(server.ctx, input(signed)))
  assert.deepEqual(landing.err, { InstructionError: [1, { Custom: 1 }] })
  assert.equal(landing.feeLamports, 5_000n)
  assert(landing.logs.some((line) => line.includes('insufficient lamports')))
})

test('what the first leader drops is offered again', async () => {
  const signed = await lab.pay({ payer })
  // The sender and the node are asked once each in a round.
  await lab.withFault(
    { provider: 'rpc', match: 'sendTransaction', times: 4, kind: 'rpcError', code: -32_002, message: 'dropped' },
    async () => {
      const landing = landedOf(await land(deaf.ctx, input(signed)))
      assert(landing.sendMs > 1_000, `${landing.sendMs}`)
    },
  )
})

test('not landed is said only once the blockhash is dead and the history does not have it', async () => {
  const signed = await lab.pay({ payer })
  await lab.withFault(
    { provider: 'rpc', match: 'sendTransaction', kind: 'rpcError', code: -32_002, message: 'dropped' },
    () =>
      lab.stepping(async () => {
        const early = await land(server.ctx, input(signed, { deadlineMs: 1_500 }))
        assert.equal(early.status, 'pending')
        const lastAlive = signed.lastValidBlockHeight
        await lab.step(lastAlive - (await confirmedHeight()))
        await lookedAt(signed.signature, lastAlive)
        const alive = await land(server.ctx, input(signed, { deadlineMs: 1_000 }))
        assert.equal(alive.status, 'pending')
        await lab.step(1)
        const dead = await land(server.ctx, input(signed))
        assert.deepEqual([dead.status, dead.status === 'not_landed' && dead.submittedVia], ['not_landed', null])
      }),
  )
  assert.equal(await lab.rpc('getTransaction', [signed.signature]), null)
})

test('where no one knows how long a blockhash lives it is 150 blocks from now at most', async () => {
  const signed = await lab.pay({ payer })
  await lab.withFault(
    { provider: 'rpc', match: 'sendTransaction', kind: 'rpcError', code: -32_002, message: 'dropped' },
    () =>
      lab.stepping(async () => {
        const unknown = input(signed, { lastValidBlockHeight: null })
        assert.equal((await land(server.ctx, { ...unknown, deadlineMs: 1_000 })).status, 'pending')
        const height = await confirmedHeight()
        await lookedAt(signed.signature, height)
        await lab.step(150)
        await lookedAt(signed.signature, height + 150)
        assert.equal((await land(server.ctx, { ...unknown, deadlineMs: 1_000 })).status, 'pending')
        await lab.step(1)
        assert.equal((await land(server.ctx, unknown)).status, 'not_landed')
      }),
  )
})

test('a node that has no record of what landed is believed about the slot', async () => {
  const signed = await lab.pay({ payer })
  const landing = await lab.withFault(
    { provider: 'rpc', match: 'getTransaction', kind: 'rpcError', code: -32_004, message: 'no record' },
    async () => landedOf(await land(server.ctx, input(signed))),
  )
  const record = await lab.rpc<{ slot: number }>('getTransaction', [
    signed.signature,
    { commitment: 'confirmed', maxSupportedTransactionVersion: 1 },
  ])
  assert.deepEqual([landing.transaction, landing.slot, landing.feeLamports], [null, record.slot, null])
})

test('after a restart the chain is asked: what landed meanwhile has landed, what died has not', async () => {
  const landed = await lab.pay({ payer })
  await lab.rpc('sendTransaction', [Buffer.from(landed.wire).toString('base64'), { encoding: 'base64' }])
  const never = await lab.pay({ payer })
  // Older than what a node finds without its history.
  await lab.step(400)
  const sentBeforeMs = Date.now()
  const found = landedOf(await land(server.ctx, input(landed, { sentBeforeMs })))
  assert.deepEqual([found.sendMs, found.err], [0, null])
  // What was not sent again is counted from when it was asked for.
  assert(found.confirmMs >= 0 && found.confirmMs <= Date.now() - sentBeforeMs + 1, `${found.confirmMs}`)
  assert.equal((await land(server.ctx, input(never, { sentBeforeMs }))).status, 'not_landed')
})

test('what was signed before a crash and is still alive is sent', async () => {
  const signed = await lab.pay({ payer })
  landedOf(await land(server.ctx, input(signed, { sentBeforeMs: Date.now() })))
})

test('no one waits longer than asked, also on a node that hangs, and the transaction lands all the same', async () => {
  const signed = await lab.pay({ payer })
  await lab.withFault({ provider: 'rpc', kind: 'delay', delayMs: 60_000, times: 8 }, async () => {
    const rpc = deaf.ctx.chain.rpc!
    const { call } = rpc
    let isGivenUp = false
    Object.assign(rpc, {
      call: (...args: Parameters<typeof call>) =>
        call(...args).finally(() => {
          isGivenUp = true
        }),
    })
    const startMs = performance.now()
    const landing = await land(deaf.ctx, input(signed, { deadlineMs: 700 }))
    const tookMs = performance.now() - startMs
    assert.equal(landing.status, 'pending')
    assert(tookMs >= 690 && tookMs < 1_200, `${tookMs}`)
    assert(!isGivenUp, 'the first call to the node still hangs')
    Object.assign(rpc, { call })
  })
  landedOf((await landingUnderWay(deaf.ctx, signed.signature)) ?? (await land(deaf.ctx, input(signed))))
})

test('a caller who leaves ends the waiting and not the sending', async () => {
  const signed = await lab.pay({ payer })
  const left = AbortSignal.abort()
  assert.equal((await land(server.ctx, input(signed), left)).status, 'pending')
  landedOf((await landingUnderWay(server.ctx, signed.signature))!)
})

test('callers with the same transaction wait for the same landing', async () => {
  const signed = await lab.pay({ payer })
  const [one, other] = await Promise.all([land(server.ctx, input(signed)), land(server.ctx, input(signed))])
  assert.equal(one, other)
})

test('without a node nothing is sent, and that is certain', async () => {
  const nodeless = await lab.openServer({ MINTGLASS_MODE: 'live' })
  const landing = await land(nodeless.ctx, input(await lab.pay({ payer })))
  assert.equal(landing.status, 'not_landed')
})

test('without a node nothing is certain of what may have been sent before', async () => {
  const nodeless = await lab.openServer({ MINTGLASS_MODE: 'live' })
  const landing = await land(nodeless.ctx, input(await lab.pay({ payer }), { sentBeforeMs: Date.now() }))
  assert.equal(landing.status, 'pending')
})

test('who has the bytes sends them, also while another one only looks for the signature', async () => {
  const signed = await lab.pay({ payer })
  const looked = land(server.ctx, input(signed, { wire: null, sentBeforeMs: Date.now() }))
  const sent = await land(server.ctx, input(signed, { sentBeforeMs: Date.now() }))
  assert.equal(landedOf(sent).signature, landedOf(await looked).signature)
})

test('a durable nonce keeps a transaction alive beyond its blockhash; it is dead when the nonce has moved on', async () => {
  const nonce = keypairFromSeed(Buffer.alloc(32, 7))
  const made = await lab.sign({
    payer,
    signers: [nonce],
    instructions: [
      make.createAccount({
        payer: payer.address,
        account: nonce.address,
        lamports: 2_000_000n,
        dataBytes: 80,
        owner: '11111111111111111111111111111111',
      }),
      make.initializeNonce({ nonce: nonce.address, authority: payer.address }),
    ],
  })
  landedOf(await land(server.ctx, input(made)))
  await lab.step(2)
  const nonceValue = async (): Promise<string> => {
    const { value } = await lab.rpc<{ value: { data: { parsed: { info: { blockhash: string } } } } }>(
      'getAccountInfo',
      [nonce.address, { encoding: 'jsonParsed', commitment: 'confirmed' }],
    )
    return value.data.parsed.info.blockhash
  }
  const paid = async (lamports: bigint, value: string) => {
    const instructions = [
      make.advanceNonce({ nonce: nonce.address, authority: payer.address }),
      make.transferLamports({ from: payer.address, to: nonce.address, lamports }),
    ]
    const signed = await lab.sign({ payer, instructions, blockhash: value })
    return input(signed, { lastValidBlockHeight: null, nonce: { account: nonce.address, value } })
  }
  const value = await nonceValue()
  const [first, second] = [await paid(1n, value), await paid(2n, value)]
  await lab.withFault(
    { provider: 'rpc', match: 'sendTransaction', kind: 'rpcError', code: -32_002, message: 'dropped' },
    async () => {
      const waiting = land(server.ctx, { ...second, deadlineMs: 4_000 })
      await lab.step(300)
      assert.equal((await waiting).status, 'pending')
    },
  )
  // It has been offered again meanwhile, so it lands; the other one lived by the same value.
  landedOf(await land(server.ctx, second))
  await lab.step(2)
  const dead = await land(server.ctx, first)
  assert.equal(dead.status, 'not_landed', inspect(dead))
})

test('a bundle lands as one', async () => {
  const signed = await lab.pay({ payer, tip: 10_000n })
  const landing = landedOf(await land(server.ctx, input(signed, { bundle: true })))
  assert.equal(landing.submittedVia, 'jito_bundle')
  assert.match(landing.bundleId!, /^[0-9a-f]{64}$/)
})

test('a bundle that the engine drops, or does not take, goes the public way', async () => {
  await lab.bundles('drop')
  const dropped = landedOf(await land(server.ctx, input(await lab.pay({ payer, tip: 10_000n }), { bundle: true })))
  assert.equal(dropped.submittedVia, 'swqos')
  assert.match(dropped.bundleId!, /^[0-9a-f]{64}$/)
  await lab.bundles('land')
  await lab.withFault({ provider: 'jito', kind: 'status', status: 503 }, async () => {
    const untaken = landedOf(await land(server.ctx, input(await lab.pay({ payer, tip: 10_000n }), { bundle: true })))
    assert.deepEqual([untaken.submittedVia, untaken.bundleId], ['swqos', null])
  })
  const unconfigured = landedOf(await land(deaf.ctx, input(await lab.pay({ payer, tip: 10_000n }), { bundle: true })))
  assert.deepEqual([unconfigured.submittedVia, unconfigured.bundleId], ['fallback_rpc', null])
})

test('a bundle that the engine lost goes the public way after a while', async () => {
  await lab.bundles('lose')
  const signed = await lab.pay({ payer, tip: 10_000n })
  const lost = input(signed, { bundle: true })
  const { going } = server.ctx.parts.landings.join(lost)!
  const landing = land(server.ctx, lost)
  await until(() => going.takenAtMs !== null, 'the engine takes the bundle')
  assert.equal(going.submittedVia, 'jito_bundle')
  server.clock.push(LANDING.bundleUnknownMs)
  assert.equal(landedOf(await landing).submittedVia, 'swqos')
  await lab.bundles('land')
})

test('a bundle that waits for its leader is not given away', async () => {
  await lab.bundles('hold')
  const signed = await lab.pay({ payer, tip: 10_000n })
  const held = input(signed, { bundle: true, deadlineMs: 2 * LANDING.bundleEveryMs })
  const { going } = server.ctx.parts.landings.join(held)!
  await until(() => going.takenAtMs !== null, 'the engine takes the bundle')
  const pending = await land(server.ctx, held)
  assert.deepEqual([pending.status, pending.submittedVia], ['pending', 'jito_bundle'])
  assert.equal(await lab.rpc('getTransaction', [signed.signature]), null)
  await lab.bundles('land')
  assert.equal(landedOf(await land(server.ctx, input(signed))).submittedVia, 'jito_bundle')
})

test('a server that ends follows nothing any more: who waits has the answer that it is pending, at once', async () => {
  const own = await lab.openServer()
  const { signature } = await lab.pay({ payer })
  const startedMs = performance.now()
  // Never sent here, and never dead: it would be looked for until the deadline.
  const waited = land(own.ctx, { ...NEVER_SENT, signature, lastValidBlockHeight: Number.MAX_SAFE_INTEGER })
  const { landings, chainWatch } = own.ctx.parts
  assert(landings.underWay(signature) !== null)
  await own.stop()
  const landing = await waited
  assert.deepEqual([landing.status, 'reason' in landing && landing.reason], ['pending', 'following has ended'])
  assert(performance.now() - startedMs < NEVER_SENT.deadlineMs / 2)
  assert.equal(landings.underWay(signature), null)
  const seen: unknown[] = []
  chainWatch.watch(signature, (sighting) => seen.push(sighting))
  await new Promise((resolve) => setTimeout(resolve, 2 * LANDING.statusEveryMs))
  assert.deepEqual(seen, [])
})

const NEVER_SENT = { wire: null, bundle: false, deadlineMs: 60_000, sentBeforeMs: 1 }
