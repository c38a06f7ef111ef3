import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createJsonRpc } from '../../src/runtime/json-rpc.ts'
import { createSolanaSender } from '../../src/upstreams/solana-sender.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { pushedClock, testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))
const WIRE = Uint8Array.of(1, 2, 253, 254)

/** A sender whose node answers like this, as JSON-RPC 2.0 (Solana, `sendTransaction`). */
async function senderOver(answer: object, status = 200) {
  const server = await startLocalServer(({ body }, response) => {
    const { id } = JSON.parse(body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  servers.push(server)
  const { client } = testClient(server.url)
  const sender = createSolanaSender(createJsonRpc({ http: client, clock: pushedClock() }), 'swqos')
  return { sender, calls: () => server.seen.map(({ body }) => JSON.parse(body)) }
}

test('a transaction goes out in base64, without the preflight and the retries of the node', async () => {
  const { sender, calls } = await senderOver({ result: 'signature' })
  assert.equal(sender.provider, 'swqos')
  assert.deepEqual(await sender.send(WIRE), { ok: true, value: undefined })
  const [{ method, params }, ...rest] = calls()
  assert.deepEqual(rest, [])
  assert.equal(method, 'sendTransaction')
  assert.deepEqual(params, ['AQL9/g==', { encoding: 'base64', skipPreflight: true, maxRetries: 0 }])
})

test('what the sender refuses is a failure, and it is sent once', async () => {
  const { sender, calls } = await senderOver({ error: { code: -32_602, message: 'invalid transaction' } })
  const sent = await sender.send(WIRE)
  assert.equal(sent.ok, false)
  assert.equal(calls().length, 1)
})

test('a sender that fails is a failure of the upstream', async () => {
  const { sender } = await senderOver({}, 500)
  const sent = await sender.send(WIRE)
  assert.equal(sent.ok ? '' : sent.code, 'upstream_failed')
})
