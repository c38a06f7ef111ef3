import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import type { HttpHandler } from '../../sandbox/http-handler.ts'
import { SANDBOX_LIMITS } from '../../sandbox/limits.ts'
import { type Any, openTestSandbox, type TestSandbox } from './rpc/open-test-sandbox.ts'

const big = Buffer.alloc(20 * 1024 * 1024, 'x')
const seen: { path: string; method: string; query: string }[] = []
const provider: HttpHandler = {
  prefix: '/dexscreener',
  handle: ({ path, method, query }) => {
    seen.push({ path, method, query: query.toString() })
    if (path === '/broken') throw new Error('a bug')
    if (path === '/big') return { status: 200, body: big }
    if (path.startsWith('/decode/')) return { status: 200, body: { text: decodeURIComponent(path) } }
    return { status: 201, body: { path }, headers: { 'x-made-by': 'test' } }
  },
}

let sandbox: TestSandbox
before(async () => {
  sandbox = await openTestSandbox({ routes: [provider] })
})
after(() => sandbox.close())
beforeEach(() => sandbox.faults.clear())

const url = (path: string) => `${sandbox.server.rpcUrl}${path}`
/** JSON of a reply, to be walked by hand. */
const jsonOf = async (reply: Response): Promise<Any> => reply.json()
const health = (path = '/') =>
  fetch(url(path), { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}' })

test('JSON-RPC answers at / and /rpc on both ports, health by GET, nothing else', async () => {
  for (const path of ['/', '/rpc']) assert.equal((await jsonOf(await health(path))).result, 'ok')
  const other = await fetch(`http://127.0.0.1:${sandbox.server.pubsubPort}/`, {
    method: 'POST',
    body: '{"id":1,"method":"getHealth"}',
  })
  assert.equal((await jsonOf(other)).result, 'ok')
  assert.equal(await (await fetch(url('/health'))).text(), 'ok')
  assert.equal((await fetch(url('/'))).status, 405)
  assert.equal((await fetch(url('/nowhere'))).status, 404)
  const preflight = await fetch(url('/'), { method: 'OPTIONS' })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
})

test('a provider sees its own path and query, and its answer goes out as it is', async () => {
  const reply = await fetch(url('/dexscreener/tokens/v1?a=1&b=%20'))
  assert.deepEqual(
    [reply.status, reply.headers.get('x-made-by'), await reply.json()],
    [201, 'test', { path: '/tokens/v1' }],
  )
  assert.deepEqual(seen.at(-1), { path: '/tokens/v1', method: 'GET', query: 'a=1&b=+' })
  assert.deepEqual(await (await fetch(url('/dexscreener'))).json(), { path: '/' })
  assert.equal((await fetch(url('/dexscreenerx'))).status, 404)
})

test('a provider that throws answers 500, a broken escape 400, and the sandbox goes on', async () => {
  assert.equal((await fetch(url('/dexscreener/broken'))).status, 500)
  assert.equal((await fetch(url('/dexscreener/decode/%E0%A4%A'))).status, 400)
  assert.equal((await health()).status, 200)
})

test('a body over the bound is refused, announced or not', async () => {
  const large = Buffer.alloc(SANDBOX_LIMITS.bodyBytes + 1, ' ')
  assert.equal(await refusal(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length}\r\n\r\n`), 413)
  const chunk = `${(SANDBOX_LIMITS.bodyBytes + 1).toString(16)}\r\n`
  assert.equal(await refusal(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`, large), 413)
  assert.equal((await health()).status, 200)
})

async function raw(head: string, body?: Buffer): Promise<Socket> {
  const socket = connect(sandbox.server.port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  socket.write(head)
  if (body !== undefined) socket.write(body)
  return socket
}
/** Status of the first answer on a raw connection. */
async function refusal(head: string, body?: Buffer): Promise<number> {
  const socket = await raw(head, body)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1])
}

test('callers who leave in the middle of a body or of an answer leave nothing behind', async () => {
  for (let i = 0; i < 20; i++) {
    const half = await raw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"id":1')
    half.destroy()
    const reader = await raw('GET /dexscreener/big HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(reader, 'data')
    reader.destroy()
  }
  assert.equal((await health()).status, 200)
})

test('a large answer reaches a slow reader whole', async () => {
  const socket = await raw('GET /dexscreener/big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let bytes = 0
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length
    if (bytes % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (bytes >= big.length + 100) break
  }
  assert.ok(bytes > big.length, `${bytes} bytes`)
})

test('each kind of fault does what it says, only where it should', async () => {
  const { faults } = sandbox
  const gone = faults.add({ provider: 'rpc', match: 'getHealth', kind: 'status', status: 503 })
  assert.equal((await health()).status, 503)
  assert.equal((await fetch(url('/'), { method: 'POST', body: '{"id":1,"method":"getSlot"}' })).status, 200)
  const batch = await fetch(url('/'), {
    method: 'POST',
    body: '[{"id":1,"method":"getSlot"},{"id":2,"method":"getHealth"}]',
  })
  assert.equal(batch.status, 503)
  faults.remove(gone!.id)

  faults.add({ provider: 'dexscreener', match: '/tokens', kind: 'garbage', times: 1 })
  assert.equal((await fetch(url('/dexscreener/other'))).status, 201)
  assert.match(await (await fetch(url('/dexscreener/tokens/v1'))).text(), /^<html>/)
  assert.equal((await fetch(url('/dexscreener/tokens/v1'))).status, 201)

  faults.add({ provider: '*', kind: 'drop', times: 1 })
  await assert.rejects(health())
  faults.add({ provider: 'rpc', kind: 'truncate', bytes: 5, times: 1 })
  await assert.rejects(async () => (await health()).text())
  faults.add({
    provider: 'rpc',
    kind: 'rpcError',
    match: 'getHealth',
    code: -32005,
    message: 'Node is behind',
    times: 1,
  })
  assert.deepEqual((await jsonOf(await health())).error, { code: -32005, message: 'Node is behind' })
  faults.add({ provider: 'das', kind: 'rpcError', code: -32601, message: 'Method not found' })
  const das = await fetch(url('/'), { method: 'POST', body: '{"id":1,"method":"getAsset","params":{"id":"x"}}' })
  assert.equal((await jsonOf(das)).error.code, -32601)
  assert.equal((await jsonOf(await health())).result, 'ok')
})

test('an injected rate limit lets so many through and then says when to come back', async () => {
  sandbox.faults.add({ provider: 'rpc', kind: 'rateLimit', limit: 2, windowMs: 60_000 })
  const statuses = [(await health()).status, (await health()).status]
  const third = await health()
  assert.deepEqual([...statuses, third.status], [200, 200, 429])
  const retryAfterSec = Number(third.headers.get('retry-after'))
  assert.ok(retryAfterSec > 0 && retryAfterSec <= 60)
})

test('three neighbouring ports are taken, none of them shared', async () => {
  const second = await openTestSandbox()
  try {
    const { port, pubsubPort, controlPort } = second.server
    assert.deepEqual([pubsubPort, controlPort], [port + 1, port + 2])
    const taken = [sandbox.server.port, sandbox.server.pubsubPort, sandbox.server.controlPort]
    assert.ok(![port, pubsubPort, controlPort].some((one) => taken.includes(one)))
    await assert.rejects(openTestSandbox({ port }), /are not all free/)
    await assert.rejects(openTestSandbox({ port: port - 2 }), /are not all free/)
    assert.equal((await fetch(`${second.server.rpcUrl}/health`)).status, 200)
  } finally {
    second.close()
  }
})
