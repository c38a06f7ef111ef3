import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listRpcMethods } from '../../../sandbox/rpc/endpoint.ts'
import { type Any, openTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

let sandbox: TestSandbox
before(async () => {
  sandbox = await openTestSandbox()
})
after(() => sandbox.close())

async function post(body: string | Uint8Array): Promise<string> {
  const reply = await fetch(sandbox.server.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.equal(reply.status, 200)
  return reply.text()
}
const errorOf = (text: string): Any => JSON.parse(text).error

/** The read-only allow-list of the service, and what a node offers beside it. */
const ALLOWED = `getAccountInfo getMultipleAccounts getProgramAccounts getBalance getTokenAccountBalance
  getTokenAccountsByOwner getTokenAccountsByDelegate getTokenLargestAccounts getTokenSupply getSlot getBlockHeight
  getBlock getEpochInfo getLatestBlockhash getMinimumBalanceForRentExemption getSignatureStatuses getTransaction
  getTransactionCount getInflationReward getVoteAccounts getClusterNodes getHealth getVersion getGenesisHash
  getSignaturesForAddress sendTransaction simulateTransaction requestAirdrop getBlocks getBlocksWithLimit getBlockTime
  getRecentPrioritizationFees getFeeForMessage isBlockhashValid getSupply getEpochSchedule getFirstAvailableBlock
  getSlotLeader getSlotLeaders getLeaderSchedule getIdentity getRecentPerformanceSamples getStakeMinimumDelegation
  getInflationRate getInflationGovernor getHighestSnapshotSlot minimumLedgerSlot getLargestAccounts`.split(/\s+/)

test('every method of the allow-list and of the brief is known', () => {
  const known = new Set(listRpcMethods())
  assert.deepEqual(
    ALLOWED.filter((method) => !known.has(method)),
    [],
  )
})

test('removed and unknown methods answer as on a node of today', async () => {
  for (const method of [
    'getRecentBlockhash',
    'getStakeActivation',
    'getConfirmedBlock',
    'constructor',
    '__proto__',
    '',
  ])
    assert.deepEqual((await sandbox.call(method)).error, { code: -32601, message: 'Method not found' }, method)
})

test('text that is no JSON, or nests too deep, is a parse error', async () => {
  const deep = `{"jsonrpc":"2.0","id":1,"method":"getSlot","params":${'['.repeat(65)}${']'.repeat(65)}}`
  for (const body of ['', '{', 'nonsense', '{"a":}', deep, Uint8Array.of(0x22, 0xff, 0xfe, 0x22)])
    assert.equal(await post(body), '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}')
  assert.equal(
    errorOf(await post(`{"jsonrpc":"2.0","id":1,"method":"getHealth","params":["${'['.repeat(500)}"]}`)).code,
    -32602,
  )
})

test('what is no request object is an invalid request and keeps its id', async () => {
  for (const body of [
    '1',
    '"getSlot"',
    'null',
    '[]',
    '{"jsonrpc":"1.0","id":1,"method":"getSlot"}',
    '{"id":1}',
    '{"id":1,"method":5}',
    '{"id":1,"method":"getSlot","params":"x"}',
    '{"id":{},"method":"getSlot"}',
    '{"id":1.5,"method":"getSlot"}',
  ])
    assert.equal(errorOf(await post(body)).code, -32600, body)
  assert.equal(JSON.parse(await post('{"id":"mine","method":5}')).id, 'mine')
})

test('a batch answers call by call, in order, and leaves notifications out', async () => {
  const text = await post(
    '[{"jsonrpc":"2.0","id":"a","method":"getHealth"},{"jsonrpc":"2.0","method":"getHealth"},7,{"id":null,"method":"nope"}]',
  )
  assert.deepEqual(JSON.parse(text), [
    { jsonrpc: '2.0', result: 'ok', id: 'a' },
    { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
    { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: null },
  ])
  assert.equal(await post('{"jsonrpc":"2.0","method":"getHealth"}'), '')
  assert.equal(await post('[{"jsonrpc":"2.0","method":"getHealth"}]'), '')
  const many = JSON.stringify(Array.from({ length: 1_001 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getHealth' })))
  assert.match(errorOf(await post(many)).message, /Batch too large/)
})

test('parameters by name are refused where the node takes a list, and the wrong number of them is said', async () => {
  assert.equal((await sandbox.call('getSlot', { commitment: 'confirmed' })).error?.code, -32602)
  assert.deepEqual((await sandbox.call('getBalance', [])).error, {
    code: -32602,
    message: '`params` should have at least 1 argument(s)',
  })
  assert.equal((await sandbox.call('getBalance', ['a', {}, 1])).error?.message, 'Expected from 1 to 2 parameters.')
  assert.deepEqual((await sandbox.call('getHealth', null)).result, 'ok')
})

test('parameters that do not read carry the node’s words', async () => {
  const cases: readonly [method: string, params: Any, message: RegExp][] = [
    ['getBalance', ['tooshort'], /^Invalid param: WrongSize$/],
    ['getBalance', ['0OIl'], /^Invalid param: Invalid$/],
    ['getBalance', [5], /^Invalid params: invalid type: integer `5`, expected a string\.$/],
    [
      'getBalance',
      ['11111111111111111111111111111111', { commitment: 'max' }],
      /unknown variant `max`, expected one of `processed`/,
    ],
    ['getBalance', ['11111111111111111111111111111111', 'confirmed'], /invalid type: string "confirmed"/],
    [
      'getAccountInfo',
      ['11111111111111111111111111111111', { encoding: 'hex' }],
      /unknown variant `hex`, expected one of `binary`, `base58`, `base64`, `jsonParsed`/,
    ],
    ['getTransaction', ['11111111111111111111111111111111'], /^Invalid param: WrongSize$/],
    ['getSignatureStatuses', [Array(257).fill('1'.repeat(64))], /^Too many inputs provided; max 256$/],
    [
      'getMultipleAccounts',
      [Array(101).fill('11111111111111111111111111111111')],
      /^Too many inputs provided; max 100$/,
    ],
    ['getSignaturesForAddress', ['11111111111111111111111111111111', { limit: 1001 }], /^Invalid limit; max 1000$/],
    [
      'getSignaturesForAddress',
      ['11111111111111111111111111111111', { commitment: 'processed' }],
      /^Method does not support commitment below `confirmed`$/,
    ],
    ['getBlock', [1.5], /invalid type: floating point `1\.5`, expected u64/],
    ['getBlocks', [0, 600_000], /^Slot range too large; max 500000$/],
    ['getBlocksWithLimit', [0, 500_001], /^Limit too large; max 500000$/],
    ['getSlotLeaders', [0, 5_001], /^Invalid limit; max 5000$/],
    ['getMinimumBalanceForRentExemption', [-1], /expected u64/],
    ['getLeaderSchedule', [null, { identity: 'x' }], /^Invalid param: WrongSize$/],
  ]
  for (const [method, params, message] of cases) {
    const { error } = await sandbox.call(method, params)
    assert.equal(error?.code, -32602, `${method} ${JSON.stringify(params)}`)
    assert.match(error?.message ?? '', message)
  }
})

test('a context slot that is not reached is refused with the one there is', async () => {
  const slot = sandbox.chain.finalizedSlot()
  const { error } = await sandbox.call('getBalance', ['11111111111111111111111111111111', { minContextSlot: slot + 1 }])
  assert.deepEqual(error, {
    code: -32016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: slot },
  })
  const processed = { minContextSlot: sandbox.chain.slot(), commitment: 'processed' }
  assert.equal(
    (await sandbox.result('getBalance', ['11111111111111111111111111111111', processed])).context.slot,
    sandbox.chain.slot(),
  )
})

test('the cluster answers for itself without inventing anything', async () => {
  assert.equal((await sandbox.call('getHighestSnapshotSlot')).error?.code, -32008)
  assert.deepEqual(await sandbox.result('getInflationReward', [['11111111111111111111111111111111']]), [null])
  assert.deepEqual(await sandbox.result('getInflationRate'), {
    epoch: Math.floor(sandbox.chain.slot() / 432_000),
    foundation: 0,
    total: 0,
    validator: 0,
  })
  assert.equal((await sandbox.result('getStakeMinimumDelegation')).value, 1)
  const { identity } = await sandbox.result('getIdentity')
  const [node] = await sandbox.result('getClusterNodes')
  assert.deepEqual(
    [node.pubkey, node.rpc, node.pubsub],
    [identity, `127.0.0.1:${sandbox.server.port}`, `127.0.0.1:${sandbox.server.pubsubPort}`],
  )
  assert.equal(await sandbox.result('getLeaderSchedule', [sandbox.chain.slot() + 2 * 432_000]), null)
  const leaders = await sandbox.result('getSlotLeaders', [sandbox.chain.slot(), 8])
  assert.deepEqual(leaders, Array(8).fill(identity))
})
