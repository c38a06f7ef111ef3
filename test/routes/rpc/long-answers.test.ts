// second run: waits for memory to settle in a second

import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { RELAY_PLANS } from '../../../src/config/relay-plans.ts'
import { RELAY } from '../../../src/config/upstream-limits.ts'
import { type LongNode, startLongNode } from '../../support/long-node.ts'
import { type OpenServer, openServer, WIDE_KEY } from '../../support/open-server.ts'
import { assertFails } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'

const PATH = '/api/v2/rpc'
const MIB = 1024 ** 2
/** What two pairs of sockets and the buffers between them may hold; far under what would be held without
 *  backpressure. */
const HELD_BYTES = 32 * MIB
const CAP_MIB = 256

let node: LongNode
let server: OpenServer

before(async () => {
  node = await startLongNode()
  server = await openServer({
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: node.url,
    RPC_RELAY_MAX_MIB: String(CAP_MIB),
    INGEST_MODE: 'off',
  })
})
after(async () => {
  await server?.stop()
  await node?.close()
})

const bodyOf = (order: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params: [order] })

type Read = { readonly status: number; readonly type: string; readonly bytes: number; readonly isWhole: boolean }

/** Reads an answer to its end at its own pace, as an ordinary client does; `isWhole` is what the client's parser
 *  says. */
function read(order: string, onPiece: (bytes: number) => Promise<void> | void = () => {}): Promise<Read> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      `${server.url}${PATH}`,
      { method: 'POST', agent: false, headers: { 'X-API-Key': WIDE_KEY } },
      async (response) => {
        let bytes = 0
        let isWhole = true
        try {
          for await (const piece of response) {
            bytes += (piece as Buffer).length
            await onPiece(bytes)
          }
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'ECONNRESET')
          isWhole = false
        }
        resolve({ status: response.statusCode!, type: response.headers['content-type']!, bytes, isWhole })
      },
    )
    request.on('error', reject)
    request.end(bodyOf(order))
  })
}

