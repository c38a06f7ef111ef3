import { drawApiCase } from './api-cases.ts'
import {
  chunkedPost,
  cutAnywhere,
  getHealth,
  type Ids,
  keyed,
  postPrices,
  priceParts,
  type Shape,
  smuggled,
} from './clean-requests.ts'
import type { Draw } from './draw.ts'
import { ambiguousFraming, chunkedBody, oddLength } from './framing-shapes.ts'
import { type FuzzCase, requestBytes, type Target } from './http-case.ts'

/* What clients put on the wire that is no clean HTTP/1.1, and clean requests sent in odd ways. Each request carries an
 * X-Request-Id, by which its answer is known. */

const FAMILIES: readonly (readonly [number, string, (draw: Draw, target: Target, id: Ids) => Shape])[] = [
  [20, 'chunked bodies', chunkedBody],
  [12, 'two ways to frame a body', ambiguousFraming],
  [10, 'content lengths', oddLength],
  [10, 'request lines', oddRequestLine],
  [4, 'header lines', oddHeaderLines],
  [5, 'huge heads', hugeHead],
  [14, 'pipelined', pipelined],
  [8, 'pipelined with something broken', pipelinedBroken],
  [5, 'no HTTP at all', notHttp],
  [6, 'cut short and left', cutShort],
  [8, 'in small pieces', inPieces],
  [8, 'bytes flipped', flipped],
]

/** One odd exchange over a connection of its own. Some keep the server waiting for the bytes that never come. */
export function drawSocketCase(draw: Draw, target: Target): FuzzCase {
  const tag = draw.below(2 ** 31).toString(36)
  let count = 0
  const [, family, shape] = draw.pick(FAMILIES.flatMap((entry) => Array.from({ length: entry[0] }, () => entry)))
  return { family, ...shape(draw, target, () => `f${tag}-${count++}`) }
}

/** A client that takes more than its time: up to fifteen seconds each. */
export function drawSlowCase(draw: Draw, target: Target): FuzzCase {
  const get = getHealth('slow-0')
  const post = postPrices(target, 'slow-0')
  const drip = (bytes: Buffer, waitMs: number, from = 1) =>
    Array.from({ length: 40 }, (_, i) => ({ at: Math.min(from + i, bytes.length), waitMs })).filter(
      ({ at }) => at < bytes.length,
    )
  const large = requestBytes({
    ...priceParts(target, 'slow-0'),
    headers: [...keyed(target, 'slow-0'), ['Content-Length', '5000000']],
    body: Buffer.alloc(400_000, 32),
  })
  const shapes: Shape[] = [
    { bytes: Buffer.alloc(0) },
    { bytes: get.subarray(0, 1 + draw.below(get.length - 1)) },
    { bytes: get, cuts: drip(get, 700) },
    { bytes: post.subarray(0, post.length - 1 - draw.below(20)) },
    { bytes: post, cuts: drip(post, 700, post.length - 30) },
    { bytes: large, cuts: Array.from({ length: 17 }, (_, i) => ({ at: 22_000 * (i + 1), waitMs: 1_000 })) },
    { bytes: chunkedPost(target, 'slow-0', '5\r\nhel') },
  ]
  return { family: 'slow', isSlow: true, ...draw.pick(shapes) }
}

