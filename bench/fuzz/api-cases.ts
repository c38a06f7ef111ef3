import type { Draw } from './draw.ts'
import { type FuzzCase, type Operation, type RequestParts, requestBytes, type Target } from './http-case.ts'
import { heavyBody, mutateJson, oddJsonText, sampleJson } from './json-bodies.ts'

/* Requests that are HTTP/1.1 and wrong in what they say, made from the operations of the API. */

type Header = readonly [name: string, value: string]
/** A request as the API wants it, in parts that a family then spoils. */
type Draft = {
  readonly operation: Operation
  readonly path: string
  readonly query: readonly string[]
  readonly headers: readonly Header[]
  readonly body: Buffer | null
}

/** Written into the target as they are. */
const ODD_VALUES: readonly string[] = [
  ...' % %zz %0 %00 %ff%fe %ed%a0%80 %f0%9f%98%80 %c0%ae%c0%ae %2e%2e%2f%2e%2e%2fetc%2fpasswd %0d%0aX-Evil:%201 %25%32%35 + %2B+%20 __proto__ constructor toString hasOwnProperty'.split(
    ' ',
  ),
  ...'-1 0 -0 1.5 1e400 -1e400 1e21 NaN Infinity 0x10 1_000 99999999999999999999 9007199254740993 true TRUE null undefined [] {} a,b,,c , ,,,, %2c%2c'.split(
    ' ',
  ),
  ...["'%20OR%201=1--", '%3Cscript%3E', '$(id)', '%5Cu0000', '%E2%80%AE', '=', '==&', ';', '@', ':', '*', '~'],
  'a'.repeat(129),
  'x'.repeat(2_000),
  'a,'.repeat(300),
  '%F0%9F%98%80'.repeat(60),
]
const ODD_PATHS: readonly string[] = [
  '/',
  '//',
  '/api',
  '/api/v2/',
  '/api/v2/tokens/',
  '/api/v3/health',
  '/API/V2/HEALTH',
  '/health/',
  '//health',
  '/health//',
  '/health;a=b',
  '/health%00',
  '/%68ealth',
  '/./health',
  '/api/../health',
  '/api/v2/tokens/../../../etc/passwd',
  '/..%2f..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/docs/../package.json',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/docs//swagger-ui.css',
  '/docs/x',
  '/metrics',
  '/.env',
  '/.git/config',
  '/favicon.ico',
  '/api/v2/openapi.json/',
  '/api/v2/openapi.yaml',
  '/constructor',
  '/__proto__',
  '/api/v2/__proto__/x',
  `/${'a/'.repeat(500)}`,
  `/${'a'.repeat(3_000)}`,
  '/?',
  '/??a=b',
  '/%',
]
const METHODS = 'PUT DELETE PATCH TRACE CONNECT PROPFIND MKCOL M-SEARCH get Get post PRI PURGE QUERY ! ~ X-Y'.split(' ')
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/xml',
  'APPLICATION/JSON',
  '',
  '/',
  'x'.repeat(500),
]
const ODD_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['If-None-Match', ['*', '"', 'W/"x"', '"a", "b"', ',,,', '"a'.repeat(300), '\xff']],
  ['If-Modified-Since', ['yesterday', 'Fri, 20 Nov 2026 00:00:00 GMT']],
  ['Origin', ['null', 'http://evil.example', 'file://', '\xff\xfe', 'x'.repeat(2_000), 'http://[::1', '*']],
  ['Referer', ['http://a/b', '::', 'x'.repeat(2_000), '\x80', 'http://a:99999/']],
  [
    'X-Forwarded-For',
    [
      'garbage',
      '999.1.1.1',
      '::1',
      '[::1]:80',
      '1.2.3.4:99999',
      ',',
      '1.1.1.1,'.repeat(150),
      '0x7f.1',
      '::ffff:127.0.0.1',
      'fe80::1%eth0',
      '127.0.0.1, 127.0.0.1',
    ],
  ],
  ['X-Request-Id', ['a b', 'x'.repeat(65), '\xff', '<script>', 'a:b', '']],
  [
    'Authorization',
    ['Bearer', 'Bearer ', 'Bearer x y', 'Basic eDp5', 'Bearer \xff', 'Digest a="b"', `Bearer ${'x'.repeat(2_000)}`],
  ],
  ['X-Session-Token', ['x', '', '\xff', 'x'.repeat(2_000)]],
  ['Accept', ['image/png', '*/*;q=x', '']],
  ['Accept-Encoding', ['gzip, br', 'identity;q=0, *;q=0', 'x'.repeat(500)]],
  ['Range', ['bytes=0-5', 'bytes=5-1', 'x']],
  ['Cookie', ['a=b', 'a='.repeat(800), '\x80']],
  ['Connection', ['keep-alive, Upgrade', 'x', 'TE', '']],
  ['Upgrade', ['websocket', 'h2c', '']],
  ['Sec-WebSocket-Key', ['dGhlIHNhbXBsZSBub25jZQ==', 'x']],
  ['HTTP2-Settings', ['AAMAAABkAARAAAAAAAIAAAAA']],
  ['Expect', ['100-continue', 'x']],
  ['TE', ['trailers', 'gzip;q=0.5']],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['Host', ['', 'x', '\xff', 'a:b:c', 'x'.repeat(300)]],
  ['Access-Control-Request-Method', ['DELETE', '\x80', '']],
  ['Access-Control-Request-Headers', ['x-api-key', 'x,'.repeat(300)]],
  ['Forwarded', ['for=1.2.3.4;proto=http', ';;;']],
]
const FAMILIES: readonly (readonly [number, string])[] = [
  [14, 'query'],
  [8, 'path parameter'],
  [16, 'JSON that does not fit'],
  [12, 'text that is no JSON'],
  [3, 'deep, long or large JSON'],
  [10, 'headers'],
  [8, 'credentials'],
  [6, 'unknown path'],
  [5, 'wrong method'],
  [4, 'content type'],
  [4, 'HEAD and OPTIONS'],
  [3, 'body where none belongs'],
]

