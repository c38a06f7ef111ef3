import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_WINDOW_MS } from '../../../src/config/rate-limits.ts'
import { OPEN_RELAY_BYTES_PER_WINDOW, RELAY_PLANS } from '../../../src/config/relay-plans.ts'
import { RELAY } from '../../../src/config/upstream-limits.ts'
import type { Tier } from '../../../src/contract/api-key.ts'
import { type LongNode, startLongNode } from '../../support/long-node.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { assertFails } from '../../support/reply-check.ts'

const PATH = '/api/v2/rpc'
const MIB = 1024 ** 2

let node: LongNode
let server: OpenServer

before(async () => {
  node = await startLongNode()
  server = await openServer({
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: node.url,
    INGEST_MODE: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
after(async () => {
  await server?.stop()
  await node?.close()
})

let made = 0
function keyOf(tier: Tier, limitPer10s: number | null = 60): string {
  const key = `mg_test_${tier}_${made++}`
  server.ctx.store.apiKeys.addVolatile(key, { label: key, tier, limitPer10s })
  return key
}

const ask = (order: string, config?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'getProgramAccounts',
  params: config === undefined ? [order] : [order, config],
})
const FILTERED = { filters: [{ memcmp: { offset: 0, bytes: 'abc' } }] }

test('a whole program without a filter is for the plans that pay for it', async () => {
  const bare = [undefined, {}, { filters: [] }, { filters: [{ memcmp: { offset: 0, bytes: '' } }] }, { filters: ['x'] }]
  const odd = [null, 'x', { filters: [{ tokenAccountState: true }] }, { dataSlice: { offset: 0, length: 257 } }, []]
  for (const tier of ['free', 'data'] as const) {
    const key = keyOf(tier)
    for (const config of [...bare, ...odd]) {
      const reply = await server.post(PATH, ask('pattern:10', config), { key })
      assertFails(reply, 400, /^getProgramAccounts needs a filter/)
    }
    const hidden = [{ jsonrpc: '2.0', id: 1, method: 'getSlot' }, ask('pattern:10')]
    assertFails(await server.post(PATH, hidden, { key }), 400, /^getProgramAccounts needs a filter/)
    for (const config of [FILTERED, { filters: [{ dataSize: 165 }] }, { dataSlice: { offset: 0, length: 0 } }])
      assert.equal((await server.post(PATH, ask('pattern:10', config), { key })).status, 200)
  }
  const paid = await server.post(PATH, ask('pattern:10'), { key: keyOf('builder') })
  assert.equal(paid.status, 200)
})

test('accounts of a token program are listed for a mint or an owner, not by their size', async () => {
  const owner = 'So11111111111111111111111111111111111111112'
  const bytes32 = Array.from({ length: 32 }, (_, i) => i)
  const memcmp = (offset: number, bytes: unknown, encoding?: string) => ({
    filters: [{ dataSize: 165 }, { memcmp: { offset, bytes, ...(encoding === undefined ? {} : { encoding }) } }],
  })
  for (const program of [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  ]) {
    const key = keyOf('free')
    // The node of this test does what the first call orders.
    const list = (config: unknown) => [ask('pattern:10', FILTERED), ask(program, config)]
    for (const config of [
      { filters: [{ dataSize: 165 }] },
      { filters: [{ dataSize: 165 }], dataSlice: { offset: 0, length: 0 } },
      memcmp(108, '2'),
      memcmp(0, 'abc'),
      memcmp(64, owner),
      memcmp(0, bytes32.slice(1)),
      memcmp(32, 'AQ==', 'base64'),
    ])
      assertFails(await server.post(PATH, list(config), { key }), 400, /on a token program memcmp of a mint/)
    for (const config of [
      memcmp(0, owner),
      memcmp(32, owner, 'base58'),
      memcmp(0, bytes32),
      memcmp(32, Buffer.from(bytes32).toString('base64'), 'base64'),
    ])
      assert.equal((await server.post(PATH, list(config), { key })).status, 200)
    const paid = await server.post(PATH, list({ filters: [{ dataSize: 165 }] }), { key: keyOf('builder') })
    assert.equal(paid.status, 200)
  }
})

test('accounts of other huge programs are listed for an address, not by their size', async () => {
  const key = keyOf('free')
  const address = 'So11111111111111111111111111111111111111112'
  const zeros = Array.from({ length: 32 }, () => 0)
  const memcmp = (bytes: unknown, encoding?: string) => ({
    filters: [{ dataSize: 200 }, { memcmp: { offset: 92, bytes, ...(encoding === undefined ? {} : { encoding }) } }],
  })
  for (const program of [
    '11111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  ]) {
    // The node of this test does what the first call orders.
    const list = (config: unknown) => [ask('pattern:10', FILTERED), ask(program, config)]
    for (const config of [
      { filters: [{ dataSize: 0 }] },
      { dataSlice: { offset: 0, length: 0 } },
      memcmp('2'),
      memcmp('1'.repeat(32)),
      memcmp(zeros),
      memcmp(Buffer.from(zeros).toString('base64'), 'base64'),
    ])
      assertFails(await server.post(PATH, list(config), { key }), 400, /metadata programs memcmp of an address/)
    assert.equal((await server.post(PATH, list(memcmp(address)), { key })).status, 200)
    const paid = await server.post(PATH, list({ filters: [{ dataSize: 0 }] }), { key: keyOf('builder') })
    assert.equal(paid.status, 200)
  }
})

test('the calls of a batch count one by one, and come back with the window', async () => {
  const key = keyOf('free', null)
  const batch = Array.from({ length: 25 }, () => ask('pattern:10', FILTERED))
  const whole = RELAY_PLANS.free.callsPerWindow / batch.length
  for (let i = 0; i < whole; i++) assert.equal((await server.post(PATH, batch, { key })).status, 200)
  const refused = await server.post(PATH, batch[0], { key })
  assertFails(refused, 429, /^rate limit exceeded: 100 calls in 10 s/)
  assert(Number(refused.headers['retry-after']) <= RATE_WINDOW_MS / 1_000)
  assert.equal((await server.post(PATH, batch, { key: keyOf('free', null) })).status, 200, 'of that key alone')
  server.clock.push(RATE_WINDOW_MS)
  assert.equal((await server.post(PATH, batch, { key })).status, 200)
})

test('bytes of answers count while they pass, and are made good by time', async () => {
  const key = keyOf('free')
  const { answerBytes, bytesPerWindow } = RELAY_PLANS.free
  const large = ask(`pattern:${answerBytes}`, FILTERED)
  for (let bytes = 0; bytes < bytesPerWindow; bytes += answerBytes)
    assert.equal((await server.post(PATH, large, { key })).text.length, answerBytes)
  // The last ones may have taken a moment that made some of it good.
  await server.post(PATH, large, { key })
  const refused = await server.post(PATH, ask('pattern:10', FILTERED), { key })
  assertFails(refused, 429, /^too many bytes of answers/)
  const waitSec = Number(refused.headers['retry-after'])
  assert(waitSec > 0 && waitSec <= RATE_WINDOW_MS / 1_000, `${waitSec} s`)
  assert.equal((await server.post(PATH, ask('pattern:10', FILTERED), { key: keyOf('free') })).status, 200)
  server.clock.push(waitSec * 1_000 + 1_000)
  assert.equal((await server.post(PATH, ask('pattern:10', FILTERED), { key })).status, 200)
})

test('an answer of a free key ends where its plan does', async () => {
  const announced = await server.post(PATH, ask(`announce:${9 * MIB}`, FILTERED), { key: keyOf('free') })
  assertFails(announced, 502, `solanaRpc relay sent more than ${RELAY_PLANS.free.answerBytes} bytes`)
  await assert.rejects(server.post(PATH, ask(`send:${40 * MIB}`, FILTERED), { key: keyOf('free') }))
})

test('an address without a key gets so many bytes of the public proxies, and others go on', async () => {
  const status = (from: string, bytes: number) =>
    server.post(
      '/api/rpc/send',
      { transaction: `pattern:${bytes}` },
      { key: null, headers: { 'X-Forwarded-For': from } },
    )
  const each = RELAY.openCallBytes - 1_000
  let bytes = 0
  let last = await status('203.0.113.1', each)
  // What was sent is made good by time, so that it takes somewhat more than a window's bytes.
  for (; last.status === 200 && bytes < 2 * OPEN_RELAY_BYTES_PER_WINDOW; bytes += each)
    last = await status('203.0.113.1', each)
  assert(bytes >= OPEN_RELAY_BYTES_PER_WINDOW - each, `${bytes} bytes`)
  assertFails(last, 429, /^too many bytes of answers/)
  assert.equal((await status('203.0.113.2', 10)).status, 200)
})
