import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { FAILURE_CODES, type FailureCode, statusOf, WIRE_CODE_NAMES } from '../../src/contract/failures.ts'
import { isExplorerPage } from '../../src/http/explorer.ts'
import { PAGE_ACCEPTS } from './odd-inputs.ts'

/* Reading what a server sent, strictly, and what an answer of ours must look like. */

export type Reply = {
  readonly status: number
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: Buffer
  /** Where the next one begins. */
  readonly end: number
}

/** How many bytes must be there before the first reply, to no HEAD, can be whole. */
export function bytesNeeded(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n', 0, 'latin1')
  if (headEnd < 0) return bytes.length + 1
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const bodyBytes = CHUNKED.test(head) ? bytes.length - headEnd - 4 + LAST_CHUNK.length : Number(length ?? 0)
  return bytes.includes(LAST_CHUNK, headEnd) ? headEnd + 4 : headEnd + 4 + bodyBytes
}

const CHUNKED = /\r\ntransfer-encoding: chunked/i
const LAST_CHUNK = '0\r\n\r\n'
/** Of the body of an answer that no one may get: it says what was wrong. */
const SHOWN_BYTES = 300

/** The body of a long answer, which has no length beforehand; null while it is not there whole, a sentence when it is
 *  none. */
function readChunks(bytes: Buffer, start: number): { readonly body: Buffer; readonly end: number } | string | null {
  const pieces: Buffer[] = []
  for (let at = start; ; ) {
    // uWebSockets.js writes the line end of a chunk before the next one.
    if (bytes.toString('latin1', at, at + 2) === '\r\n') at += 2
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
    if (lineEnd < 0) return null
    const size = bytes.toString('latin1', at, lineEnd)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) return `chunk size ${JSON.stringify(size.slice(0, 20))}`
    const length = Number.parseInt(size, 16)
    at = lineEnd + 2
    if (bytes.length < at + length + 2) return null
    if (length === 0) return { body: Buffer.concat(pieces), end: at + 2 }
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
}

/** The reply that starts at `at`; null while it is not there whole; a sentence when it is no reply. Interim ones (1xx)
 *  are passed over. */
export function readReply(bytes: Buffer, at: number, isHead: boolean): Reply | string | null {
  const headEnd = bytes.indexOf('\r\n\r\n', at, 'latin1')
  if (headEnd < 0) return null
  const lines = bytes.toString('latin1', at, headEnd).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]+$/.exec(lines[0]!)?.[1]
  if (status === undefined) return `status line ${JSON.stringify(lines[0]!.slice(0, 80))}`
  if (status.startsWith('1')) return readReply(bytes, headEnd + 4, isHead)
  const headers = new Map<string, string[]>()
  for (const line of lines.slice(1)) {
    const [, name, value] = /^([A-Za-z0-9-]+): ([\x20-\x7e]*)$/.exec(line) ?? []
    if (name === undefined) return `header line ${JSON.stringify(line.slice(0, 80))}`
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value!])
  }
  const bodyStart = headEnd + 4
  const lengths = headers.get('content-length') ?? []
  if (lengths.length > 1) return 'two Content-Length lines'
  if (headers.has('transfer-encoding')) {
    if (lengths.length > 0) return 'Content-Length and Transfer-Encoding in one reply'
    const chunked = readChunks(bytes, bodyStart)
    if (chunked === null || typeof chunked === 'string') return chunked
    return { status: Number(status), headers, ...chunked }
  }
  // The parser's own refusals know neither request ids nor HEAD, and end with the connection.
  const isOurs = headers.has('x-request-id')
  const isEmpty = isOurs && (isHead || status === '204' || status === '304')
  const bodyBytes = isEmpty ? 0 : lengths[0] === undefined ? bytes.length - bodyStart : Number(lengths[0])
  if (!Number.isSafeInteger(bodyBytes)) return `Content-Length ${lengths[0]}`
  if (bytes.length < bodyStart + bodyBytes) return null
  const end = bodyStart + bodyBytes
  return { status: Number(status), headers, body: bytes.subarray(bodyStart, end), end }
}

