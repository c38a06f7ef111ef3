import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STREAM_ERRORS } from '../../src/contract/stream-frames.ts'
import { readApiExamples } from '../../src/http/api-examples.ts'
import { describePush } from '../../src/http/asyncapi.ts'
import { startTestServer } from '../support/http-test-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
const document: Json = describePush(readApiExamples(null).messages)

function resolve(ref: string): Json {
  return ref
    .slice(2)
    .split('/')
    .reduce((value: Json, part) => value?.[part], document)
}

function* refsOf(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === '$ref') yield inner as string
    else yield* refsOf(inner)
  }
}

test('the description is AsyncAPI 3.0 and every reference in it leads somewhere', () => {
  assert.equal(document.asyncapi, '3.0.0')
  const refs = [...refsOf(document)]
  assert(refs.length > 20)
  for (const ref of refs) assert(resolve(ref) !== undefined, ref)
})

test('every operation names a channel and messages of that channel, and every message is in one operation', () => {
  const named: string[] = []
  for (const [name, { action, channel, messages }] of Object.entries<Json>(document.operations)) {
    assert(action === 'send' || action === 'receive', name)
    for (const { $ref } of messages) {
      assert($ref.startsWith(`${channel.$ref}/messages/`), `${name}: ${$ref}`)
      named.push($ref)
    }
  }
  const declared = Object.entries<Json>(document.channels).flatMap(([key, { messages }]) =>
    Object.keys(messages).map((message) => `#/channels/${key}/messages/${message}`),
  )
  assert.deepEqual(named.sort(), declared.sort())
})

test('every operation says what is sent, and has a tag that the description explains', () => {
  const tags = new Map<string, string>(document.info.tags.map(({ name, description }: Json) => [name, description]))
  const used = Object.entries<Json>(document.operations).flatMap(([name, operation]) => {
    for (const { $ref } of operation.messages)
      assert(operation.description.includes(`\`${$ref.split('/').at(-1)}\``), `${name}: ${operation.description}`)
    return operation.tags.map((tag: Json) => tag.name)
  })
  assert.deepEqual(new Set(used), new Set(tags.keys()))
  for (const [name, description] of tags) assert(description.length > 10, name)
})

test('WebSocket, event streams and webhooks are described, with frames of spec 6.1 and every error code', () => {
  const { gateway } = document.channels
  assert.equal(gateway.address, '/api/v2/stream')
  const sent = document.operations.sendGateway.messages.map(({ $ref }: Json) => $ref.split('/').at(-1))
  assert.deepEqual(sent, ['welcome', 'snapshot', 'update', 'pong', 'unsubscribed', 'error'])
  const codes = gateway.messages.error.payload.properties.code.anyOf.map((one: Json) => one.const)
  assert.deepEqual(codes, Object.keys(STREAM_ERRORS))
  for (const name of ['channel', 'key', 'seq', 'cursor'])
    for (const frame of ['snapshot', 'update', 'unsubscribed'])
      assert(gateway.messages[frame].payload.required.includes(name), `${frame}.${name}`)
  assert(document.channels.webhooks.messages.trade.payload.properties.eventId)
  assert.equal(document.channels.sseTrades.servers[0].$ref, '#/servers/events')
})

test('description and page are served, and the page loads nothing from elsewhere', async (t) => {
  const { send } = await startTestServer(t, [])
  const described = await send({ path: '/api/v2/asyncapi.json', headers: { 'X-API-Key': '' } })
  assert.equal(described.status, 200)
  assert.deepEqual(described.json, document)
  const page = await send('/docs/push')
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/)
  assert.doesNotMatch(page.text, /<script|style=|\son\w+=|https?:/)
  for (const [, address] of page.text.matchAll(/(?:src|href)="([^"#][^"]*)"/g))
    assert.equal((await send(address!)).status, 200, address)
  for (const message of ['welcome', 'snapshot', 'subscribe', 'trade_retracted'])
    assert(page.text.includes(`<b>${message}</b>`))
})