/** One malformed request. */
export function drawApiCase(draw: Draw, target: Target): FuzzCase {
  const family = draw.weighted(FAMILIES)
  return { family, ...spoil(family, draw, target) }
}

/** A request that must succeed. */
export function drawControl(draw: Draw, target: Target): FuzzCase {
  const usable = target.operations.filter(({ path }) => !path.endsWith('/rpc'))
  const drawn = draft(draw, target, draw.pick(usable))
  return { family: 'control', bytes: written(drawn), statuses: [200], isControl: true }
}

type Spoiled = { readonly bytes: Buffer; readonly statuses?: readonly number[] }

function spoil(family: string, draw: Draw, target: Target): Spoiled {
  const { operations } = target
  const withBody = operations.filter(({ body }) => body !== null)
  switch (family) {
    case 'query': {
      const queried = operations.filter(({ queryNames }) => queryNames.length > 0)
      const drawn = draft(draw, target, draw.pick(draw.oneIn(5) ? operations : queried))
      return { bytes: written({ ...drawn, query: oddQuery(draw, drawn.operation) }) }
    }
    case 'path parameter': {
      const drawn = draft(draw, target, draw.pick(operations.filter(({ pathNames }) => pathNames.length > 0)))
      const whole = draw.pick(target.mints)
      const at = draw.below(whole.length)
      const odd = draw.oneIn(2)
        ? draw.pick(ODD_VALUES)
        : draw.pick([
            whole.slice(1),
            `${whole}1`,
            whole.toLowerCase(),
            `${whole.slice(0, at)}0${whole.slice(at + 1)}`,
            `%20${whole}`,
            `${whole}%2f`,
            `${whole}/`,
            `${whole}%00`,
          ])
      return { bytes: written({ ...drawn, path: drawn.operation.path.replace(/\{\w+\}/, () => odd) }) }
    }
    case 'JSON that does not fit': {
      const { operation, ...rest } = draft(draw, target, draw.pick(withBody))
      let json = sampleJson(operation.body!, draw, target)
      for (let times = 1 + draw.below(3); times > 0; times--) json = mutateJson(json, draw)
      return { bytes: written({ operation, ...rest, body: Buffer.from(JSON.stringify(json)) }) }
    }
    case 'text that is no JSON': {
      const drawn = draft(draw, target, draw.pick(withBody))
      const body = oddJsonText(sampleJson(drawn.operation.body!, draw, target), draw)
      return { bytes: written({ ...drawn, body }), statuses: isJson(body) ? [200, 400] : [400] }
    }
    case 'deep, long or large JSON': {
      const drawn = draft(draw, target, draw.pick(withBody))
      const body = heavyBody(sampleJson(drawn.operation.body!, draw, target), draw, target)
      const statuses = body.length > 5 * 1024 * 1024 ? [413] : isJson(body) ? [200, 400] : [400]
      return { bytes: written({ ...drawn, body }), statuses }
    }
    case 'headers': {
      const drawn = draft(draw, target, draw.pick(operations))
      const odd = Array.from({ length: 1 + draw.below(4) }, (): Header => {
        const [name, values] = draw.pick(ODD_HEADERS)
        return [draw.oneIn(8) ? name.toUpperCase() : name, draw.pick(values)]
      })
      const headers = draw.oneIn(2) ? [...odd, ...drawn.headers] : [...drawn.headers, ...odd]
      return { bytes: written({ ...drawn, headers }) }
    }
    case 'credentials':
      return oddCredentials(draw, target)
    case 'unknown path': {
      const drawn = draft(draw, target, draw.pick(operations))
      const path = draw.oneIn(3) ? spoilPath(drawn.path, draw) : draw.pick(ODD_PATHS)
      return { bytes: written({ ...drawn, path }), statuses: [200, 400, 401, 404, 405, 429] }
    }
    case 'wrong method': {
      const drawn = draft(draw, target, draw.pick(operations))
      const { operation } = drawn
      const method = draw.oneIn(4) ? draw.pick(['POST', 'GET']) : draw.pick(METHODS)
      const isRight = operations.some((other) => other.method === method && other.path === operation.path)
      return {
        bytes: written({ ...drawn, operation: { ...operation, method } }),
        statuses: isRight ? [200, 400, 429] : [405],
      }
    }
    case 'content type': {
      const drawn = draft(draw, target, draw.pick(withBody))
      const headers: Header[] = [...drawn.headers, ['Content-Type', draw.pick(CONTENT_TYPES)]]
      return { bytes: written({ ...drawn, headers }), statuses: [200, 400] }
    }
    case 'HEAD and OPTIONS': {
      const drawn = draft(draw, target, draw.pick(operations))
      const method = draw.pick(['HEAD', 'OPTIONS'])
      const path = draw.oneIn(5)
        ? draw.pick(['/docs', '/api/v2/openapi.json', '/docs/swagger-ui.css', '/nope'])
        : drawn.path
      return { bytes: written({ ...drawn, path, body: null, operation: { ...drawn.operation, method } }) }
    }
    default: {
      const drawn = draft(draw, target, draw.pick(operations.filter(({ body }) => body === null)))
      return { bytes: written({ ...drawn, body: draw.bytes(draw.below(3_000)) }), statuses: [200, 429] }
    }
  }
}