/** A refusal by the parser itself: it knows nothing of request ids. */
export function isNative(reply: Reply): boolean {
  return !reply.headers.has('x-request-id')
}

const HEADER_NAMES = new Set(
  'access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers access-control-max-age allow cache-control connection content-encoding content-length content-security-policy content-type date etag permissions-policy ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset referrer-policy retry-after transfer-encoding uwebsockets vary x-content-type-options x-frame-options x-request-id'.split(
    ' ',
  ),
)
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** What the aggregator refuses is 502 (spec 4.5), and it is handed members that no one looks at before. */
const RELAYED = /^\/api\/v2\/(swap|orders)\//
/** A chain that is not followed, or that no provider knows, is 501 here: the server that is asked follows nothing. */
const OF_CHAINS = /^\/api\/v2\/(screener|chain)\//
/** A failure says more here: the chain that was meant, or what it lacks (`ChainFailureBody`). */
const CHAIN_FAILURES = /^\/api\/v2\/(screener|chain|chains)\//
/** What others said comes back as they said it. */
const RAW = /^\/api\/(v2\/rpc|rpc\/send|rpc\/status|token-info)$/
/** Protocols with shapes of their own: JSON-RPC errors, TradingView's. */
const OWN_SHAPES = /^\/(mcp$|udf\/)/
/** The service behind it refuses with words of its own. */
const FOREIGN_REFUSALS = '/api/token-info'

/** Paths of programs: also a person gets what they get. */
const OF_PROGRAMS = /^\/(api|v1|mcp|udf|docs)(\/|$)/

/** What is wrong with an answer of the front; null when nothing is. `path` and `accept` are as it was asked. */
export function faultOf(reply: Reply, method: string, path: string, accept = ''): string | null {
  const { status, headers, body } = reply
  const isDeclared = (status === 502 && RELAYED.test(path)) || (status === 501 && OF_CHAINS.test(path))
  if (status >= 500 && !isDeclared) return `status ${status}: ${body.subarray(0, SHOWN_BYTES).toString('utf8')}`
  for (const [name, values] of headers) {
    if (!HEADER_NAMES.has(name)) return `unknown header ${name}`
    if (values.length > 1) return `two ${name} lines`
  }
  if (!headers.has('x-request-id')) return 'no X-Request-Id'
  if (status === 204 || status === 304) return null
  const isLong = headers.has('transfer-encoding') && path === '/api/v2/rpc'
  if (!headers.has('content-length') && !isLong) return 'no Content-Length'
  const isVisit = (method === 'GET' || method === 'HEAD') && PAGE_ACCEPTS.includes(accept) && !OF_PROGRAMS.test(path)
  if (status === 404 && isVisit) return missingPageFault(reply, method)
  const type = headers.get('content-type')?.[0] ?? ''
  const isOther =
    (status < 400 &&
      (/^\/(docs(\/|$)|llms\.txt$)/.test(path) ||
        path === '/api/v2/openapi.json' ||
        isExplorerPage(path) ||
        RAW.test(path))) ||
    path === FOREIGN_REFUSALS
  if (!isOther && type !== 'application/json; charset=utf-8') return `content type ${type}`
  // The node answers notifications with nothing, and its answers are relayed unchanged.
  const isSilent = /^\/(api\/v2\/rpc|mcp)$/.test(path) && body.length === 0
  if (method === 'HEAD' || isSilent || !type.startsWith('application/json')) return null
  const plain = decoded(body, headers.get('content-encoding')?.[0])
  if (typeof plain === 'string') return plain
  const parsed = parseJson(plain)
  if (typeof parsed === 'string') return parsed
  if (OWN_SHAPES.test(path)) return ownFault(parsed.json, reply, path)
  return isOther ? null : envelopeFault(parsed.json, reply, path)
}

/** What a person gets who opens a path that leads nowhere. */
const MISSING_PAGE: readonly (readonly [name: string, value: RegExp])[] = [
  ['content-type', /^text\/html; charset=utf-8$/],
  ['content-security-policy', /^default-src 'none'; (?!.*unsafe)/],
  ['x-content-type-options', /^nosniff$/],
  ['cache-control', /^no-store$/],
]

