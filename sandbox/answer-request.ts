import type { Clock } from '../src/runtime/clock.ts'
import type { Logger } from '../src/runtime/log.ts'
import type { FaultPlan, Faults, Operation } from './control/faults.ts'
import type { HttpHandler, HttpRequest } from './http-handler.ts'
import type { ProviderReply } from './providers/provider-reply.ts'
import type { RpcEndpoint } from './rpc/endpoint.ts'

/** What goes on the wire. `dropped`: the connection closes without an answer. `truncatedTo`: the connection closes
 *  after so many bytes of a body that was announced in full. */
export type WireAnswer =
  | { readonly dropped: true }
  | {
      readonly dropped: false
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array | string
      readonly truncatedTo: number | null
    }

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8' }
/** As Agave sends them: any page may read a local node. */
const CORS_HEADERS = { 'access-control-allow-origin': '*' }
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, solana-client, authorization, x-api-key',
  'access-control-max-age': '86400',
}
const RPC_PATHS: readonly string[] = ['/', '/rpc']
const GARBAGE = '<html><head><title>upstream error</title></head><body>{"jsonrpc": not json'

/** Answers every request of the sandbox's HTTP port: JSON-RPC and DAS, health, and the providers by their prefix;
 *  faults are applied here, in front of all of them. Never rejects. */
export function createAnswerer(options: {
  readonly rpc: RpcEndpoint
  readonly routes: readonly HttpHandler[]
  readonly faults: Faults
  readonly clock: Clock
  readonly log: Logger
}): (request: HttpRequest) => Promise<WireAnswer> {
  const { rpc, routes, faults, clock, log } = options

  return async (request) => {
    if (request.method === 'OPTIONS') return reply(204, PREFLIGHT_HEADERS, '')
    if (request.path === '/health' && request.method === 'GET') return reply(200, TEXT_HEADERS, 'ok')
    if (RPC_PATHS.includes(request.path)) {
      if (request.method !== 'POST')
        return reply(
          405,
          { ...TEXT_HEADERS, allow: 'POST, OPTIONS' },
          'Used HTTP Method is not allowed. POST or OPTIONS is required\n',
        )
      const input = rpc.read(request.body)
      return withFaults(input.operations, () => reply(200, JSON_HEADERS, input.answer()))
    }
    for (const route of routes) {
      const path = pathUnder(route.prefix, request.path)
      if (path === null) continue
      const operations = [{ provider: route.prefix.slice(1), name: path }]
      return withFaults(operations, () => callRoute(route, { ...request, path }))
    }
    return reply(404, TEXT_HEADERS, 'Not Found\n')
  }

  async function withFaults(
    operations: readonly Operation[],
    answer: () => WireAnswer | Promise<WireAnswer>,
  ): Promise<WireAnswer> {
    const plan = faults.planFor(operations)
    if (plan.delayMs > 0) await clock.sleep(plan.delayMs)
    return spoiled(plan, answer)
  }

  async function callRoute(route: HttpHandler, request: HttpRequest): Promise<WireAnswer> {
    try {
      return encodeReply(await route.handle(request))
    } catch (error) {
      // A path with a broken percent escape is the caller's mistake.
      if (error instanceof URIError) return reply(400, TEXT_HEADERS, 'Bad Request\n')
      log.error({ err: error, provider: route.prefix, path: request.path }, 'emulated provider failed')
      return reply(500, TEXT_HEADERS, 'Internal Server Error\n')
    }
  }
}

async function spoiled(
  { action, retryAfterSec }: FaultPlan,
  answer: () => WireAnswer | Promise<WireAnswer>,
): Promise<WireAnswer> {
  switch (action?.kind) {
    case undefined:
      return answer()
    case 'drop':
      return { dropped: true }
    case 'garbage':
      return reply(200, JSON_HEADERS, GARBAGE)
    case 'status':
      return reply(action.status, JSON_HEADERS, JSON.stringify({ error: `injected status ${action.status}` }))
    case 'rateLimit':
      return reply(
        429,
        { ...JSON_HEADERS, 'retry-after': String(retryAfterSec) },
        JSON.stringify({ error: 'Too Many Requests' }),
      )
    case 'truncate': {
      const whole = await answer()
      return whole.dropped ? whole : { ...whole, truncatedTo: action.bytes }
    }
  }
}

function pathUnder(prefix: string, path: string): string | null {
  if (path === prefix) return '/'
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null
}

function encodeReply({ status, headers, body }: ProviderReply): WireAnswer {
  const bytes = body instanceof Uint8Array ? body : JSON.stringify(body)
  return reply(status, { ...JSON_HEADERS, ...headers }, bytes ?? '')
}

function reply(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array | string): WireAnswer {
  return { dropped: false, status, headers: { ...CORS_HEADERS, ...headers }, body, truncatedTo: null }
}
