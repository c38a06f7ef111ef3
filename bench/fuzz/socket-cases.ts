import { drawApiCase } from './api-cases.ts'
import type { Draw } from './draw.ts'
import { type FuzzCase, type RequestParts, requestBytes, type Target } from './http-case.ts'

/* What clients put on the wire that is no clean HTTP/1.1, and clean requests sent in odd ways. Each request carries an
 * X-Request-Id, by which its answer is known. */

type Shape = { readonly bytes: Buffer; readonly cuts?: FuzzCase['cuts']; readonly end?: FuzzCase['end'] }
type Ids = () => string

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

function keyed({ key }: Target, id: string): [string, string][] {
  return [
    ['X-API-Key', key],
    ['X-Request-Id', id],
  ]
}

function priceParts(target: Target, id: string): RequestParts {
  const body = JSON.stringify({ mints: [target.mints[0]] })
  return { method: 'POST', target: '/api/v2/tokens/prices', headers: keyed(target, id), body }
}

function postPrices(target: Target, id: string): Buffer {
  return requestBytes(priceParts(target, id))
}

function getHealth(id: string, extra: readonly (readonly [string, string])[] = []): Buffer {
  return requestBytes({ method: 'GET', target: '/health', headers: [['X-Request-Id', id], ...extra] })
}

function chunkedPost(target: Target, id: string, chunks: string): Buffer {
  const headers: [string, string][] = [...keyed(target, id), ['Transfer-Encoding', 'chunked']]
  const [path, method] = ['/api/v2/tokens/prices', 'POST']
  return Buffer.concat([requestBytes({ method, target: path, headers }), Buffer.from(chunks, 'latin1')])
}

/** What must never be answered, for it stands behind something that ends the connection. */
function smuggled(): Buffer {
  return getHealth('smuggled')
}