function missingPageFault({ headers, body }: Reply, method: string): string | null {
  for (const [name, value] of MISSING_PAGE) {
    const found = headers.get(name)?.[0] ?? ''
    if (!value.test(found)) return `${name} of the page that says that there is none: ${found}`
  }
  if (headers.has('etag')) return 'a failure with a tag'
  if (method === 'HEAD') return null
  const plain = decoded(body, headers.get('content-encoding')?.[0])
  if (typeof plain === 'string') return plain
  return plain.toString('utf8').startsWith('<!doctype html>') ? null : 'body is no page'
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
  zstd: (body) => zstdDecompressSync(body),
}

/** The body as it was before it was compressed; a sentence when it cannot be read. */
function decoded(body: Buffer, coding: string | undefined): Buffer | string {
  if (coding === undefined) return body
  const decode = DECODERS[coding]
  if (decode === undefined) return `content coding ${coding}`
  try {
    return decode(body)
  } catch (error) {
    return `body is no ${coding}: ${String(error).slice(0, 80)}`
  }
}

function parseJson(body: Buffer): { readonly json: unknown } | string {
  try {
    return { json: JSON.parse(UTF8.decode(body)) }
  } catch (error) {
    return `body is no JSON: ${String(error).slice(0, 80)}`
  }
}

function ownFault(json: unknown, { status, headers }: Reply, path: string): string | null {
  if (path !== '/mcp') {
    const { s, errmsg, code, requestId } = (json ?? {}) as Record<string, unknown>
    if (status < 400) return s === 'error' ? 'a failure with the status of a success' : null
    if (!CODES.has(code) || statusOf(code as FailureCode) !== status) return `code ${code} with status ${status}`
    if (requestId !== headers.get('x-request-id')?.[0]) return `failure of the request ${JSON.stringify(requestId)}`
    return s === 'error' && typeof errmsg === 'string' && errmsg !== '' ? null : 'failure without an error text'
  }
  const { jsonrpc, error } = (json ?? {}) as { jsonrpc?: unknown; error?: { code?: unknown; message?: unknown } }
  if (jsonrpc !== '2.0') return 'no JSON-RPC'
  if (status < 400) return null
  return Number.isInteger(error?.code) && typeof error?.message === 'string' ? null : 'failure without a JSON-RPC error'
}

/** What a failure of the v1 API may hold beside its text. */
const FAILURE_NAMES: ReadonlySet<string> = new Set('stage signature fee_lamports retry_safe details'.split(' '))
const CHAIN_NAMES: ReadonlySet<string> = new Set('chain tier required evidence suggestions candidates'.split(' '))
const NO_NAMES: ReadonlySet<string> = new Set()
/** Every failure has a code of the catalogue. */
const CODES: ReadonlySet<unknown> = new Set(FAILURE_CODES)
const WIRE_CODES: ReadonlySet<unknown> = new Set(WIRE_CODE_NAMES)

function envelopeFault(json: unknown, { status, headers }: Reply, path: string): string | null {
  const isNamed = path.startsWith('/v1/')
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'body is no object'
  const { success, error, ...rest } = json as Record<string, unknown>
  const requestId = headers.get('x-request-id')?.[0]
  if (success !== status < 400) return `success is ${JSON.stringify(success)} with status ${status}`
  if (status < 400) return null
  if (typeof error !== 'string' || error === '') return 'failure without an error text'
  const { code, requestId: id, ...others } = rest
  if (!(isNamed ? WIRE_CODES : CODES).has(code)) return `failure with the code ${JSON.stringify(code)}`
  if (!isNamed && statusOf(code as FailureCode) !== status) return `code ${code} with status ${status}`
  if (id !== requestId) return `failure of the request ${JSON.stringify(id)}`
  const known = isNamed ? FAILURE_NAMES : CHAIN_FAILURES.test(path) ? CHAIN_NAMES : NO_NAMES
  const further = Object.keys(others).filter((name) => !known.has(name))
  if (further.length > 0) return `failure with ${further.join(', ')}`
  return /node:internal|\.ts:\d|at \w+ \(/.test(error) ? 'error text shows code' : null
}
