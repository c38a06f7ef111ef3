// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { openLandingLab } from '../../support/landing-lab.ts'
import { openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { until } from '../../support/until.ts'

const [SEND, STATUS, TOKEN_INFO] = ['/api/rpc/send', '/api/rpc/status', '/api/token-info'] as const
const VERSIONS = ['legacy', 0, 1] as const

const lab = await openLandingLab()
const server = await openServer({ SANDBOX_URL: lab.sandbox.urls['rpc']! })
const payer = await lab.wallet()
after(async () => {
  await server.stop()
  await lab.stop()
})

const post = (path: string, body: unknown): Promise<ApiReply> => server.post(path, body, { key: null })
const textOf = (wire: Uint8Array): string => Buffer.from(wire).toString('base64')

/** Pays more than anyone has. */
function overspend() {
  const to = strangerAddress(1)
  return make.transferLamports({ from: payer.address, to, lamports: 1_000_000_000_000_000n })
}

test('what is sent lands, in every version, and its status says so without a key', async () => {
  for (const version of VERSIONS) {
    const { wire, signature } = await lab.pay({ payer, version })
    const reply = await post(SEND, { transaction: textOf(wire) })
    assert.deepEqual([reply.status, reply.json], [200, { jsonrpc: '2.0', result: signature, id: 1 }], String(version))
    let row: { err: unknown; confirmationStatus: string } | null = null
    await until(async () => {
      row = (await post(STATUS, { signature })).json.result.value[0]
      return row !== null && row.confirmationStatus !== 'processed'
    }, `${signature} is confirmed`)
    assert.equal(row!.err, null)
  }
})

test('what the node refuses stands in its own envelope under 200', async () => {
  const { wire } = await lab.sign({ payer, version: 0, instructions: [overspend()] })
  const refused = await post(SEND, { transaction: textOf(wire) })
  assert.equal(refused.status, 200)
  assert.equal(refused.json.error.code, -32_002)
  assert(refused.json.error.data.logs.length > 0)
  assert.equal(refused.json.success, undefined, 'the envelope is the node’s')
  const garbage = await post(SEND, { transaction: 'no transaction' })
  assert.deepEqual([garbage.status, garbage.json.error.code], [200, -32_602])
})

test('options of the caller are merged over the defaults: preflight can be skipped', async () => {
  const { wire, signature } = await lab.sign({ payer, version: 0, instructions: [overspend()] })
  const skipped = await post(SEND, { transaction: textOf(wire), options: { skipPreflight: true } })
  assert.deepEqual(skipped.json, { jsonrpc: '2.0', result: signature, id: 1 })
  // Base58 is the node's own default: an option of the caller's replaces ours.
  const { wire: other } = await lab.pay({ payer, version: 'legacy' })
  const base58 = await post(SEND, { transaction: encodeBase58(other), options: { encoding: 'base58' } })
  assert.equal(typeof base58.json.result, 'string', base58.text)
})

test('status answers line up with the signatures, null for those the node does not know', async () => {
  const { wire, signature } = await lab.pay({ payer, version: 0 })
  await post(SEND, { transaction: textOf(wire) })
  const stranger = encodeBase58(new Uint8Array(64).fill(9))
  await until(async () => {
    const { status, json } = await post(STATUS, { signatures: [stranger, signature, stranger] })
    assert.equal(status, 200)
    const { value } = json.result
    assert.equal(value.length, 3)
    assert.deepEqual([value[0], value[2]], [null, null])
    return value[1] !== null
  }, 'the status of the one that was sent')
})

test('token-info returns for the chain’s tokens what the service says', async () => {
  const [token] = await publishedTokens(lab.sandbox)
  const { status, json } = await post(TOKEN_INFO, { mints: [token!.mint, strangerAddress(3)] })
  assert.equal(status, 200)
  const supply = await lab.rpc<{ value: { amount: string; decimals: number } }>('getTokenSupply', [token!.mint])
  const row = json.tokens[token!.mint]
  assert.deepEqual([row.symbol, row.supply, row.decimals], [token!.symbol, supply.value.amount, supply.value.decimals])
  assert.deepEqual(json.unknown, [strangerAddress(3)])
})

test('the emulated token-info service answers as the chain stands, and refuses what it cannot take', async () => {
  const address = lab.sandbox.urls['tokenInfo']!
  const ask = async (body: string, method = 'POST') => {
    const reply = await fetch(address, { method, ...(method === 'POST' ? { body } : {}) })
    return [reply.status, await reply.json()]
  }
  assert.deepEqual(await ask('{"mints":[]}'), [400, { error: 'mints must be a non-empty array of strings' }])
  assert.deepEqual(await ask('nonsense'), [400, { error: 'mints must be a non-empty array of strings' }])
  assert.deepEqual(await ask('', 'GET'), [405, { error: 'POST only' }])
  const many = JSON.stringify({ mints: Array.from({ length: 501 }, (_, i) => strangerAddress(i)) })
  assert.deepEqual(await ask(many), [413, { error: 'at most 500 mints' }])
  const relayed = await post(TOKEN_INFO, JSON.parse(many))
  assert.deepEqual([relayed.status, relayed.json], [413, { error: 'at most 500 mints' }])
})
