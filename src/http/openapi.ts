import { ChainFailureBody, FailureBody, NamedFailureBody, RpcFailureBody, successBody } from '../contract/envelope.ts'
import { FAILURES, type FailureCode, statusOf } from '../contract/failures.ts'
import { MCP_PATH } from '../contract/mcp.ts'
import type { Rule } from '../contract/params.ts'
import { UDF_PREFIX, UdfFailureBody } from '../contract/udf.ts'
import type { Route } from '../routes/define-route.ts'
import { operationId } from './operation-ids.ts'

type Json = Record<string, unknown>

const SECURITY_NAMES = {
  apiKey: ['ApiKey'],
  apiKeyOrTicket: ['ApiKey', 'Ticket'],
  apiKeyOrBearer: ['ApiKey', 'Bearer'],
  bearer: ['Bearer'],
  session: ['Session'],
} as const

/** Description of a tag (`ROUTE_FAMILIES`). */
type Family = { readonly name: string; readonly description: string }

/** The OpenAPI 3.1 description of the routes, as plain JSON values. Everything in it derives from the declarations. */
export function describeApi(routes: readonly Route[], families: readonly Family[] = []): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Mintglass',
        version: 'v2',
        summary: 'Market intelligence, trading and rent recovery, self-hosted.',
        description:
          'Successful answers carry `success: true` beside the fields of their route; failed ones `success: false`, `error` for people, `code` for programs (docs/errors.md lists them) and `requestId`. Parameters outside their range are clamped or fall back silently where their description says so. Every answer has `X-Request-Id`. Bodies of 1 KiB and more come in `zstd`, `br` or `gzip` where `Accept-Encoding` takes it; relayed answers and streams stay as they are. Guides: [/docs/guides](/docs/guides). Streams and webhooks: [/docs/push](/docs/push).',
        contact: { name: 'The operator of this server' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: describeTags(routes, families),
      paths,
      components: {
        securitySchemes: {
          ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          Bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The same API key as a bearer token: for the routes under `/v1`, which take no `X-API-Key`.',
          },
          Ticket: {
            type: 'apiKey',
            in: 'query',
            name: 'ticket',
            description: 'From `POST /api/v2/stream/ticket`; for what cannot set headers.',
          },
          Session: { type: 'apiKey', in: 'header', name: 'X-Session-Token' },
        },
        schemas: {
          Failure: FailureBody,
          NamedFailure: NamedFailureBody,
          RpcFailure: RpcFailureBody,
          UdfFailure: UdfFailureBody,
          ChainFailure: ChainFailureBody,
        },
        headers: HEADERS,
      },
    }),
  ) as Json
}

function describeRoute(route: Route): Json {
  return {
    operationId: operationId(route),
    ...(route.family === undefined ? {} : { tags: [route.family] }),
    summary: route.summary,
    description: [route.description, credentialText(route)].filter((text) => text !== undefined).join('\n\n'),
    security: describeSecurity(route),
    ...(route.scope === undefined ? {} : { 'x-scope': route.scope }),
    ...(route.needs.length === 0 ? {} : { 'x-needs': route.needs }),
    parameters: [
      ...Object.entries(route.params).map(([name, rule]) => describeParameter(name, 'path', rule)),
      ...Object.entries(route.query).map(([name, rule]) => describeParameter(name, 'query', rule)),
      ...describeHeaders(route),
    ],
    ...(route.body === null
      ? {}
      : {
          requestBody: {
            required: !route.body.isOptional,
            description: `At most ${sizeText(route.bodyBytes)}.`,
            'x-max-bytes': route.bodyBytes,
            content: { 'application/json': { schema: route.body.schema } },
          },
        }),
    responses: describeResponses(route),
  }
}

function sizeText(bytes: number): string {
  const kib = bytes / 1_024
  return kib < 1_024 ? `${kib} KiB` : `${kib / 1_024} MiB`
}

/** Alternatives: any one of them suffices. Scopes are ours and no OAuth ones, which alone may stand here (`x-scope`). */
function describeSecurity({ auth }: Route): Json[] {
  if (auth === 'public') return []
  return SECURITY_NAMES[auth].map((name) => ({ [name]: [] }))
}

const CREDENTIALS: Readonly<Record<Route['auth'], string>> = {
  public: 'Takes no key.',
  apiKey: 'Takes an API key in `X-API-Key`.',
  apiKeyOrTicket: 'Takes an API key in `X-API-Key`, or a `ticket` in the query.',
  apiKeyOrBearer: 'Takes an API key in `X-API-Key`, or in `Authorization: Bearer`.',
  bearer: 'Takes an API key in `Authorization: Bearer`',
  session: 'Takes a session of `POST /api/auth/login` in `X-Session-Token`.',
}

