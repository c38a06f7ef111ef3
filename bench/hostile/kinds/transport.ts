import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Exchange, HttpReply, Kind, KindLab } from '../kind.ts'

/* What goes wrong before anyone reads a value. */

const JSON_TYPE = { 'content-type': 'application/json' }
const BOMB_BYTES = 200 * 2 ** 20
const PAGE = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>cloudflare</h1></body></html>'
const STATUSES = [
  201, 202, 204, 206, 300, 304, 400, 401, 402, 403, 404, 405, 408, 410, 418, 425, 451, 500, 501, 502, 504, 520, 599,
]
const FAR = ['99999999999', 'Fri, 31 Dec 2099 23:59:59 GMT', '-5', '1e9', 'soon', '0', '00000000000000000009', '3600']
const CODES = [
  -32_700, -32_600, -32_601, -32_602, -32_603, -32_002, -32_003, -32_004, -32_005, -32_007, -32_009, -32_016, 0, 429,
]

function kind(
  name: string,
  says: string,
  http: (exchange: Exchange) => Promise<HttpReply | null>,
  share?: number,
): Kind {
  return { name, says, source: 'page', http, ...(share === undefined ? {} : { share }) }
}

const manner = (how: NonNullable<HttpReply['manner']>) => async (exchange: Exchange) => ({
  ...(await exchange.forward()),
  manner: how,
})

/** Packed once. */
function packedBomb({ memory }: KindLab): Buffer {
  const kept = memory.get('bomb') as HttpReply | undefined
  const body = kept?.body ?? gzipSync(Buffer.alloc(BOMB_BYTES, 0x20))
  if (kept === undefined) memory.set('bomb', { status: 200, headers: {}, body })
  return body
}

function answerOf({ calls }: Exchange, one: (id: unknown) => object): Buffer {
  const answers = calls.map(({ id }) => one(id))
  return Buffer.from(JSON.stringify(answers.length === 1 ? answers[0] : answers))
}

export const TRANSPORT_KINDS: readonly Kind[] = [
  kind(
    'retryafter',
    '429 and 503 that ask for silence until 2099',
    async ({ draw }) => ({
      status: draw.pick([429, 503]),
      headers: { ...JSON_TYPE, 'retry-after': draw.pick(FAR) },
      body: Buffer.from('{"error":"Too Many Requests"}'),
    }),
    0.1,
  ),
  kind('slow', 'bodies that trickle', manner('slow'), 0.2),
  kind('stalled', 'heads without an end of the body', manner('stalled'), 0.05),
  kind('resets', 'connections reset in the middle', manner('reset')),
  kind('cut', 'bodies that end before their length', manner('cut')),
  kind('broken-gzip', 'bodies that say gzip and are none, or end in the middle', async (exchange) => {
    const reply = await exchange.forward()
    const packed = gzipSync(reply.body)
    const body = exchange.draw.oneIn(2) ? reply.body : packed.subarray(0, Math.floor(packed.length / 2))
    return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body }
  }),
  kind(
    'bombs',
    '200 MiB in 200 KiB',
    async ({ lab }) => ({
      status: 200,
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
      body: packedBomb(lab),
    }),
    0.05,
  ),
  kind('statuses', 'odd statuses with the body of a success', async (exchange) => ({
    ...(await exchange.forward()),
    status: exchange.draw.pick(STATUSES),
  })),
  kind('redirects', 'redirects into the machine', async ({ draw, lab }) => ({
    status: draw.pick([301, 302, 303, 307, 308]),
    headers: { location: draw.pick([lab.trapUrl, lab.trapUrl, '//', 'file:///etc/passwd', '/']) },
    body: Buffer.alloc(0),
  })),
  kind('html', 'a page of a proxy with status 200', async ({ draw }) => ({
    status: 200,
    headers: { 'content-type': draw.pick(['text/html', 'application/json']) },
    body: Buffer.from(PAGE),
  })),
  kind('rpc-errors', 'errors of JSON-RPC, and what only looks like one', async (exchange) => {
    const { draw } = exchange
    if (exchange.calls.length === 0) return null
    const error = () =>
      draw.pick<unknown>([{ code: draw.pick(CODES), message: 'no' }, null, 'no', 5, {}, { code: 'x', message: 7 }, []])
    return {
      status: 200,
      headers: JSON_TYPE,
      body: answerOf(exchange, (id) => ({ jsonrpc: '2.0', id, error: error() })),
    }
  }),
  kind('wrong-ids', 'answers with the id of another call, or none', async (exchange) => {
    if (exchange.calls.length === 0) return null
    const reply = await exchange.forward()
    const odd = () => exchange.draw.pick<unknown>([null, 0, -1, '1', 1e300, {}, exchange.draw.below(1_000)])
    const text = reply.body.toString().replace(/"id":("[^"]*"|-?\d+|null)/g, () => `"id":${JSON.stringify(odd())}`)
    return { ...reply, body: Buffer.from(text) }
  }),
  kind('empty', 'empty bodies', async (exchange) => ({
    status: 200,
    headers: JSON_TYPE,
    body: Buffer.from(exchange.draw.pick(['', ' ', 'null', '{}', '[]', '""'])),
  })),
  kind('garbage', 'bytes that mean nothing', async ({ draw }) => ({
    status: 200,
    headers: JSON_TYPE,
    body: draw.oneIn(2) ? randomBytes(1 + draw.below(3_000)) : Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"con'),
  })),
]
