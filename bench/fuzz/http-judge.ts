/* What the bytes of a connection are, read strictly after RFC 9112 and without the server's parser. */

/** `request`: HTTP/1.1, to be answered. The other kinds say why in `why`: `unserved`: HTTP/1.1 in a form that the
 *  server's parser does not take (docs/architecture.md names them); `tolerated`: outside the grammar in a way that
 *  cannot move the end of the message; answered or refused; `unfinished`: a head that is HTTP/1.1 whose body ends early
 *  or is framed wrongly; may be answered, ends the connection; `broken`: anything else, to be refused or closed.
 *  Nothing after `unserved`, `unfinished` and `broken` may be served. */
export type Verdict = {
  readonly kind: 'request' | 'unserved' | 'tolerated' | 'unfinished' | 'broken'
  readonly why: string
  readonly method: string
  readonly path: string
  /** Its X-Request-Id, empty without one. */
  readonly id: string
  /** Its first Accept line, empty without one. */
  readonly accept: string
  /** Asks for the connection to end after it. */
  readonly closes: boolean
  /** The server must end the connection after it: everything but plain requests. */
  readonly mustClose: boolean
  /** Bytes stand behind it that may not be served any more. */
  readonly isFollowed: boolean
}

type Known = Pick<Verdict, 'method' | 'path' | 'id' | 'accept' | 'closes'>

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const REQUEST_LINE = /^([^ ]+) ([^ ]+) HTTP\/1\.1$/
const ORIGIN_FORM = /^\/[A-Za-z0-9\-._~%!$&'()*+,;=:@/?]*$/
const OTHER_FORM = /^(\*|https?:\/\/\S*|[A-Za-z0-9.\-[\]:]+:\d+)$/
const PROXY_PREFACE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
/** Heads well under the first are taken, above the second refused; where exactly the parser's bound lies is its own. */
const HEAD_BYTES = { taken: 3_900, refused: 4_300 }
const HEAD_LINES = { taken: 90, refused: 102 }

type Head = {
  readonly lines: readonly string[]
  readonly bytes: number
}

/** The messages in `bytes`, up to the first after which the connection must end. `cuts` are the places where the bytes
 *  are sent in pieces: this version of the parser takes a first line that ends early for another HTTP version. */
export function judge(bytes: Buffer, cuts: readonly number[] = []): Verdict[] {
  const verdicts: Verdict[] = []
  let at = 0
  while (at < bytes.length) {
    const { verdict, end } = judgeOne(bytes, at, cuts)
    verdicts.push({ ...verdict, isFollowed: verdict.mustClose && end < bytes.length })
    if (verdict.mustClose) break
    at = end
  }
  return verdicts
}

function judgeOne(bytes: Buffer, start: number, cuts: readonly number[]): { verdict: Verdict; end: number } {
  const unknown: Known = { method: '', path: '', id: '', accept: '', closes: false }
  const stop = (kind: Verdict['kind'], why: string, known = unknown) => ({
    verdict: { kind, why, ...known, mustClose: true, isFollowed: false },
    end: bytes.length,
  })
  if (bytes.subarray(start, start + PROXY_PREFACE.length).equals(PROXY_PREFACE))
    return stop('unserved', 'PROXY preface')
  const head = readHead(bytes, start)
  if (typeof head === 'string') return stop('broken', head)
  const requestLine = REQUEST_LINE.exec(head.lines[0]!)
  if (requestLine === null) return stop('broken', 'request line')
  const [, method, target] = requestLine as unknown as [string, string, string]
  const tolerated: string[] = []
  const lineEnd = start + head.lines[0]!.length + 2
  if (cuts.some((cut) => cut > start && cut < lineEnd)) tolerated.push('first line in two pieces')
  const headers: [string, string][] = []
  for (const line of head.lines.slice(1)) {
    const colon = line.indexOf(':')
    if (colon < 0) return stop('broken', 'header line without a colon')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
    if (!TOKEN.test(name)) return stop('broken', 'header name')
    if (hasControl(value)) return stop('broken', 'control character in a header')
    if (value.includes('\x7f')) tolerated.push('DEL in a header')
    headers.push([name.toLowerCase(), value])
  }
  const valuesOf = (wanted: string) => headers.filter(([name]) => name === wanted).map(([, value]) => value)
  if (valuesOf('host').length === 0) return stop('broken', 'no Host')
  const known = {
    method,
    path: target.split('?')[0]!,
    id: valuesOf('x-request-id')[0] ?? '',
    accept: valuesOf('accept')[0] ?? '',
    closes: valuesOf('connection').some((value) => value.length === 5),
  }
  if (!TOKEN.test(method)) return stop('broken', 'method', known)
  if (!target.startsWith('/')) return stop(OTHER_FORM.test(target) ? 'unserved' : 'broken', 'target form', known)
  if (!ORIGIN_FORM.test(target)) tolerated.push('target octets')
  const framedAs = (name: string) =>
    valuesOf(name).map((value) => {
      const seen = asTheParserTrims(value)
      if (seen !== value) tolerated.push('octets around a length')
      return seen
    })
  const lengths = framedAs('content-length')
  const encodings = framedAs('transfer-encoding')
  const framing = [...lengths, ...encodings]
  // On GET the server looks at the first line of each kind only, and an empty one passes for none.
  const passesForNone = method === 'GET' && (lengths[0] ?? '') === '' && (encodings[0] ?? '') === ''
  if (passesForNone) {
    if (framing.length > 0) tolerated.push('empty length')
  } else if (framing.length > 1) return stop('broken', 'ambiguous length', known)
  else if (framing[0] === '') return stop('broken', 'empty length', known)
  else if (lengths.length > 0 && !/^\d+$/.test(lengths[0]!)) return stop('broken', 'length', known)
  else if (encodings.length > 0 && encodings[0]!.toLowerCase() !== 'chunked') return stop('broken', 'encoding', known)
  if (head.bytes > HEAD_BYTES.refused || head.lines.length > HEAD_LINES.refused)
    return stop('unserved', 'head size', known)
  if (head.bytes > HEAD_BYTES.taken || head.lines.length > HEAD_LINES.taken) tolerated.push('head size')
  const bodyStart = start + head.bytes
  const isChunked = (encodings[0] ?? '') !== ''
  const body = isChunked ? chunkedEnd(bytes, bodyStart) : bodyStart + Number(lengths[0] || 0)
  if (typeof body === 'object') return stop(body.kind, body.why, known)
  if (body > bytes.length) return stop('unfinished', 'body cut short', known)
  const kind = tolerated.length === 0 ? 'request' : 'tolerated'
  const why = [...tolerated, ...(isChunked ? ['chunked'] : [])].join(', ')
  return { verdict: { kind, why, ...known, mustClose: isChunked, isFollowed: false }, end: body }
}

/** The lines up to the empty one, or what is wrong with them. */
function readHead(bytes: Buffer, start: number): Head | string {
  const lines: string[] = []
  let at = start
  for (;;) {
    const end = bytes.indexOf('\r\n', at, 'latin1')
    const line = bytes.toString('latin1', at, end < 0 ? bytes.length : end)
    if (/[\r\n]/.test(end < 0 ? line.replace(/\r$/, '') : line)) return 'bare CR or LF'
    if (end < 0) return 'head cut short'
    at = end + 2
    if (line === '') return lines.length === 0 ? 'empty line first' : { lines, bytes: at - start }
    if (/^[ \t]/.test(line)) return lines.length === 0 ? 'request line' : 'folded line'
    lines.push(line)
  }
}

/** The parser takes octets above ASCII, and colons in front, for the space around a value. */
function asTheParserTrims(value: string): string {
  const isSpace = (at: number) => value.charCodeAt(at) <= 32 || value.charCodeAt(at) >= 128
  let start = 0
  let end = value.length
  while (start < end && (isSpace(start) || value[start] === ':')) start++
  while (end > start && isSpace(end - 1)) end--
  return value.slice(start, end)
}

function hasControl(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) < 32 && value[i] !== '\t') return true
  return false
}

/** Where a chunked body ends, or why it does not. */
function chunkedEnd(bytes: Buffer, start: number): number | { kind: 'unfinished' | 'unserved'; why: string } {
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
    if (lineEnd < 0) return { kind: 'unfinished', why: 'chunk size' }
    const line = bytes.toString('latin1', at, lineEnd)
    if (/^[0-9a-fA-F]{1,12}[ \t]*;[^\r\n]*$/.test(line)) return { kind: 'unserved', why: 'chunk extension' }
    if (!/^[0-9a-fA-F]{1,12}$/.test(line)) return { kind: 'unfinished', why: 'chunk size' }
    const size = Number.parseInt(line, 16)
    at = lineEnd + 2
    if (size === 0) {
      if (bytes.length < at + 2) return { kind: 'unfinished', why: 'body cut short' }
      if (bytes.toString('latin1', at, at + 2) === '\r\n') return at + 2
      return { kind: 'unserved', why: 'trailer' }
    }
    at += size
    if (bytes.length < at + 2) return { kind: 'unfinished', why: 'body cut short' }
    if (bytes.toString('latin1', at, at + 2) !== '\r\n') return { kind: 'unfinished', why: 'chunk end' }
    at += 2
  }
}
