import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { assertFails } from '../../support/reply-check.ts'

const PATH = '/api/v2/rpc'
const CALL = { jsonrpc: '2.0', id: 1, method: 'getSlot' }
const NOTIFICATION = { jsonrpc: '2.0', method: 'getSlot' }

let node: LocalServer
let server: OpenServer
let answer: readonly [number, string] = [200, '']

before(async () => {
  node = await startLocalServer((_, response) => {
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1])
  })
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url, INGEST_MODE: 'off' })
})
after(async () => {
  await server?.stop()
  await node?.close()
})

test('an answer of nothing to a call that has an id is a 502 in our envelope, to one of them in a batch too', async () => {
  for (const body of ['', ' ', '\n\t\r'])
    for (const calls of [CALL, [CALL], [NOTIFICATION, CALL]]) {
      answer = [200, body]
      assertFails(await server.post(PATH, calls), 502, 'the node answered 200 without a body')
    }
  answer = [413, '']
  assertFails(await server.post(PATH, CALL), 413, /too large/)
})

test('notifications are answered with nothing, as JSON-RPC has it', async () => {
  answer = [200, '']
  for (const calls of [NOTIFICATION, [NOTIFICATION, NOTIFICATION]]) {
    const { status, text } = await server.post(PATH, calls)
    assert.deepEqual([status, text], [200, ''])
  }
})