function oddRequestLine(draw: Draw, _target: Target, id: Ids): Shape {
  const line = draw.pick([
    'GET /health HTTP/1.0',
    'GET /health HTTP/1.2',
    'GET /health HTTP/2.0',
    'GET /health HTTP/0.9',
    'GET /health HTTP/1.',
    'GET /health HTTP/11',
    'GET /health http/1.1',
    'GET /health HTTP/1.1 ',
    'GET /health HTTP/1.1x',
    'GET /health  HTTP/1.1',
    'GET  /health HTTP/1.1',
    'GET\t/health\tHTTP/1.1',
    ' GET /health HTTP/1.1',
    'GET /health',
    'GET',
    '/health HTTP/1.1',
    'GET health HTTP/1.1',
    'GET ?a HTTP/1.1',
    'GET http://fuzz/health HTTP/1.1',
    'GET https://elsewhere/health HTTP/1.1',
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT fuzz:80 HTTP/1.1',
    'GET /hea lth HTTP/1.1',
    'GET /hea\0lth HTTP/1.1',
    'GET /hea\x7flth HTTP/1.1',
    'GET /hea\xfflth HTTP/1.1',
    'GET /health#x HTTP/1.1',
    'GET /api/v2/tokens/search?q=\xc3\xbc<>"{}|\\^` HTTP/1.1',
    'G\0T /health HTTP/1.1',
    'G"T /health HTTP/1.1',
    'G(T) /health HTTP/1.1',
    'GET: /health HTTP/1.1',
    `${'A'.repeat(1_000)} /health HTTP/1.1`,
    'PRI * HTTP/2.0',
  ])
  const head = Buffer.from(`${line}\r\nHost: fuzz\r\nX-Request-Id: ${id()}\r\n\r\n`, 'latin1')
  const lead = draw.oneIn(10) ? Buffer.from(draw.pick(['\r\n', '\n', ' ', '\0', '\r\n\r\n'])) : Buffer.alloc(0)
  return { bytes: Buffer.concat([lead, head, ...(draw.oneIn(2) ? [smuggled()] : [])]) }
}

/** Most of these keep the parser waiting until it gives the connection up. */
function oddHeaderLines(draw: Draw, _target: Target, id: Ids): Shape {
  const lines = draw.pick([
    'Host: fuzz\r\nX: a\r\n b',
    'Host: fuzz\r\nX: a\r\n\tTransfer-Encoding: chunked',
    'Host: fuzz\r\n X: a',
    'Host: fuzz\r\nNocolon',
    'Host: fuzz\r\nX : a',
    'Host: fuzz\r\nTransfer-Encoding : chunked',
    'Host: fuzz\r\n: a',
    'Host: fuzz\r\n:',
    'Host: fuzz\r\nX(y): a',
    'Host: fuzz\r\nX\xff: a',
    'Host: fuzz\r\nX\0: a',
    'Host: fuzz\r\nX: a\0b',
    'Host: fuzz\r\nX: a\x01b',
    'Host: fuzz\r\nX: a\x7fb',
    'Host: fuzz\r\nX: a\rContent-Length: 5',
    'Host: fuzz\r\nX: a\nContent-Length: 5',
    'Host: fuzz\nX: a',
    'Host: fuzz\r\nHost: other',
    'Host:',
    'X: a',
    'host:fuzz',
    'Host: fuzz\r\nX:',
    'Host: fuzz\r\nX:::::',
    `Host: fuzz\r\nX: ${' '.repeat(2_000)}`,
  ])
  const head = `GET /health HTTP/1.1\r\nX-Request-Id: ${id()}\r\n${lines}\r\n\r\n`
  return { bytes: Buffer.concat([Buffer.from(head, 'latin1'), ...(draw.oneIn(2) ? [smuggled()] : [])]) }
}

function hugeHead(draw: Draw, target: Target, id: Ids): Shape {
  const size = 10 ** (3 + draw.below(3)) * (1 + draw.below(9))
  const request = draw.pick([
    () => getHealth(id(), [['X', 'y'.repeat(size)]]),
    () => getHealth(id(), [['x'.repeat(size), 'y']]),
    () =>
      getHealth(
        id(),
        Array.from({ length: Math.ceil(size / 10) }, (_, i) => [`X${i % 7}`, 'y'] as const),
      ),
    () => requestBytes({ method: 'GET', target: `/${'x'.repeat(size)}`, headers: [['X-Request-Id', id()]] }),
    () =>
      requestBytes({ method: 'GET', target: `/health?${'a=b&'.repeat(size / 4)}`, headers: [['X-Request-Id', id()]] }),
    () => requestBytes({ method: 'X'.repeat(size), target: '/health', headers: keyed(target, id()) }),
    () =>
      getHealth(
        id(),
        Array.from({ length: 85 }, (_, i) => [`X${i}`, 'y'] as const),
      ),
  ])()
  return { bytes: request, ...(draw.oneIn(2) ? cutAnywhere(draw, request.length) : {}) }
}

