import type { Static, TObject, TSchema } from 'typebox'
import { BODY_LIMITS } from '../config/body-limits.ts'
import type { CacheName } from '../config/cache-ttls.ts'
import type { Context } from '../context.ts'
import type { Caller, Scope } from '../contract/api-key.ts'
import type { FailureCode } from '../contract/failures.ts'
import type { BodyRule } from '../contract/json-body.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { Rules, ValuesOf } from '../contract/params.ts'
import type { TicketPurpose } from '../contract/stream-ticket.ts'
import type { Relayed, Streamed } from '../contract/streamed.ts'
import type { WorkLane } from '../contract/work-lane.ts'

/** `apiKeyOrTicket`: a key in its header, or else a ticket of an event stream in the query. `apiKeyOrBearer`: a key in
 *  either header. */
export type Credential = 'public' | 'apiKey' | 'apiKeyOrTicket' | 'apiKeyOrBearer' | 'bearer' | 'session'

/** What one route asks of another: texts at the parameters of its path, in their order, its query, and its body as JSON
 *  text (`{}` without one). */
export type RouteQuestion = {
  readonly pathValues: readonly string[]
  readonly query: ReadonlyMap<string, string>
  readonly bodyText: string
}

/** Asks the route of this name (`GET /api/v2/tokens/search`) for the caller of the present request. The bytes of its
 *  success, or its failure. */
export type AskRoute = (name: string, question: RouteQuestion) => Promise<Outcome<Uint8Array>>

/** What a handler knows of the request besides its parameters. `signal` aborts when the client goes away or the
 *  route's deadline passes. */
export type RequestInfo = {
  readonly id: string
  readonly clientIp: string
  readonly signal: AbortSignal
  /** The headers that the route declares, in lower case; empty text where the request has none. */
  readonly headers: Readonly<Record<string, string>>
  /** On routes that declare `asksRoutes`. */
  readonly ask?: AskRoute
}

export type HandlerInput<P, Q, B> = {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** `public` on routes that do not declare `readsCaller`. */
  readonly caller: Caller
  readonly request: RequestInfo
}

/** One route, one declaration: dispatch, validation, types, OpenAPI, cache and limits all derive from it. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters in braces: `/api/v2/tokens/{mint}/intel`. */
  readonly path: string
  readonly auth: Credential
  readonly scope?: Scope
  /** The purpose of the tickets that it takes, where that is not an event stream. */
  readonly ticket?: TicketPurpose
  /** The lane of the node that its calls take; without it that of its scope (`laneOf`). */
  readonly lane?: WorkLane
  /** Not for free plans (`PLANS.mayScan`). */
  readonly paid?: boolean
  /** Outside the limiter although it takes a key (spec 8: `/api/v1/stats`). */
  readonly unlimited?: boolean
  /** A public proxy (spec 4.8): any page may call it whatever CORS_ORIGINS says, and the bodies of its requests count
   *  against a bound of their own until they are answered. */
  readonly openProxy?: boolean
  /** Capabilities; `a|b` means either. 503 with the name when none is configured. */
  readonly needs: readonly string[]
  /** Row of `config/cache-ttls.ts` whose time an answer may live, or `none`. Only GET answers are kept. */
  readonly cache: CacheName | 'none'
  /** The handler reads `caller`. Such a route must say `cache: 'none'`; the server refuses to boot otherwise. */
  readonly readsCaller?: boolean
  /** The handler asks other routes for its caller (`request.ask`). */
  readonly asksRoutes?: true
  /** A query parameter that the route does not know is 400 with its name, and so is one given twice. */
  readonly isClosedQuery?: boolean
  /** Set by `ROUTE_FAMILIES`: the tag of the route in the API description. */
  readonly family?: string
  readonly summary: string
  readonly description?: string
  readonly params: Rules
  readonly query: Rules
  readonly body: BodyRule<unknown> | null
  /** Bytes of the longest body: 413 beyond. */
  readonly bodyBytes: number
  /** Request headers that the handler reads, in lower case, and what they say. */
  readonly headers: Readonly<Record<string, string>>
  /** A closed object without `success` (the envelope adds it), `relay`, or `stream` for an answer that goes on. */
  readonly reply: TObject | 'relay' | 'stream'
  /** Content types of an answer that goes on, and what is in them where a schema can say it. */
  readonly streams?: readonly string[]
  readonly streamSchemas?: Readonly<Record<string, TSchema>>
  /** What a relayed answer holds, where it is not an upstream's. */
  readonly relaySchema?: TSchema
  /** Success status when it is not 200. */
  readonly status?: number
  /** A second success status that the handler can choose (`Ok.status`), and when it does. */
  readonly otherStatus?: { readonly status: 200 | 201 | 202; readonly when: string }
  /** Failures this route gives beyond the ones every route can (400, 401, 403, 404, 405, 413, 429). */
  readonly failures: readonly FailureCode[]
  readonly deadlineMs?: number
  /** Fixed `Cache-Control`, where the spec names one. */
  readonly cacheControl?: string
  readonly handle: (ctx: Context, input: HandlerInput<never, never, never>) => Promise<Outcome<unknown>>
}

/** What a key that may trade or pay out asks for moves money, unless the route says otherwise. */
export function laneOf({ lane, scope }: Pick<Route, 'lane' | 'scope'>): WorkLane {
  return lane ?? (scope === 'trade' || scope === 'wallet' ? 'trading' : 'reads')
}

type Definition<P extends Rules, Q extends Rules, B, R extends TObject | 'relay' | 'stream'> = Omit<
  Route,
  'params' | 'query' | 'body' | 'bodyBytes' | 'headers' | 'reply' | 'failures' | 'handle'
> & {
  readonly params?: P
  readonly query?: Q
  readonly body?: BodyRule<B>
  /** Where it is not that of its family (`usualBodyBytes`). */
  readonly bodyBytes?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly reply: R
  readonly failures?: readonly FailureCode[]
  readonly handle: (
    ctx: Context,
    input: HandlerInput<ValuesOf<P>, ValuesOf<Q>, B>,
  ) => Promise<Outcome<R extends TObject ? Static<R> : R extends 'stream' ? Streamed : Relayed>>
}

// biome-ignore lint/complexity/noBannedTypes: an absent rule set has no values at all
type None = {}

export function defineRoute<
  R extends TObject | 'relay' | 'stream',
  P extends Rules = None,
  Q extends Rules = None,
  B = undefined,
>(definition: Definition<P, Q, B, R>): Route {
  return {
    ...definition,
    params: definition.params ?? {},
    query: definition.query ?? {},
    body: (definition.body ?? null) as BodyRule<unknown> | null,
    bodyBytes: definition.bodyBytes ?? usualBodyBytes(definition),
    headers: definition.headers ?? {},
    failures: definition.failures ?? [],
    handle: definition.handle as Route['handle'],
  }
}

/** Bodies without a key are short, except where it goes on to a node (spec 8). */
function usualBodyBytes({ auth, openProxy }: Pick<Route, 'auth' | 'openProxy'>): number {
  if (openProxy) return BODY_LIMITS.proxyBytes
  return auth === 'public' || auth === 'session' ? BODY_LIMITS.accountBytes : BODY_LIMITS.keyedBytes
}