function chunkedBody(draw: Draw, target: Target, id: Ids): Shape {
  const body = JSON.stringify({ mints: [target.mints[0]] })
  const size = body.length.toString(16)
  const half = body.length >> 1
  const halves = `${half.toString(16)}\r\n${body.slice(0, half)}\r\n${(body.length - half).toString(16)}\r\n${body.slice(half)}\r\n`
  const right = `${size}\r\n${body}\r\n0\r\n\r\n`
  const chunks = draw.pick([
    right,
    `${halves}0\r\n\r\n`,
    `${[...body].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`,
    `000000${size}\r\n${body}\r\n000\r\n\r\n`,
    `${size.toUpperCase()}\r\n${body}\r\n0\r\n\r\n`,
    '0\r\n\r\n',
    `${size};a=b\r\n${body}\r\n0\r\n\r\n`,
    `${size};a="\\"x"\r\n${body}\r\n0;z\r\n\r\n`,
    `${size}\r\n${body}\r\n0\r\nX: y\r\n\r\n`,
    `${size}\r\n${body}\r\n0\r\nContent-Length: 50\r\n\r\n`,
    `${size} \r\n${body}\r\n0\r\n\r\n`,
    ` ${size}\r\n${body}\r\n0\r\n\r\n`,
    `${size}\n${body}\n0\n\n`,
    `${size}\r${body}\r0\r\r`,
    `${size}\r\n${body}XX0\r\n\r\n`,
    `${size}\r\n${body}0\r\n\r\n`,
    `${(body.length + 5).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    `${(body.length - 5).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    `0x${size}\r\n${body}\r\n0\r\n\r\n`,
    `+${size}\r\n${body}\r\n0\r\n\r\n`,
    `-${size}\r\n${body}\r\n0\r\n\r\n`,
    'G\r\nhello\r\n0\r\n\r\n',
    'zz\r\nhello\r\n0\r\n\r\n',
    '\r\n\r\n',
    ';\r\n\r\n',
    '\0\r\n',
    'ffffffffffffffff\r\n',
    '7fffffffffffffff\r\nx',
    '80000000\r\nx',
    '100000000\r\nx',
    `${'f'.repeat(300)}\r\n`,
    `${'0'.repeat(5_000)}${size}\r\n${body}\r\n0\r\n\r\n`,
    `${size};${'x'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
    `${size}\r\n${body}\r\n`,
    `${size}\r\n${body}\r\n0\r\n`,
  ])
  const parts = [chunkedPost(target, id(), chunks)]
  if (draw.oneIn(2)) parts.push(smuggledUnless(chunks === right, id))
  if (draw.oneIn(4)) return { bytes: Buffer.concat([toPublic(chunks, id()), smuggled()]), ...cutAnywhere(draw, 300) }
  return { bytes: Buffer.concat(parts), ...(draw.oneIn(3) ? cutAnywhere(draw, parts[0]!.length) : {}) }
}

function smuggledUnless(isRight: boolean, id: Ids): Buffer {
  return isRight ? getHealth(id()) : smuggled()
}

/** The chunks on a path that reads no body. */
function toPublic(chunks: string, id: string): Buffer {
  return Buffer.concat([getHealth(id, [['Transfer-Encoding', 'chunked']]), Buffer.from(chunks, 'latin1')])
}

function cutAnywhere(draw: Draw, bytes: number): Pick<Shape, 'cuts'> {
  return { cuts: [{ at: 1 + draw.below(bytes), waitMs: draw.below(3) }] }
}

function ambiguousFraming(draw: Draw, target: Target, id: Ids): Shape {
  const hidden = smuggled()
  const [first, second] = draw.pick<readonly [[string, string], [string, string]]>([
    [
      ['Content-Length', '5'],
      ['Transfer-Encoding', 'chunked'],
    ],
    [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', String(hidden.length + 5)],
    ],
    [
      ['Transfer-Encoding', 'chunked'],
      ['Transfer-Encoding', 'chunked'],
    ],
    [
      ['Transfer-Encoding', 'chunked'],
      ['Transfer-Encoding', 'identity'],
    ],
    [
      ['Transfer-Encoding', 'xchunked'],
      ['Content-Length', '5'],
    ],
    [
      ['Transfer-Encoding', 'chunked\x0b'],
      ['X', 'y'],
    ],
    [
      ['Transfer-Encoding', '\tchunked'],
      ['Content-Length', '5'],
    ],
    [
      ['Transfer-Encoding', 'gzip, chunked'],
      ['X', 'y'],
    ],
    [
      ['Transfer-Encoding', 'chunked, identity'],
      ['X', 'y'],
    ],
    [
      ['Transfer-Encoding', 'chunked, chunked'],
      ['X', 'y'],
    ],
    [
      ['Transfer-Encoding', '"chunked"'],
      ['X', 'y'],
    ],
    [
      ['Transfer-Encoding', ''],
      ['X', 'y'],
    ],
    [
      ['Transfer-Encoding', 'identity'],
      ['Content-Length', '5'],
    ],
    [
      ['Transfer-Encoding', 'ChUnKeD'],
      ['X', 'y'],
    ],
    [
      ['Content-Length', '5'],
      ['Content-Length', '5'],
    ],
    [
      ['Content-Length', '0'],
      ['Content-Length', String(hidden.length)],
    ],
    [
      ['Content-Length', String(hidden.length)],
      ['Content-Length', '0'],
    ],
    [
      ['Content-Length', '5'],
      ['content-length', '6'],
    ],
    [
      ['Content-Length', '0'],
      ['Content-Length', ''],
    ],
    [
      ['Content-Length', ''],
      ['Content-Length', String(hidden.length)],
    ],
  ])
  const isGet = draw.oneIn(2)
  const parts = isGet ? { method: 'GET', target: '/health' } : { method: 'POST', target: '/api/v2/tokens/prices' }
  const headers = [...keyed(target, id()), first, second]
  return { bytes: Buffer.concat([requestBytes({ ...parts, headers }), Buffer.from('0\r\n\r\n'), hidden]) }
}

function oddLength(draw: Draw, target: Target, id: Ids): Shape {
  const body = JSON.stringify({ mints: [target.mints[0]] })
  const length = draw.pick([
    '-1',
    `-${body.length}`,
    `+${body.length}`,
    `${body.length}, ${body.length}`,
    `${body.length},`,
    `${body.length} 7`,
    `0x${body.length.toString(16)}`,
    `${body.length}.0`,
    '1e2',
    '',
    'abc',
    '\xb2',
    `0000000${body.length}`,
    '4294967296',
    '4294967297',
    '9007199254740993',
    '18446744073709551615',
    '18446744073709551616',
    '9'.repeat(40),
    '5242881',
    '0',
    String(body.length - 1),
    String(body.length + 1),
  ])
  const headers: [string, string][] = [...keyed(target, id()), ['Content-Length', length]]
  const request = requestBytes({ method: 'POST', target: '/api/v2/tokens/prices', headers, body })
  return { bytes: draw.oneIn(2) ? Buffer.concat([request, smuggled()]) : request }
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
  // Half of them end by themselves, so that few wait for the server to lose patience.
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
