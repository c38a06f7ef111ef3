import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { keypairFromSecretKey } from '../../../src/chain/solana/keypair.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/sandbox'
const success = successOf(`GET ${PATH}`)
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

test('anyone can read the world’s name, its keys, tokens, wallets and addresses', async () => {
  const body = success(await server.get(PATH, { key: null }))
  assert.deepEqual([body.mode, body.seed, body.restarts], ['sandbox', sandbox.seed, 0])
  assert.equal(body.genesisHash, await askNode(body.upstreams.rpc, 'getGenesisHash', []))
  assert.deepEqual(Object.keys(body.keys).sort(), [
    'builder',
    'data',
    'enterprise',
    'fee_routing',
    'free',
    'preview',
    'recovery',
    'scale',
    'trade',
    'trade_read_only',
  ])
  const archetypes = new Set(body.tokens.map(({ archetype }: { archetype: string }) => archetype))
  for (const archetype of ['bluechip', 'stablecoin', 'healthy', 'bundled', 'serial_rugger', 'honeypot', 'fresh_launch'])
    assert(archetypes.has(archetype), archetype)
  const transaction = await askNode(body.upstreams.rpc, 'getSignatureStatuses', [
    body.signatures.slice(0, 5),
    { searchTransactionHistory: true },
  ])
  assert(
    transaction.value.every((status: unknown) => status !== null),
    'its signatures are on the chain',
  )
})

test('each published key opens the routes, and each wallet’s secret key is that of its address', async () => {
  const { keys, wallets } = success(await server.get(PATH))
  for (const key of Object.values(keys) as string[])
    assert.equal((await server.get('/api/v2/market/sol-price', { key })).status, 200, key)
  for (const { address, archetype, secretKey } of wallets)
    if (archetype === 'cex') assert.equal(secretKey, null)
    else assert.equal(keypairFromSecretKey(decodeBase58(secretKey)!)?.address, address)
})

test('custodial users of the trade key are published once they have SOL, and sign with their own wallets', async () => {
  const { keys, userRefs, upstreams } = success(await server.get(PATH))
  assert(userRefs.length >= 4)
  for (const { userRef, address } of userRefs) {
    const { value } = await askNode(upstreams.rpc, 'getBalance', [address])
    assert(value >= 1_000_000_000, `${userRef} has ${value} lamports`)
    const headers = { Authorization: `Bearer ${keys.trade}`, 'X-User-Ref': userRef }
    const { json } = await server.get('/v1/trade/sol-balance', { key: null, headers })
    assert.equal(json.balance_lamports, value)
  }
  assert.deepEqual(success(await server.get(PATH)).userRefs, userRefs)
})

test('a world that is too slow is described as it was last; one that is gone is 503, not ready', async () => {
  const world = await slowWorld()
  const own = await openServer({ SANDBOX_URL: world.url })
  try {
    const seen = success(await own.get(PATH))
    world.behave('hang')
    const later = success(await own.get(PATH))
    assert.deepEqual(later, seen)
    world.behave('close')
    const gone = await own.get(PATH)
    assertFails(gone, 503, 'the sandbox is starting or busy: it has not described its world yet')
    assert.equal(gone.json.code, 'not_ready')
    assert.equal(gone.headers['retry-after'], '2')
    world.behave('hang')
    assertFails(await own.get(PATH), 503, /starting or busy/)
    world.behave('answer')
    assert.equal(success(await own.get(PATH)).genesisHash, seen.genesisHash)
  } finally {
    await own.stop()
    await world.stop()
  }
})

/** Hands over what the shared sandbox says of itself, as long as it is told to. */
async function slowWorld() {
  let behaviour: 'answer' | 'hang' | 'close' = 'answer'
  const http = createServer((asked, reply) => {
    if (behaviour === 'close') asked.socket.destroy()
    else if (behaviour === 'answer')
      void fetch(`${sandbox.urls['rpc']}${asked.url}`)
        .then((answer) => answer.text())
        .then((text) => reply.end(text))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    behave(next: typeof behaviour) {
      behaviour = next
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  }
}

test('live mode has no such page, and the published keys open nothing there', async () => {
  const { keys } = success(await server.get(PATH))
  const live = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    assertFails(await live.get(PATH), 404, 'not found')
    for (const key of Object.values(keys) as string[])
      assertFails(await live.get('/api/v2/market/sol-price', { key }), 401, 'invalid API key')
  } finally {
    await live.stop()
  }
})
