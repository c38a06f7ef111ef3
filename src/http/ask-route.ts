import type { Caller } from '../contract/api-key.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { AskRoute, RouteQuestion } from '../routes/define-route.ts'
import { inBackground } from '../runtime/background.ts'
import { checkPlan } from '../services/account/check-plan.ts'
import { scopesOf } from '../services/account/scopes-of.ts'
import { chargeLate } from './answer.ts'
import { checkScope } from './auth.ts'
import { runHandler } from './cold-loads.ts'
import { encodeSuccess } from './encode.ts'
import type { MountedRoute } from './mounted-route.ts'
import { openScope } from './open-scope.ts'
import type { RequestContext } from './request-context.ts'
import { cacheKey, ownBody } from './response-cache.ts'
import type { HttpServerState } from './server-state.ts'
import { type Checked, checkParameters } from './validate.ts'

const PUBLIC: Caller = { kind: 'public' }

/** Lets the handler of a request ask other routes for its caller: same scopes, plans, rules, caches and shared loads as
 *  the route itself, and the same bytes. The request was counted on the caller's window when it came, and is charged
 *  with what the other route costs. */
export function createAskRoute(
  http: HttpServerState,
  context: RequestContext,
  clientIp: string,
  known: Caller,
): AskRoute {
  return async (name, question) => {
    const mounted = http.table.byName.get(name)
    if (mounted === undefined || typeof mounted.route.reply === 'string') return fail('not_found', 'not found')
    const { route } = mounted
    const refused = checkScope(route.scope, scopesOf(known)) ?? (route.paid ? checkPlan(known) : null)
    if (refused !== null) return refused
    const checked = checkParameters(mounted, question.pathValues, question.query)
    if (!checked.ok) return checked
    if (mounted.missing !== null) return fail('unconfigured', `provider not configured: ${mounted.missing}`)
    const asked = { http, context, clientIp, known, mounted }
    return route.method === 'GET' && route.cache !== 'none'
      ? askKept(asked, checked.value)
      : askFresh(asked, checked.value, question)
  }
}

type Asked = {
  readonly http: HttpServerState
  readonly context: RequestContext
  readonly clientIp: string
  readonly known: Caller
  readonly mounted: MountedRoute
}

/** From the response cache, or by the load that all who ask meanwhile share. */
async function askKept(asked: Asked, { params, query, canonical }: Checked): Promise<Outcome<Uint8Array>> {
  const { http, context, mounted } = asked
  const key = cacheKey(mounted.cachePrefix, canonical)
  const cached = http.cache.byKey(key, mounted, http.ctx.clock.nowMs())
  if (cached !== undefined) return ok(ownBody(cached))
  http.cache.counts.misses++
  const scope = openScope(context, mounted, asked.clientIp, asked.known)
  const joined = http.loads.load(key, { mounted, params, query, body: undefined, caller: PUBLIC, clientIp: '', scope })
  context.exchange.onGone(() => joined.leave())
  inBackground(
    'late charge',
    joined.ended.then(() => chargeLate(http, context)),
  )
  const loaded = await joined.loaded
  return loaded.ok ? ok(loaded.value.body) : loaded
}

async function askFresh(
  asked: Asked,
  { params, query }: Checked,
  { bodyText }: RouteQuestion,
): Promise<Outcome<Uint8Array>> {
  const { http, context, mounted, clientIp, known } = asked
  const { route } = mounted
  const body = route.body === null ? ok(undefined) : route.body.parse(JSON.parse(bodyText), bodyText)
  if (!body.ok) return body
  const work = runHandler(http.ctx, {
    mounted,
    params,
    query,
    body: body.value,
    caller: route.readsCaller ? known : PUBLIC,
    clientIp,
    headers: Object.fromEntries(Object.keys(route.headers).map((header) => [header, ''])),
    scope: openScope(context, mounted, clientIp, known),
  })
  context.exchange.onGone(() => work.abandon())
  inBackground(
    'late charge',
    work.ended.then(() => chargeLate(http, context)),
  )
  const outcome = await work.outcome
  return outcome.ok ? ok(encodeSuccess(outcome.value)) : outcome
}
