import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { closeBody, confirmBody } from '../../../src/routes/recovery/recovery-body.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { assertFails } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const SIGNATURE = '5'.repeat(88)
/** Of the pattern, but too large for 32 bytes. */
const NO_KEY = 'z'.repeat(44)

let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const LIST = 'walletAddresses: expected a list of 1 to 20 wallet addresses'

test('lists of wallets that are none, empty or too long are 400 by name, on check and on close', async () => {
  for (const path of ['/api/v1/check', '/api/v1/close']) {
    assertFails(await server.post(path, {}), 400, 'walletAddresses is required')
    assertFails(await server.post(path, { walletAddresses: null }), 400, 'walletAddresses is required')
    assertFails(await server.post(path, []), 400, 'expected a JSON object')
    assertFails(await server.post(path, { walletAddresses: [7] }), 400, 'walletAddresses[0]: expected a text')
    for (const walletAddresses of [[], WALLET, {}, Array.from({ length: 21 }, () => WALLET)])
      assertFails(await server.post(path, { walletAddresses }), 400, LIST)
    for (const walletAddresses of [['nobody'], [''], [NO_KEY], ['nobody', NO_KEY]])
      assertFails(await server.post(path, { walletAddresses }), 400, 'invalid wallet')
  }
})

test('twenty wallets are taken', async () => {
  const walletAddresses = Array.from({ length: 20 }, () => WALLET)
  for (const path of ['/api/v1/check', '/api/v1/close'])
    assert.equal((await server.post(path, { walletAddresses })).status, 200)
})

test('members of the wrong kind are 400 by name', async () => {
  const walletAddresses = [WALLET]
  const check = (body: object) => server.post('/api/v1/check', { walletAddresses, ...body })
  const close = (body: object) => server.post('/api/v1/close', { walletAddresses, ...body })
  assertFails(await check({ includeAccounts: 'yes' }), 400, 'includeAccounts: expected true or false')
  assertFails(await close({ burnAccounts: 1 }), 400, 'burnAccounts: expected true or false')
  assertFails(await close({ burnValuable: 'no' }), 400, 'burnValuable: expected true or false')
  assertFails(await close({ refundWallet: 'me' }), 400, 'invalid refundWallet')
  assertFails(await close({ refundWallet: NO_KEY }), 400, 'invalid refundWallet')
  assertFails(await close({ selectedTokens: 'all' }), 400, 'selectedTokens: expected a list of up to 5000 mints')
  assertFails(await close({ selectedTokens: ['all'] }), 400, 'invalid mint')
  for (const maxTransactionVersion of [2, '1', true])
    assertFails(await close({ maxTransactionVersion }), 400, 'maxTransactionVersion: expected 0 or 1')
})

test('what a confirmation must say is asked for by name', async () => {
  const confirm = (body: object) => server.post('/api/v1/confirm', body)
  assertFails(await confirm({}), 400, 'walletAddress is required')
  assertFails(await confirm({ walletAddress: 'me', signature: SIGNATURE }), 400, 'invalid wallet')
  assertFails(await confirm({ walletAddress: WALLET }), 400, 'signature is required')
  assertFails(await confirm({ walletAddress: WALLET, signature: 'short' }), 400, 'invalid signature')
  const named = { walletAddress: WALLET, signature: SIGNATURE }
  for (const accountsClosed of [-1, 1.5, '3', 1_000_001])
    assertFails(
      await confirm({ ...named, accountsClosed }),
      400,
      'accountsClosed: expected an integer from 0 to 1000000',
    )
  for (const solRecovered of [-0.1, '1', 1e10, true])
    assertFails(await confirm({ ...named, solRecovered }), 400, /^solRecovered: expected a number from 0 to/)
  assertFails(await confirm({ ...named, more: 'x'.repeat(70_000) }), 413, 'payload too large')
})

test('absent members have the defaults of the specification', () => {
  const parsed = closeBody.parse({ walletAddresses: [WALLET], refundWallet: null, selectedTokens: null }, '')
  assert.deepEqual(parsed, {
    ok: true,
    value: {
      wallets: [WALLET],
      refundWallet: null,
      burnAccounts: false,
      burnValuable: false,
      selectedTokens: [],
      version: 0,
    },
  })
  const text = JSON.stringify({ walletAddress: WALLET, signature: SIGNATURE })
  assert.deepEqual(confirmBody.parse(JSON.parse(text), text), {
    ok: true,
    value: { walletAddress: WALLET, signature: SIGNATURE, accountsClosed: 0, lamports: 0n },
  })
})

test('a sum of doubles counts as the lamports it stands for, and large amounts keep every digit', () => {
  const lamportsOf = (sol: string) => {
    const text = `{"walletAddress":"${WALLET}","signature":"${SIGNATURE}","solRecovered":${sol}}`
    const parsed = confirmBody.parse(JSON.parse(text), text)
    assert(parsed.ok)
    return parsed.value.lamports
  }
  assert.equal(lamportsOf('0.00407856'), 4_078_560n)
  assert.equal(lamportsOf('0.10000000000000003'), 100_000_000n)
  assert.equal(lamportsOf('2.03928e-3'), 2_039_280n)
  assert.equal(lamportsOf('123456789.123456789'), 123_456_789_123_456_789n)
})

test('the recovery routes want a key that is valid', async () => {
  for (const path of ['/api/v1/check', '/api/v1/close', '/api/v1/confirm', '/api/v1/stats']) {
    const method = path.endsWith('stats') ? 'GET' : 'POST'
    const body = method === 'POST' ? { body: {} } : {}
    assertFails(await server.send(method, path, { key: null, ...body }), 401, 'missing API key')
    assertFails(await server.send(method, path, { key: 'mg_nobody', ...body }), 401, 'invalid API key')
  }
})