/** A client that reads nothing until it is told to. */
function openSlow(order: string): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  const body = bodyOf(order)
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: t\r\nX-API-Key: ${WIDE_KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

test('an answer of 200 MB goes through to its end', async () => {
  const residentBefore = process.memoryUsage().rss
  const reply = await read('send:209715200')
  assert.deepEqual(reply, { status: 200, type: 'text/plain; from=node', bytes: 209_715_200, isWhole: true })
  const grewMiB = Math.round((process.memoryUsage().rss - residentBefore) / MIB)
  assert(grewMiB < 150, `memory grew by ${grewMiB} MiB`)
})

test('what was sent is what arrives, at any length around the bounds', async () => {
  for (const bytes of [1, RELAY.firstBytes - 1, RELAY.firstBytes, RELAY.firstBytes + 1, 3 * MIB + 17]) {
    const reply = await server.post(PATH, bodyOf(`pattern:${bytes}`))
    assert.equal(reply.status, 200)
    assert.equal(reply.text, node.pattern(bytes), `${bytes} bytes`)
  }
})

test('status and content type of a long answer are the node’s, whatever they are', async () => {
  const reply = await read('status:503:2000000')
  assert.deepEqual(reply, { status: 503, type: 'text/plain; from=node', bytes: 2_000_000, isWhole: true })
})

test('a slow reader slows the node down, and gets everything in the end', async () => {
  const total = 209_715_200
  const before = node.sentBytes()
  let mostAhead = 0
  const reply = await read(`send:${total}`, async (bytes) => {
    mostAhead = Math.max(mostAhead, node.sentBytes() - before - bytes)
    // Now and then it stands still, which fills every buffer on the way.
    if (bytes % (20 * MIB) < 70_000) await new Promise((resolve) => setTimeout(resolve, 100))
  })
  assert.deepEqual([reply.bytes, reply.isWhole], [total, true])
  assert(mostAhead < HELD_BYTES, `${Math.round(mostAhead / MIB)} MiB were under way`)
})

test('a reader that takes nothing holds little, and is cut off while the request to the node is stopped', async () => {
  const before = node.sentBytes()
  const gone = node.gone()
  const socket = openSlow('send:209715200')
  await until(() => node.sentBytes() > before, 'the node has begun')
  await untilStill(before)
  const held = node.sentBytes() - before
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  assert.equal(node.sentBytes() - before, held, 'the node waits')
  assert(held < HELD_BYTES, `${Math.round(held / MIB)} MiB are under way`)
  await until(() => node.gone() > gone, 'it is cut off')
  socket.destroy()
})

test('a caller who leaves in the middle ends the call at the node', async () => {
  const gone = node.gone()
  const before = node.sentBytes()
  const socket = openSlow('send:209715200')
  // Every buffer on the way is full: the answer is in its middle, and the node waits.
  await untilStill(before)
  socket.destroy()
  // Well before anyone would notice that it is not read any more.
  await eventually(() => node.gone() > gone, 8_000)
})

test('an answer beyond the cap is cut, so that the caller notices; one that says its length is refused before', async () => {
  const reply = await read(`send:${(CAP_MIB + 40) * MIB}`)
  assert.equal(reply.isWhole, false)
  assert(reply.bytes <= CAP_MIB * MIB, `${reply.bytes} bytes`)
  assert(reply.bytes > (CAP_MIB - 2) * MIB, `${reply.bytes} bytes`)
  const announced = await server.post(PATH, bodyOf(`announce:${(CAP_MIB + 40) * MIB}`))
  assertFails(announced, 502, `solanaRpc relay sent more than ${CAP_MIB * MIB} bytes`)
})

test('a node that breaks off in the middle of a long answer leaves a body without an end', async () => {
  const reply = await read('break:5000000')
  assert.equal(reply.isWhole, false)
  assert.equal(reply.status, 200)
  assert(reply.bytes > 0 && reply.bytes <= 5_000_000, `${reply.bytes} bytes`)
})

test('a node that breaks off or stalls before a short answer is whole is a failure in the envelope', async () => {
  assertFails(await server.post(PATH, bodyOf('break:1000')), 502, /cannot be reached/)
})

test('a node that stalls in the middle of a long answer is given up', { timeout: 60_000 }, async () => {
  const startedMs = performance.now()
  const reply = await read('stall:5000000')
  assert.equal(reply.isWhole, false)
  assert(performance.now() - startedMs >= RELAY.stallMs - 500)
  assert(performance.now() - startedMs < RELAY.stallMs + 10_000)
})

test('a long answer to a request without Content-Length is refused: its connection must end with it', async () => {
  const chunked = await fetch(`${server.url}${PATH}`, {
    method: 'POST',
    headers: { 'X-API-Key': WIDE_KEY },
    body: new Blob([bodyOf('send:2000000')]).stream(),
    duplex: 'half',
  } as RequestInit)
  assert.equal(chunked.status, 400)
  assert.equal(((await chunked.json()) as { error: string }).error, 'a long answer needs a request with Content-Length')
})

test('one key has a few long answers at a time, so that others find room', async () => {
  const sockets = Array.from({ length: RELAY_PLANS.enterprise.longAtOnce }, () => openSlow('send:209715200'))
  const before = node.begun()
  await until(() => node.begun() >= before + RELAY_PLANS.enterprise.longAtOnce, 'they have begun')
  const text = `at most ${RELAY_PLANS.enterprise.longAtOnce} long answers of one key at a time`
  const ask = () => server.post(PATH, bodyOf('send:2000000'))
  // Each counts once so much of it has come that it is long.
  await until(async () => (await ask()).status === 429, 'all of them are known to be long')
  assertFails(await ask(), 429, text)
  const other = await server.post(PATH, bodyOf('pattern:2000000'), { key: await otherKey() })
  assert.equal(other.status, 200)
  assert.equal((await server.post(PATH, bodyOf('pattern:100'))).status, 200, 'short ones go on')
  for (const socket of sockets) socket.destroy()
  await until(async () => (await server.post(PATH, bodyOf('pattern:2000000'))).status === 200, 'room for long ones')
})

/** Until every buffer on the way is full and the node waits. */
async function untilStill(before: number): Promise<void> {
  let sent = before
  await until(
    () => {
      const isStill = sent > before && node.sentBytes() === sent
      sent = node.sentBytes()
      return isStill
    },
    'the node waits',
    300,
  )
}

async function eventually(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const endsMs = performance.now() + withinMs
  while (!(await holds())) {
    assert(performance.now() < endsMs, 'in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function otherKey(): Promise<string> {
  return (await server.ctx.store.apiKeys.create({ label: 'other', tier: 'builder', limitPer10s: 1_000 })).key
}
