import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens } from '../../support/published-tokens.ts'
import { assertFails } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/rpc'
/** Those the specification shows. */
const SHOWN = `getAccountInfo, getMultipleAccounts, getProgramAccounts, getBalance, getTokenAccountBalance,
  getTokenAccountsByOwner, getTokenAccountsByDelegate, getTokenLargestAccounts, getTokenSupply, getSlot, getBlockHeight,
  getBlock, getEpochInfo, getLatestBlockhash, getRecentBlockhash, getMinimumBalanceForRentExemption,
  getSignatureStatuses, getTransaction, getTransactionCount, getInflationReward, getStakeActivation, getVoteAccounts,
  getClusterNodes, getHealth, getVersion, getGenesisHash`
  .split(',')
  .map((name) => name.trim())
const REFUSED = ['sendTransaction', 'simulateTransaction', 'requestAirdrop', 'sendBundle', 'signTransaction']
const SUBSCRIPTIONS = ['accountSubscribe', 'logsSubscribe', 'slotSubscribe', 'signatureSubscribe', 'blockSubscribe']
const call = (method: unknown, params: unknown = []) => ({ jsonrpc: '2.0', id: 1, method, params })

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

async function straight(body: unknown): Promise<{ status: number; type: string | null; text: string }> {
  const reply = await fetch(sandbox.urls['rpc']!, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}

test('the node’s status, content type and body come back unchanged: values, refusals and batches', async () => {
  const [token] = await publishedTokens(sandbox)
  const bodies = [
    call('getGenesisHash'),
    call('getTokenSupply', [token!.mint]),
    call('getAccountInfo', ['not an address']),
    call('getStakeActivation', []),
    [call('getVersion'), call('getGenesisHash'), call('getBlockTime', [1])],
    { ...call('getGenesisHash'), id: 'text', extra: { kept: true } },
  ]
  for (const body of bodies) {
    const [relayed, own] = await Promise.all([server.post(PATH, body), straight(body)])
    assert.deepEqual(
      [relayed.status, relayed.headers['content-type'], relayed.text],
      [own.status, own.type, own.text],
      JSON.stringify(body),
    )
  }
})

test('every method that the specification shows reaches the node', async () => {
  const batch = SHOWN.slice(0, 25).map((method, id) => ({ ...call(method), id }))
  const reply = await server.post(PATH, batch)
  assert.equal(reply.status, 200)
  assert.deepEqual(
    reply.json.map(({ id }: { id: number }) => id),
    batch.map(({ id }) => id),
  )
  for (const method of SHOWN.slice(25)) assert.equal((await server.post(PATH, call(method))).status, 200, method)
})

test('nothing that sends, signs, simulates or subscribes gets through, alone or hidden in a batch', async () => {
  for (const method of [...REFUSED, ...SUBSCRIPTIONS, 'getslot', 'toString', '__proto__', ' getSlot']) {
    assertFails(await server.post(PATH, call(method)), 400, 'method not allowed')
    assertFails(await server.post(PATH, [call('getSlot'), call(method)]), 400, 'method not allowed')
  }
  const twice = '{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":[],"method":"getHealth"}'
  assert.equal((await server.post(PATH, twice)).json.result, 'ok', 'what is sent on is what was checked')
  const hidden = '{"jsonrpc":"2.0","id":1,"method":"getHealth","params":[],"method":"sendTransaction"}'
  assertFails(await server.post(PATH, hidden), 400, 'method not allowed')
})

test('a batch holds 1 to 25 calls', async () => {
  const calls = (count: number) => Array.from({ length: count }, () => call('getHealth'))
  assert.equal((await server.post(PATH, calls(25))).json.length, 25)
  assert.equal((await server.post(PATH, calls(1))).json.length, 1)
  for (const count of [0, 26, 1_000]) assertFails(await server.post(PATH, calls(count)), 400, /batch/)
})

test('what is no JSON object or list, and calls without a method, are refused', async () => {
  for (const body of ['', 'null', '5', '"getSlot"', 'true'])
    assertFails(await server.post(PATH, body), 400, 'json body required')
  for (const body of [{}, { method: 5 }, { method: null }, { method: '' }, [{}], ['getSlot'], [null], [[]]])
    assertFails(await server.post(PATH, body), 400, 'each call needs a string method')
})

test('each call is charged to its key as one upstream call', async () => {
  const key = 'rt_sandbox_enterprise'
  for (let i = 0; i < 3; i++) await server.post(PATH, call('getHealth'), { key })
  await server.flushUsage()
  const { summary, byRoute } = (await server.get('/api/v2/stats', { key })).json
  assert.equal(summary.provider_calls, 3)
  assert.deepEqual([byRoute[0].route, byRoute[0].calls], [`POST ${PATH}`, 3])
})
