import { BODY_LIMITS } from '../../src/config/body-limits.ts'
import type { Draw } from './draw.ts'
import {
  type FuzzCase,
  type Operation,
  PARTICULAR_REFUSALS,
  type RequestParts,
  requestBytes,
  type Target,
} from './http-case.ts'
import { heavyBody, mutateJson, oddJsonText, sampleJson } from './json-bodies.ts'
import {
  CONTENT_TYPES,
  METHODS,
  ODD_HEADERS,
  ODD_PATHS,
  ODD_VALUES,
  PAGE_ACCEPTS,
  PROGRAM_ACCEPTS,
} from './odd-inputs.ts'

const MANY_VALUED_BYTES = BODY_LIMITS.onLoopValues

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
  const { statuses, operation, bytes } = spoil(family, draw, target)
  if (statuses === undefined) return { family, bytes }
  const isParticular = operation?.isParticular === true
  const signed = operation?.isSigned ? [401, 429] : []
  const particular = [...statuses, 201, 202, ...PARTICULAR_REFUSALS, 502, ...signed]
  return { family, bytes, statuses: isParticular ? particular : statuses }
}

/** A request that must succeed. */
export function drawControl(draw: Draw, target: Target): FuzzCase {
  const usable = target.operations.filter(({ path, isParticular }) => !path.endsWith('/rpc') && !isParticular)
  const drawn = draft(draw, target, draw.pick(usable))
  return { family: 'control', bytes: written(drawn), statuses: [200], isControl: true }
}

type Spoiled = { readonly bytes: Buffer; readonly statuses?: readonly number[]; readonly operation?: Operation }

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
      return {
        operation: drawn.operation,
        bytes: written({ ...drawn, body }),
        statuses: body.length === 0 || isJson(body) ? [200, 400] : [400],
      }
    }
    case 'deep, long or large JSON': {
      const drawn = draft(draw, target, draw.pick(withBody))
      const body = heavyBody(sampleJson(drawn.operation.body!, draw, target), draw, target)
      // Values are bounded, too: no body of fewer bytes holds too many.
      const refused = body.length > MANY_VALUED_BYTES ? [400, 413] : [400]
      const isTooLong = body.length > drawn.operation.bodyBytes
      const statuses = isTooLong ? [413] : isJson(body) ? [200, ...refused] : refused
      return { operation: drawn.operation, bytes: written({ ...drawn, body }), statuses }
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
      const accept: Header = ['Accept', draw.pick(draw.oneIn(2) ? PAGE_ACCEPTS : PROGRAM_ACCEPTS)]
      return {
        operation: drawn.operation,
        bytes: written({ ...drawn, path, headers: [...drawn.headers, accept] }),
        statuses: [200, 400, 401, 404, 405, 429],
      }
    }
    case 'wrong method': {
      const drawn = draft(draw, target, draw.pick(operations))
      const { operation } = drawn
      const method = draw.oneIn(4) ? draw.pick(['POST', 'GET']) : draw.pick(METHODS)
      const isRight = operations.some((other) => other.method === method && other.path === operation.path)
      return {
        operation,
        bytes: written({ ...drawn, operation: { ...operation, method } }),
        statuses: isRight ? [200, 400, 429] : [405],
      }
    }
    case 'content type': {
      const drawn = draft(draw, target, draw.pick(withBody))
      const headers: Header[] = [...drawn.headers, ['Content-Type', draw.pick(CONTENT_TYPES)]]
      return { operation: drawn.operation, bytes: written({ ...drawn, headers }), statuses: [200, 400] }
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
      return {
        operation: drawn.operation,
        bytes: written({ ...drawn, body: draw.bytes(draw.below(3_000)) }),
        statuses: [200, 429],
      }
    }
  }
}

/** A whole and right request for an operation. */
const PARTICULAR_NAMES: ReadonlySet<string> = new Set(['counterparty', 'mint', 'own', 'cursor', 'dex'])

function draft(draw: Draw, target: Target, operation: Operation): Draft {
  const path = operation.path.replace(/\{\w+\}/g, (name) => (name === '{chain}' ? 'solana' : draw.pick(target.mints)))
  const required = operation.requiredNames
  // A cursor is of one tape alone, and only eight names are DEXs.
  const optional = operation.queryNames.filter(
    (name) => !required.includes(name) && !PARTICULAR_NAMES.has(name) && draw.oneIn(3),
  )
  const query = [
    ...required.map((name) => `${name}=${draw.pick(target.mints)}`),
    ...optional.map((name) => `${name}=${draw.pick(['1', 'raydium', 'true', 'sol'])}`),
  ]
  const address = Array.from({ length: 4 }, () => 1 + draw.below(254)).join('.')
  const headers: Header[] = operation.isPublic ? [['X-Forwarded-For', address]] : [keyHeader(operation, target.key)]
  const body = operation.body === null ? null : Buffer.from(JSON.stringify(sampleJson(operation.body, draw, target)))
  return { operation, path, query, headers, body }
}

function keyHeader({ isBearer }: Operation, key: string): Header {
  return isBearer ? ['Authorization', `Bearer ${key}`] : ['X-API-Key', key]
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
  const sent = (key: string): Header => keyHeader(operation, key)
  const elsewhere: Header = operation.isBearer ? ['X-API-Key', target.key] : ['Authorization', `Bearer ${target.key}`]
  // Wrong keys of one address have a window of their own (docs/accounts.md); a request without any has none.
  const refused = [401, 429]
  const [statuses, headers] = draw.pick<readonly [number[], Header[]]>([
    [[401], []],
    [[401], [sent('')]],
    [refused, [sent(stranger)]],
    [refused, [sent(`${target.key} `.repeat(2))]],
    [refused, [sent(target.key.slice(0, -1))]],
    [refused, [sent(target.key.toUpperCase())]],
    [refused, [sent('x'.repeat(3_000))]],
    [refused, [sent('\xff\xfe\x80')]],
    [operation.takesEither ? [200, 400, 401] : [401], [elsewhere]],
    [[401], [['Cookie', `X-API-Key=${target.key}`]]],
    [refused, [sent(draw.pick(['__proto__', 'constructor', 'null', '0', '{}', "' OR 1=1"]))]],
    [
      [200, 400, 401, 429],
      [sent(stranger), sent(target.key)],
    ],
    [[200, 400, 401, 403, 429], [sent(draw.pick(target.otherKeys))]],
  ])
  return { operation: drawn.operation, bytes: written({ ...drawn, headers }), statuses }
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
