import { BODY_LIMITS } from '../config/body-limits.ts'
import { LIMITS } from '../config/limits.ts'
import type { BodyRule, LargeBody } from '../contract/json-body.ts'
import { fail, type Outcome } from '../contract/outcome.ts'
import { parseJsonBody, TOO_MANY_VALUES } from '../contract/parse-json-body.ts'
import type { Route } from '../routes/define-route.ts'
import type { BodyBudget } from './body-budget.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpServerState } from './server-state.ts'

/** Whose bodies those of a route count with while they are read. */
export function budgetOf({ bodies }: HttpServerState, route: Route): BodyBudget {
  if (route.openProxy) return bodies.openProxies
  if (route.auth === 'public') return bodies.keyless
  return isHeld(route) ? bodies.relayed : bodies.keyed
}

/** Whether bodies of this route count until they are answered. */
export function isHeld({ bodyBytes }: Route): boolean {
  return bodyBytes > BODY_LIMITS.onLoopBytes
}

/** What a body says after the rule of its route: at once where that holds the loop for less than a few milliseconds,
 *  else by a compute thread. Fails as the rule does, `payload_too_large` for more values than any valid request has. */
export function parseBody(
  http: HttpServerState,
  context: RequestContext,
  { openProxy, bodyBytes }: Route,
  rule: BodyRule<unknown>,
  bytes: Buffer,
): Outcome<unknown> | Promise<Outcome<unknown>> {
  if (bytes.byteLength <= BODY_LIMITS.onLoopBytes) {
    const { keyedBytes, onLoopValues, onLoopValuesOfLong } = BODY_LIMITS
    const maxValues = bodyBytes > keyedBytes ? onLoopValuesOfLong : onLoopValues
    const parsed = parseJsonBody(bytes, { maxDepth: LIMITS.jsonDepth, maxValues })
    if (parsed.ok) return rule.parse(parsed.value.json, parsed.value.text)
    const isWorthATurn = rule.inWorker !== undefined && BODY_LIMITS.inWorkerValues[rule.inWorker] > maxValues
    if (parsed !== TOO_MANY_VALUES || !isWorthATurn) return parsed
  }
  if (rule.inWorker === undefined) return fail('payload_too_large', 'payload too large')
  return parseInWorker(http, context, openProxy === true, rule.inWorker, bytes)
}

/** One after the other, so that computations of others have most of the threads. */
async function parseInWorker(
  { ctx, bodies }: HttpServerState,
  context: RequestContext,
  isOpen: boolean,
  rule: LargeBody,
  bytes: Buffer,
): Promise<Outcome<unknown>> {
  const turns = isOpen ? bodies.openTurns : bodies.relayedTurns
  const gone = new AbortController()
  context.exchange.onGone(() => gone.abort())
  const entry = context.exchange.isOpen ? await turns.enter(gone.signal) : 'aborted'
  if (entry === 'full') return fail('too_busy', 'too busy', 1)
  if (entry === 'aborted') return fail('cancelled', 'client closed the connection')
  try {
    // Handed over, not copied: megabytes of new memory hold the loop for milliseconds.
    const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    const own = isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
    const done = await ctx.workers.run(
      'parseBody',
      { rule, bytes: own },
      { transfer: [own.buffer], signal: gone.signal },
    )
    return done.ok ? done.value : done
  } finally {
    turns.leave()
  }
}
