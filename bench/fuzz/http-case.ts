/** One thing to do to the server. */
export type FuzzCase = {
  readonly family: string
  readonly bytes: Buffer
  /** Statuses that an answer of ours may have; absent: any below 500. */
  readonly statuses?: readonly number[]
  /** Not malformed at all: shows that the service still works; not counted. */
  readonly isControl?: boolean
  /** How the bytes are cut, and the pause before each further piece. */
  readonly cuts?: readonly { readonly at: number; readonly waitMs: number }[]
  /** Takes more time than clients have: may be ended without an answer. */
  readonly isSlow?: boolean
  /** What the client does after the last byte; absent: wait. */
  readonly end?: 'half-close' | 'reset' | 'leave'
}

export type RequestParts = {
  readonly method: string
  /** Written as latin1. */
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Buffer | string | null
}

/** Bytes of a request; `Host` and, for a body, `Content-Length` are added unless given. */
export function requestBytes({ method, target, headers = [], body = null }: RequestParts): Buffer {
  const payload = typeof body === 'string' ? Buffer.from(body) : body
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [`${method} ${target} HTTP/1.1`]
  if (!given.has('host')) lines.push('Host: fuzz')
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  if (payload !== null && !given.has('content-length') && !given.has('transfer-encoding'))
    lines.push(`Content-Length: ${payload.length}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return payload === null ? head : Buffer.concat([head, payload])
}

/** What the generators know of the server. */
export type Target = {
  readonly operations: readonly Operation[]
  /** A key with a wide limit. */
  readonly key: string
  /** Keys whose own limits are small. */
  readonly otherKeys: readonly string[]
  /** Addresses that exist: mints first, then wallets. */
  readonly mints: readonly string[]
  readonly wallets: readonly string[]
}

export type Operation = {
  readonly method: string
  readonly path: string
  readonly isPublic: boolean
  /** The key goes as `Authorization: Bearer`, and a refusal has a name. */
  readonly isBearer: boolean
  /** Takes the key in either header. */
  readonly takesEither: boolean
  readonly pathNames: readonly string[]
  readonly queryNames: readonly string[]
  /** Those of `queryNames` without which the answer is 400: addresses, or texts that an address fits. */
  readonly requiredNames: readonly string[]
  readonly body: Schema | null
  /** Of the longest body. */
  readonly bodyBytes: number
  /** Its answer depends on what was made before (webhooks, wallets) or needs words of a grammar (channels): a request
   *  drawn from the schema alone may be refused as `PARTICULAR_REFUSALS` says. */
  readonly isParticular: boolean
  /** Wants a session or a signed challenge, which no one draws. */
  readonly isSigned: boolean
}
export const PARTICULAR_REFUSALS = [400, 402, 403, 404, 409, 422, 501]
/** An answer that goes on has no end to wait for; `test/push/sse` asks it wrongly. */
const ENDLESS = '/api/v2/stream/events'
const PARTICULAR =
  /^\/(v1|mcp|udf|api\/v1|api\/v2\/(webhooks|stream|screens|swap|orders|screener|chain|chains\/resolve|tokens\/\{mint\}\/deepscan\/replay|wallets\/(cohort|\{wallet\}\/(pnl|history)))|api\/(rpc\/simulate|auth|dashboard|verify-branding-payment|branding-license))(\/|$)/
const SIGNED = /^\/(api\/(auth|dashboard-session|register-key|regenerate-key|update-domains)|udf\/\{ticket\})(\/|$)/
export type Schema = { readonly [name: string]: unknown }

type Described = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
            readonly requestBody?: {
              readonly 'x-max-bytes': number
              readonly content: Readonly<Record<string, { readonly schema: Schema }>>
            }
            readonly security?: readonly object[]
          }
        >
      >
    >
  >
}

/** The operations of an OpenAPI document. */
export function readOperations(document: unknown): Operation[] {
  const operations: Operation[] = []
  const { schemas } = (document as Described).components
  for (const [path, methods] of Object.entries((document as Described).paths)) {
    if (path === ENDLESS) continue
    for (const [method, { parameters = [], requestBody, security = [] }] of Object.entries(methods)) {
      const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
      operations.push({
        method: method.toUpperCase(),
        path,
        isPublic: security.length === 0,
        isBearer: security.some((one) => 'Bearer' in one),
        takesEither: security.some((one) => 'Bearer' in one) && security.some((one) => !('Bearer' in one)),
        pathNames: namesIn('path'),
        queryNames: namesIn('query'),
        requiredNames: parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name),
        body: requestBody === undefined ? null : resolved(requestBody.content['application/json']!.schema, schemas),
        bodyBytes: requestBody?.['x-max-bytes'] ?? 0,
        isParticular: PARTICULAR.test(path) || SIGNED.test(path),
        isSigned: SIGNED.test(path),
      })
    }
  }
  return operations
}

/** Without names: each part stands where it is used. No body that clients send holds its own kind. */
function resolved(schema: Schema, schemas: Described['components']['schemas']): Schema {
  const inside = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(inside)
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string') return inside(schemas[$ref.split('/').at(-1)!])
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part)]))
  }
  return inside(schema) as Schema
}
