import { MCP_PATH } from '../src/contract/mcp.ts'
import { StreamCandle } from '../src/contract/stream.ts'
import { WebhookBody } from '../src/contract/webhook.ts'
import { publishApi } from '../src/http/publish-api.ts'
import { ROUTE_FAMILIES, ROUTES } from '../src/routes/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: a description is walked by hand
export type Schema = any

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}
/** An operation as a client has it. */
export type Method = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  /** Null without a body. */
  readonly body: { readonly schema: Schema; readonly isRequired: boolean } | null
  readonly reply: Schema
  readonly auth: 'none' | 'apiKey' | 'bearer' | 'session'
  readonly isSafe: boolean
  readonly takesIdempotencyKey: boolean
  readonly isRelayed: boolean
}
export type Model = { readonly schemas: Readonly<Record<string, Schema>>; readonly methods: readonly Method[] }

/** POSTs that only read or only build: a repetition changes nothing. */
const READING_POSTS = [
  'getTokenMetadata',
  'getPrices',
  'getPairs',
  'queryPairs',
  'getChainPrices',
  'getChainTokenMetadata',
  'decodeTransactions',
  'getWhaleLabels',
  'getPublicTokenInfo',
  'getSignatureStatuses',
  'simulateTransaction',
  'buildSwap',
  'buildChainSwap',
  'checkRecovery',
  'buildRecovery',
  'quoteTrade',
]

const SCHEMES: Readonly<Record<string, Method['auth']>> = { ApiKey: 'apiKey', Bearer: 'bearer', Session: 'session' }

/** What streams and webhooks carry beyond the answers of operations. */
const PUSHED: Readonly<Record<string, Schema>> = JSON.parse(JSON.stringify({ StreamCandle, WebhookBody }))

/** What the clients are made of: the published description of this tree. Streams are written by hand. */
export function readModel(): Model {
  const doc: Schema = publishApi(ROUTES, ROUTE_FAMILIES, { operations: {}, messages: {} })
  const methods: Method[] = []
  for (const [path, operations] of Object.entries<Schema>(doc.paths))
    for (const [method, operation] of Object.entries<Schema>(operations)) {
      const made = methodOf(path, method, operation)
      if (made !== null) methods.push(made)
    }
  return { schemas: { ...doc.components.schemas, ...PUSHED }, methods }
}

function methodOf(path: string, method: string, operation: Schema): Method | null {
  const [, success] = Object.entries<Schema>(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const reply = success?.content?.['application/json']?.schema
  if (reply === undefined || path === MCP_PATH) return null
  const { operationId: id, parameters, requestBody } = operation
  const names = (where: string): string[] =>
    parameters.filter((one: Schema) => one.in === where).map((one: Schema) => one.name.toLowerCase())
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    parameters: parameters.filter((one: Schema) => one.in === 'path' || one.in === 'query'),
    body:
      requestBody === undefined
        ? null
        : { schema: requestBody.content['application/json'].schema, isRequired: requestBody.required },
    reply,
    auth: SCHEMES[Object.keys(operation.security[0] ?? {})[0] ?? ''] ?? 'none',
    isSafe: method === 'get' || READING_POSTS.includes(id),
    takesIdempotencyKey: names('header').includes('idempotency-key'),
    isRelayed: reply.type === undefined && reply.$ref === undefined,
  }
}

export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Whole numbers that may have more digits than a double. */
export function isExact({ type, description }: Schema): boolean {
  return [type].flat().includes('integer') && /2\^53/.test(description ?? '')
}

export const refName = (schema: Schema): string => schema.$ref.split('/').at(-1)
