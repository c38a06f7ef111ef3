import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

/** What a load sends: all buffers are made once, before the first connection. */
export type Shape = {
  /** Connections at once. */
  readonly sockets: number
  /** Least time from one connection of a place to the next. */
  readonly everyMs: number
  /** Written in turn. */
  readonly pieces: readonly Buffer[]
  /** In their place at the last of the connections. */
  readonly lastPieces?: readonly Buffer[]
  readonly pieceEveryMs: number
  /** An unanswered connection is given up after this. */
  readonly holdMs: number
  /** `answer`: until the first bytes of one, which end the connection. */
  readonly reads: 'answer' | 'all' | 'none'
}
type Caller = { readonly key: string }

const BODY_BYTES = 5 * 1024 * 1024
const DOMAINS = 500_000
const LISTS = 1_500_000
/** Bodies under way that the server as audited takes at once, all callers together: twelve whole ones, and one that
 *  leaves no room for what a customer sends. */
const BUDGET_BYTES = 64 * 1024 * 1024
const WITHHELD_SOCKETS = 13
const LEFT_BYTES = 16
const SOME_WALLET = '11111111111111111111111111111112'
const ORDINARY = { sockets: 2, everyMs: 500, pieceEveryMs: 0, holdMs: 10_000, reads: 'answer' } as const

function head(path: string, length: number, key = ''): Buffer {
  const keyed = key === '' ? '' : `X-API-Key: ${key}\r\nAuthorization: Bearer ${key}\r\n`
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${keyed}Content-Length: ${length}\r\n\r\n`,
  )
}

function whole(path: string, body: string, key = ''): Buffer[] {
  return [head(path, Buffer.byteLength(body), key), Buffer.from(body)]
}

/** Registers with a proof that is none: the list is read before the proof is judged. */
function registration(domains: string): string {
  return `{"ownerWallet":"${SOME_WALLET}","nonce":"0","signature":"0","domains":[${domains}]}`
}

/** All of a body but its last byte. */
function withheld(path: string, key = '', bytes = BODY_BYTES): Buffer[] {
  return [head(path, bytes, key), Buffer.alloc(bytes - 1, 0x20)]
}

function lastWithheld(path: string, key = ''): Buffer[] {
  return withheld(path, key, BUDGET_BYTES - (WITHHELD_SOCKETS - 1) * (BODY_BYTES - 1) - LEFT_BYTES)
}

/** A few bytes of a long body, one after the other. */
function trickled(path: string, key = ''): Buffer[] {
  return [head(path, BODY_BYTES, key), ...Array.from({ length: 40 }, () => Buffer.from('  '))]
}

/** A text frame of a client, masked with zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]), payload])
}

/** Topics that come and go, a burst after the other. */
function subscriptions(): Buffer[] {
  const bursts = Array.from({ length: 40 }, (_, burst) => {
    const frames = Array.from({ length: 25 }, (_, at) => {
      const mint = encodeBase58(createHash('sha256').update(`topic ${burst} ${at}`).digest())
      const text = (op: string) => JSON.stringify({ op, id: at, channel: 'token', mint }).padEnd(130)
      return Buffer.concat([frame(text('subscribe')), frame(text('unsubscribe'))])
    })
    return Buffer.concat(frames)
  })
  return bursts
}

const nested = '['.repeat(BODY_BYTES - 1_024)
const longHead = (): Buffer[] => {
  const lines = Array.from({ length: 100 }, (_, at) => `X-${at}: ${'a'.repeat(4_000)}\r\n`)
  return [Buffer.from(`GET /health HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`)]
}

export const SHAPES = {
  domains: () => ({
    ...ORDINARY,
    pieces: whole('/api/register-key', registration(Array(DOMAINS).fill('"a.io"').join(','))),
  }),
  lists: () => ({ ...ORDINARY, pieces: whole('/api/register-key', registration(Array(LISTS).fill('[]').join(','))) }),
  nesting: () => ({ ...ORDINARY, pieces: whole('/api/auth/challenge', nested) }),
  withheld: () => ({
    sockets: WITHHELD_SOCKETS,
    everyMs: 1_000,
    pieces: withheld('/api/auth/challenge'),
    lastPieces: lastWithheld('/api/auth/challenge'),
    pieceEveryMs: 0,
    holdMs: 8_000,
    reads: 'answer',
  }),
  trickle: () => ({
    sockets: 100,
    everyMs: 1_000,
    pieces: trickled('/api/auth/challenge'),
    pieceEveryMs: 250,
    holdMs: 10_000,
    reads: 'answer',
  }),
  'keyed-lists': ({ key }) => ({
    ...ORDINARY,
    pieces: whole('/api/v2/tokens/prices', `{"mints":[${Array(LISTS).fill('[]').join(',')}]}`, key),
  }),
  'keyed-withheld': ({ key }) => ({
    sockets: WITHHELD_SOCKETS,
    everyMs: 1_000,
    pieces: withheld('/api/v2/tokens/prices', key),
    lastPieces: lastWithheld('/api/v2/tokens/prices', key),
    pieceEveryMs: 0,
    holdMs: 8_000,
    reads: 'answer',
  }),
  'long-heads': () => ({ ...ORDINARY, sockets: 8, everyMs: 100, pieces: longHead() }),
  'half-open': () => ({
    sockets: 400,
    everyMs: 4_000,
    pieces: [Buffer.from('GET /health HTTP/1.1\r\nHost: loc')],
    pieceEveryMs: 0,
    holdMs: 20_000,
    reads: 'answer',
  }),
  pipelined: () => ({
    ...ORDINARY,
    sockets: 4,
    everyMs: 100,
    pieces: [Buffer.from('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200))],
  }),
  unread: ({ key }) => ({
    sockets: 100,
    everyMs: 2_000,
    pieces: [
      Buffer.from(
        `GET /api/v2/stream/events?channels=launches:solana HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`,
      ),
    ],
    pieceEveryMs: 0,
    holdMs: 20_000,
    reads: 'none',
  }),
  subscribe: ({ key }) => ({
    sockets: 20,
    everyMs: 2_000,
    pieces: [
      Buffer.from(
        `GET /api/v2/stream HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
      ),
      ...subscriptions(),
    ],
    pieceEveryMs: 100,
    holdMs: 6_000,
    reads: 'all',
  }),
} as const satisfies Record<string, (caller: Caller) => Shape>
export type ShapeName = keyof typeof SHAPES
