import { chunkedPost, cutAnywhere, getHealth, type Ids, keyed, type Shape, smuggled } from './clean-requests.ts'
import type { Draw } from './draw.ts'
import { requestBytes, type Target } from './http-case.ts'

/* Bodies whose end is not where it should be. */

export function chunkedBody(draw: Draw, target: Target, id: Ids): Shape {
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

export function ambiguousFraming(draw: Draw, target: Target, id: Ids): Shape {
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

export function oddLength(draw: Draw, target: Target, id: Ids): Shape {
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