/** A whole and right request for an operation. */
function draft(draw: Draw, target: Target, operation: Operation): Draft {
  const path = operation.path.replace(/\{\w+\}/g, () => draw.pick(target.mints))
  const query = operation.queryNames
    .filter(() => draw.oneIn(3))
    .map((name) => `${name}=${draw.pick(['1', 'raydium', 'true', 'sol'])}`)
  const address = Array.from({ length: 4 }, () => 1 + draw.below(254)).join('.')
  const headers: Header[] = operation.isPublic ? [['X-Forwarded-For', address]] : [['X-API-Key', target.key]]
  const body = operation.body === null ? null : Buffer.from(JSON.stringify(sampleJson(operation.body, draw, target)))
  return { operation, path, query, headers, body }
}

function written({ operation, path, query, headers, body }: Draft): Buffer {
  const parts: RequestParts = {
    method: operation.method,
    target: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers,
    body,
  }
  return requestBytes(parts)
}

function oddQuery(draw: Draw, { queryNames }: Operation): string[] {
  const name = () => (queryNames.length === 0 || draw.oneIn(5) ? draw.pick(ODD_VALUES) : draw.pick(queryNames))
  const count = draw.oneIn(20) ? 200 : 1 + draw.below(4)
  const pairs = Array.from({ length: count }, () => {
    const odd = draw.oneIn(6) ? draw.below(1e9).toString(36) : draw.pick(ODD_VALUES)
    return draw.oneIn(10) ? name() : `${name()}=${odd}`
  })
  // The parser's bound on a head is four kilobytes.
  const fitting: string[] = []
  let chars = 0
  for (const pair of pairs) {
    chars += pair.length + 1
    if (chars < 3_000) fitting.push(pair)
  }
  return fitting
}

function oddCredentials(draw: Draw, target: Target): Spoiled {
  const operation = draw.pick(target.operations.filter(({ isPublic }) => !isPublic))
  const drawn = { ...draft(draw, target, operation), headers: [] as Header[] }
  const stranger = `mg_${draw.below(2 ** 31).toString(36)}`
  const [statuses, headers] = draw.pick<readonly [number[], Header[]]>([
    [[401], []],
    [[401], [['X-API-Key', '']]],
    [[401], [['X-API-Key', stranger]]],
    [[401], [['X-API-Key', `${target.key} `.repeat(2)]]],
    [[401], [['X-API-Key', target.key.slice(0, -1)]]],
    [[401], [['X-API-Key', target.key.toUpperCase()]]],
    [[401], [['X-API-Key', 'x'.repeat(3_000)]]],
    [[401], [['X-API-Key', '\xff\xfe\x80']]],
    [[401], [['Authorization', `Bearer ${target.key}`]]],
    [[401], [['Cookie', `X-API-Key=${target.key}`]]],
    [[401, 429], [['X-API-Key', draw.pick(['__proto__', 'constructor', 'null', '0', '{}', "' OR 1=1"])]]],
    [
      [200, 400, 401, 429],
      [
        ['X-API-Key', stranger],
        ['X-API-Key', target.key],
      ],
    ],
    [[200, 400, 401, 403, 429], [['X-API-Key', draw.pick(target.otherKeys)]]],
  ])
  return { bytes: written({ ...drawn, headers }), statuses }
}

function spoilPath(path: string, draw: Draw): string {
  const parts = path.split('/')
  const at = 1 + draw.below(parts.length - 1)
  switch (draw.below(4)) {
    case 0:
      return [...parts.slice(0, at), 'nope', ...parts.slice(at)].join('/')
    case 1:
      return `${path}/${draw.pick(ODD_VALUES)}`
    case 2:
      return parts.with(at, `${parts[at]}x`).join('/')
    default:
      return parts.toSpliced(at, 1).join('/') || '/nope'
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(UTF8.decode(bytes))
    return true
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return false
    throw error
  }
}
