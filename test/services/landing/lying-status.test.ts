import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { LANDING } from '../../../src/config/landing.ts'
import { land } from '../../../src/services/landing/land.ts'
import type { LandInput } from '../../../src/services/landing/landing.ts'
import { openLandingLab, type Signed } from '../../support/landing-lab.ts'
import { startLocalServer } from '../../support/local-server.ts'

/* A node whose answers about a signature contradict each other: one false answer decides nothing. */

type Call = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }
type Lie = (call: Call) => object | undefined

const lab = await openLandingLab()
after(() => lab.stop())
const payer = await lab.wallet()
let lie: Lie = () => undefined
const node = await startLocalServer(async ({ body }, response) => {
  const asked = JSON.parse(body) as Call | Call[]
  const answerOf = async (call: Call): Promise<object> => {
    const changed = lie(call)
    if (changed !== undefined) return { jsonrpc: '2.0', id: call.id, ...changed }
    const reply = await fetch(lab.sandbox.urls['rpc']!, {
      method: 'POST',
      body: JSON.stringify(call),
      headers: { 'content-type': 'application/json' },
    })
    return (await reply.json()) as object
  }
  const answers = Array.isArray(asked) ? await Promise.all(asked.map(answerOf)) : await answerOf(asked)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers))
})
after(() => node.close())
const server = await lab.openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })

async function landWith(signed: Signed, lies: Lie, more: Partial<LandInput> = {}) {
  lie = lies
  try {
    return await land(server.ctx, { ...signed, bundle: false, deadlineMs: 20_000, ...more })
  } finally {
    lie = () => undefined
  }
}

const status = (params: readonly unknown[], row: object | null) => ({
  result: { context: { slot: 460_000_900 }, value: (params[0] as string[]).map(() => row) },
})
const CONFIRMED = { slot: 460_000_000, confirmations: null, err: null, confirmationStatus: 'finalized' }
const DROPPED = { error: { code: -32_002, message: 'dropped' } }

test('a status of a transaction that was never sent is no landing', async () => {
  const signed = await lab.pay({ payer })
  const landing = await landWith(
    signed,
    ({ method, params }) =>
      method === 'sendTransaction'
        ? DROPPED
        : method === 'getSignatureStatuses'
          ? status(params, CONFIRMED)
          : undefined,
    { deadlineMs: LANDING.recordTries * LANDING.recordPauseMs + 2_000 },
  )
  assert.equal(landing.status, 'pending', inspect(landing))
})

test('a node that keeps no records must say twice that it is confirmed', async () => {
  for (const isRepeated of [false, true]) {
    const signed = await lab.pay({ payer })
    const landing = await landWith(
      signed,
      ({ method, params }) => {
        if (method === 'sendTransaction') return DROPPED
        if (method === 'getTransaction') return { error: { code: -32_011, message: 'no history' } }
        const isSecond = params[1] !== undefined
        return method === 'getSignatureStatuses'
          ? status(params, isSecond && !isRepeated ? null : CONFIRMED)
          : undefined
      },
      // One that lands ends sooner.
      { deadlineMs: LANDING.recordTries * LANDING.recordPauseMs + (isRepeated ? 30_000 : 2_000) },
    )
    assert.equal(landing.status, isRepeated ? 'landed' : 'pending', inspect(landing))
  }
})

test('an error that only the status has is not that of the transaction', async () => {
  const signed = await lab.pay({ payer })
  const err = { InstructionError: [1, { Custom: 6_001 }] }
  const landing = await landWith(signed, ({ method, params }) =>
    method === 'getSignatureStatuses' ? status(params, { ...CONFIRMED, err }) : undefined,
  )
  assert(landing.status === 'landed', inspect(landing))
  assert.equal(landing.err, null)
  const record = await lab.rpc<{ slot: number }>('getTransaction', [
    signed.signature,
    { commitment: 'confirmed', maxSupportedTransactionVersion: 1 },
  ])
  assert.equal(landing.slot, record.slot)
})

test('what a history does not have, and a record shows, has landed: it is never given up for dead', async () => {
  const signed = await lab.pay({ payer })
  const height = (await lab.rpc<{ blockHeight: number }>('getEpochInfo', [{ commitment: 'confirmed' }])).blockHeight
  const landing = await landWith(
    signed,
    ({ method, params }) => (method === 'getSignatureStatuses' ? status(params, null) : undefined),
    // Dead as soon as the chain has another block.
    { lastValidBlockHeight: height },
  )
  assert(landing.status === 'landed', inspect(landing))
  assert.equal(landing.err, null)
})
