import type { Draw } from './draw.ts'
import { WITNESS_KEY } from './witness-front.ts'

/* Requests with bytes of every kind where a parser has to decide. */

export type WitnessCase = {
  readonly id: string
  readonly bytes: Buffer
  /** As they were sent, one character a byte. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Said in the query; empty for none. */
  readonly userRef: string
  readonly isFraming: boolean
}

const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
const ENDS = ['\x80', '\xff', '\xa0', '\x85', utf8('é'), utf8('😀'), utf8('\u00a0'), utf8('\u2028'), ' ', '\t', '']
const NAMES = [
  'X-User-Ref',
  'Idempotency-Key',
  'Authorization',
  'X-API-Key',
  'X-Forwarded-For',
  'X',
  'Origin',
  'Referer',
]
const VALUES = ['alice', 'k-1', `Bearer ${WITNESS_KEY}`, '', 'a b', '1.2.3.4', 'x'.repeat(70)]

/** One request, known by its path. */
export function drawWitnessCase(draw: Draw, id: string): WitnessCase {
  const method = draw.pick(['GET', 'POST', 'POST', 'POST', 'HEAD', 'DELETE'])
  const userRef = draw.oneIn(6) ? `q${draw.below(9)}` : ''
  const query = userRef === '' ? (draw.oneIn(8) ? `?${arbitrary(draw, 12, true)}` : '') : `?user_ref=${userRef}`
  const path = `${draw.oneIn(3) ? '' : '/v1'}/w/${id}${draw.oneIn(10) ? `/${arbitrary(draw, 8, true)}` : ''}`
  const headers: [string, string][] = Array.from({ length: 1 + draw.below(5) }, () => [drawName(draw), drawValue(draw)])
  const body = draw.oneIn(2) ? bodyOf(draw) : Buffer.alloc(0)
  const isFraming = draw.oneIn(6)
  if (isFraming) headers.push(framingOf(draw, body.length))
  else if (body.length > 0) headers.push(['Content-Length', String(body.length)])
  headers.splice(draw.below(headers.length + 1), 0, ['Host', 'witness'])
  const lines = headers.map(([name, value]) => `${name}:${draw.oneIn(9) ? '' : ' '}${value}\r\n`)
  const head = Buffer.from(`${method} ${path}${query} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  const chunks =
    isFraming && draw.oneIn(2) ? Buffer.from(`${body.length.toString(16)}${draw.pick(ENDS)}\r\n`, 'latin1') : null
  const payload = chunks === null ? body : Buffer.concat([chunks, body, Buffer.from('\r\n0\r\n\r\n')])
  return { id, bytes: Buffer.concat([head, payload]), headers, userRef, isFraming }
}

function drawName(draw: Draw): string {
  // A line without a name: the parser took it for the end of the head (src/runtime/uws-patch.ts).
  if (draw.oneIn(40)) return ''
  if (!draw.oneIn(12)) return draw.pick(NAMES)
  const name = draw.pick(NAMES)
  return draw.oneIn(2) ? `${name}${arbitrary(draw, 2, false)}` : `${arbitrary(draw, 2, false)}${name}`
}

function drawValue(draw: Draw): string {
  if (draw.oneIn(8)) return arbitrary(draw, 24, false)
  if (draw.oneIn(40)) return `${draw.pick(VALUES)}\x7f`
  return draw.pick(ENDS) + draw.pick(VALUES) + draw.pick(ENDS)
}

/** Any bytes; now and then those that end a line or a header. */
function arbitrary(draw: Draw, max: number, inTarget: boolean): string {
  const bytes = draw.bytes(1 + draw.below(max))
  if (!draw.oneIn(10)) for (let i = 0; i < bytes.length; i++) if (bytes[i]! < (inTarget ? 33 : 32)) bytes[i] = 0x80 + i
  return bytes.toString('latin1')
}

function framingOf(draw: Draw, length: number): [string, string] {
  const end = () => draw.pick(ENDS)
  return draw.oneIn(2)
    ? ['Content-Length', `${end()}${length}${end()}`]
    : [
        'Transfer-Encoding',
        `${end()}${draw.pick(['chunked', 'Chunked', utf8('chun\u212aed'), 'identity', ''])}${end()}`,
      ]
}

function bodyOf(draw: Draw): Buffer {
  return draw.oneIn(2) ? draw.bytes(draw.below(60)) : Buffer.from(JSON.stringify({ a: draw.below(1_000) }))
}