function pipelined(draw: Draw, target: Target, id: Ids): Shape {
  const one = () =>
    draw.pick([
      () => getHealth(id()),
      () => postPrices(target, id()),
      () => requestBytes({ method: 'GET', target: '/nope', headers: [['X-Request-Id', id()]] }),
      () => requestBytes({ method: 'HEAD', target: '/health', headers: [['X-Request-Id', id()]] }),
      () => requestBytes({ method: 'OPTIONS', target: '/health', headers: [['X-Request-Id', id()]] }),
      () => requestBytes({ method: 'DELETE', target: '/health', headers: [['X-Request-Id', id()]], body: 'x' }),
      () => requestBytes({ method: 'GET', target: '/api/v2/tokens/trending', headers: keyed(target, id()) }),
      () => requestBytes({ ...priceParts(target, id()), body: '{' }),
      () => requestBytes({ ...priceParts(target, id()), headers: [['X-Request-Id', id()]] }),
    ])()
  const bytes = Buffer.concat(Array.from({ length: 2 + draw.below(12) }, one))
  return { bytes, ...(draw.oneIn(2) ? cutAnywhere(draw, bytes.length) : {}) }
}

function pipelinedBroken(draw: Draw, target: Target, id: Ids): Shape {
  const good = Array.from({ length: 1 + draw.below(3) }, () =>
    draw.oneIn(3) ? postPrices(target, id()) : getHealth(id()),
  )
  const shape = draw.pick([chunkedBody, ambiguousFraming, oddLength, oddRequestLine])
  return { bytes: Buffer.concat([...good, shape(draw, target, id).bytes, smuggled()]) }
}

function notHttp(draw: Draw): Shape {
  const hello = Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), draw.bytes(500)])
  const proxied = Buffer.concat([
    Buffer.from('\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c', 'latin1'),
    draw.bytes(12),
    getHealth('f'),
  ])
  const bytes = draw.pick([
    hello,
    hello.subarray(0, 1 + draw.below(20)),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
    draw.bytes(1 + draw.below(2_000)),
    Buffer.alloc(1 + draw.below(9_000)),
    Buffer.from('\r\n'.repeat(1 + draw.below(3_000))),
    Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
    Buffer.from('EHLO fuzz\r\n'),
    Buffer.from('*1\r\n$4\r\nPING\r\n'),
    Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n'),
    proxied,
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"getHealth"}\n'),
    Buffer.from('GET /health HTTP/1.1\n\n'),
  ])
  // Half of them end on their own, so that few wait for the server to lose patience.
  return { bytes, ...(draw.oneIn(2) ? {} : { end: draw.pick(['half-close', 'reset', 'leave'] as const) }) }
}

function cutShort(draw: Draw, target: Target, id: Ids): Shape {
  const whole = draw.oneIn(2) ? postPrices(target, id()) : drawApiCase(draw, target).bytes
  const end = draw.pick(['half-close', 'reset', 'leave'] as const)
  return { bytes: whole.subarray(0, draw.oneIn(3) ? whole.length : draw.below(whole.length)), end }
}

function inPieces(draw: Draw, target: Target, id: Ids): Shape {
  const bytes = draw.oneIn(3) ? chunkedPost(target, id(), '2\r\n{}\r\n0\r\n\r\n') : postPrices(target, id())
  const pieces = 1 + draw.below(12)
  const cuts = Array.from({ length: pieces }, () => ({ at: 1 + draw.below(bytes.length - 1), waitMs: draw.below(4) }))
  return { bytes, cuts: cuts.sort((a, b) => a.at - b.at) }
}

/** An ordinary request of which one to three bytes are not what they were. */
function flipped(draw: Draw, target: Target, id: Ids): Shape {
  let bytes: Buffer = draw.oneIn(2) ? postPrices(target, id()) : getHealth(id())
  for (let times = 1 + draw.below(3); times > 0; times--) {
    const at = draw.below(bytes.length)
    const cut = draw.below(4)
    if (cut === 0) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + draw.below(3))])
    else if (cut === 1)
      bytes = Buffer.concat([bytes.subarray(0, at), draw.bytes(1 + draw.below(3)), bytes.subarray(at)])
    else bytes = bytes.with(at, draw.oneIn(2) ? draw.below(256) : bytes[at]! ^ (1 << draw.below(8))) as Buffer
  }
  return { bytes: Buffer.from(bytes) }
}
