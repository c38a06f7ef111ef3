import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTokenInfo } from '../../src/upstreams/token-info.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))
const { signal } = new AbortController()
const MINTS = ['So11111111111111111111111111111111111111112', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v']

async function serviceOver(text: string, status = 200, type = 'application/json') {
  const server = await startLocalServer((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  servers.push(server)
  return { service: createTokenInfo(testClient(server.url).client), seen: server.seen }
}

test('the mints are posted as one JSON body to the base address', async () => {
  const { service, seen } = await serviceOver('{}')
  await service.relay(MINTS, signal)
  assert.equal(service.provider, 'testProvider')
  assert.deepEqual(
    seen.map(({ method, url, headers, body }) => [method, url, headers['content-type'], JSON.parse(body)]),
    [['POST', '/', 'application/json', { mints: MINTS }]],
  )
})

test('whatever the service answers is passed on with its status and type, errors too', async () => {
  for (const [text, status, type] of [
    ['[{"mint":"x"}]', 200, 'application/json'],
    ['{"error":"unknown mint"}', 404, 'application/json'],
    ['not found', 404, 'text/plain'],
  ] as const) {
    const { service } = await serviceOver(text, status, type)
    const relayed = await service.relay(MINTS, signal)
    assert(relayed.ok)
    const { body, contentType } = relayed.value
    assert.deepEqual([relayed.value.status, contentType, Buffer.from(body).toString()], [status, type, text])
  }
})

test('a service that closes the connection without an answer is a failure', async () => {
  const server = await startLocalServer((_, response) => void response.destroy())
  servers.push(server)
  const relayed = await createTokenInfo(testClient(server.url).client).relay(MINTS, signal)
  assert.equal(relayed.ok ? '' : relayed.code, 'upstream_failed')
})
