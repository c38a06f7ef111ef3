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
  'access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers access-control-max-age allow cache-control connection content-length content-security-policy content-type date etag ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset referrer-policy retry-after transfer-encoding uwebsockets vary x-content-type-options x-frame-options x-request-id'.split(
    ' ',
  ),
)
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** What the aggregator refuses is 502 (spec 4.5), and it is handed members that no one looks at before. */
const RELAYED = /^\/api\/v2\/(swap|orders)\//
/** What others said comes back as they said it. */
const RAW = /^\/api\/(v2\/rpc|rpc\/send|rpc\/status|token-info)$/
/** The service behind it refuses with words of its own. */
const FOREIGN_REFUSALS = '/api/token-info'

/** What is wrong with an answer of the front; null when nothing is. `path` is as it was asked. */
export function faultOf(reply: Reply, method: string, path: string): string | null {
  const { status, headers, body } = reply
  if (status >= 500 && !(status === 502 && RELAYED.test(path))) return `status ${status}`
  for (const [name, values] of headers) {
    if (!HEADER_NAMES.has(name)) return `unknown header ${name}`
    if (values.length > 1) return `two ${name} lines`
  }
  if (!headers.has('x-request-id')) return 'no X-Request-Id'
  if (status === 204 || status === 304) return null
  const isLong = headers.has('transfer-encoding') && path === '/api/v2/rpc'
  if (!headers.has('content-length') && !isLong) return 'no Content-Length'
  const type = headers.get('content-type')?.[0] ?? ''
  const isOther =
    (status < 400 && (/^\/docs(\/|$)/.test(path) || path === '/api/v2/openapi.json' || RAW.test(path))) ||
    path === FOREIGN_REFUSALS
  if (!isOther && type !== 'application/json; charset=utf-8') return `content type ${type}`
  // The node answers notifications with nothing, and its answers are relayed unchanged.
  const isSilent = path === '/api/v2/rpc' && body.length === 0
  if (method === 'HEAD' || isSilent || !type.startsWith('application/json')) return null
  const parsed = parseJson(body)
  if (typeof parsed === 'string') return parsed
  return isOther ? null : envelopeFault(parsed.json, status, path.startsWith('/v1/'))
}

function parseJson(body: Buffer): { readonly json: unknown } | string {
  try {
    return { json: JSON.parse(UTF8.decode(body)) }
  } catch (error) {
    return `body is no JSON: ${String(error).slice(0, 80)}`
  }
}

/** What a failure of the v1 API may hold beside its text. */
const FAILURE_NAMES: ReadonlySet<string> = new Set('code stage signature fee_lamports retry_safe details'.split(' '))

function envelopeFault(json: unknown, status: number, isNamed: boolean): string | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'body is no object'
  const { success, error, ...rest } = json as Record<string, unknown>
  if (success !== status < 400) return `success is ${JSON.stringify(success)} with status ${status}`
  if (status < 400) return null
  if (typeof error !== 'string' || error === '') return 'failure without an error text'
  if (isNamed && typeof rest['code'] !== 'string') return 'failure without a code'
  const further = Object.keys(rest).filter((name) => !isNamed || !FAILURE_NAMES.has(name))
  if (further.length > 0) return `failure with ${further.join(', ')}`
  return /node:internal|\.ts:\d|at \w+ \(/.test(error) ? 'error text shows code' : null
}