function credentialText({ auth, scope, paid }: Route): string {
  const scoped = auth === 'bearer' ? `, with scope \`${scope}\`.` : ''
  return `${CREDENTIALS[auth]}${scoped}${paid ? ' Not for free plans.' : ''}`
}

function describeParameter(name: string, where: 'path' | 'query', rule: Rule<unknown>): Json {
  const { description, ...schema } = rule.schema as Json
  const aliases = rule.aliases.length === 0 ? '' : `Also read from: ${rule.aliases.join(', ')}.`
  const text = [description, aliases].filter((part) => part !== undefined && part !== '').join(' ')
  return {
    name,
    in: where,
    required: where === 'path' || rule.required,
    ...(text === '' ? {} : { description: text }),
    schema,
  }
}

/** OpenAPI leaves `Accept` to the content types of the answers. */
function describeHeaders({ headers }: Route): Json[] {
  return Object.entries(headers)
    .filter(([name]) => name !== 'accept')
    .map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }))
}

function describeResponses(route: Route): Json {
  const isLimited = !route.unlimited
  const limitHeaders = isLimited
    ? refs(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'])
    : {}
  const isCached = route.method === 'GET' && route.cache !== 'none'
  const responses: Json = {
    [String(route.status ?? 200)]: {
      description:
        route.otherStatus === undefined
          ? 'Success.'
          : `Success; ${route.otherStatus.status} ${route.otherStatus.when}.`,
      headers: { ...refs(['X-Request-Id', ...(isCached ? ['ETag'] : [])]), ...limitHeaders },
      content: describeSuccess(route),
    },
  }
  if (isCached) responses['304'] = { description: 'The body named in If-None-Match is still current.' }
  if (route.otherStatus !== undefined)
    responses[String(route.otherStatus.status)] = {
      description: `Success: ${route.otherStatus.when}.`,
      headers: { ...refs(['X-Request-Id']), ...limitHeaders },
      content: describeSuccess(route),
    }
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of failureCodes(route)) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const bound = codes.includes('payload_too_large') ? ` The body may have ${sizeText(route.bodyBytes)}.` : ''
    responses[String(status)] = {
      description: `Failure: ${codes.join(', ')}.${bound}`,
      headers: {
        ...refs(['X-Request-Id', ...(codes.some((code) => FAILURES[code].retryable) ? ['Retry-After'] : [])]),
        ...limitHeaders,
      },
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${failureName(route)}` },
        },
      },
    }
  }
  return responses
}

function describeSuccess({ reply, streams, streamSchemas, relaySchema }: Route): Json {
  if (reply === 'stream')
    return Object.fromEntries(
      (streams ?? []).map((type) => [type, { schema: streamSchemas?.[type] ?? { type: 'string' } }]),
    )
  return { 'application/json': { schema: reply === 'relay' ? (relaySchema ?? RELAYED) : successBody(reply) } }
}

function failureName({ path }: Route): string {
  if (path === MCP_PATH) return 'RpcFailure'
  if (path.startsWith(UDF_PREFIX)) return 'UdfFailure'
  if (/^\/api\/v2\/chains?(\/|$)/.test(path)) return 'ChainFailure'
  return path.startsWith('/v1/') ? 'NamedFailure' : 'Failure'
}

/** What the HTTP server itself can answer for this route, and what the route declares. */
function failureCodes(route: Route): ReadonlySet<FailureCode> {
  const codes = new Set<FailureCode>(['invalid_request', 'internal', 'upstream_timeout', ...route.failures])
  if (route.auth !== 'public') codes.add('unauthorized')
  if (route.auth !== 'public' && route.auth !== 'session') codes.add('domain_not_allowed')
  if (route.scope !== undefined) codes.add('scope_required')
  if (route.paid) codes.add('plan_required')
  if (route.body !== null)
    for (const code of ['payload_too_large', 'body_timeout', 'too_busy'] as const) codes.add(code)
  if (!route.unlimited) codes.add('rate_limited')
  if (route.needs.length > 0) codes.add('unconfigured')
  return codes
}

const RELAYED = { description: 'The upstream answer, unchanged: its status, content type and body.' }

const HEADERS = {
  'X-Request-Id': {
    description: 'Id of the request, taken over from the caller when it fits.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Strong tag of the body, another one in each content coding.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'RateLimit-Limit': { description: 'Requests allowed in a window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
  'RateLimit-Policy': { description: 'Limit and window length in seconds.', schema: { type: 'string' } },
}

function refs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The families that have a route here, in the order of their list. */
function describeTags(routes: readonly Route[], families: readonly Family[]): Json[] {
  const used = new Set(routes.map(({ family }) => family))
  return families.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }))
}
