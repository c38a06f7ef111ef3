import type { Caller } from '../contract/api-key.ts'
import { laneOf } from '../routes/define-route.ts'
import { addressBucket } from '../runtime/client-address.ts'
import type { RequestScope } from '../runtime/request-scope.ts'
import { isFree } from '../services/account/check-plan.ts'
import type { MountedRoute } from './mounted-route.ts'
import type { RequestContext } from './request-context.ts'

/** The scope of a request's work on a route. The request is charged with its costs, and with those of the scopes that it
 *  had before: a request may ask several routes, one after the other. */
export function openScope(
  context: RequestContext,
  mounted: MountedRoute,
  clientIp: string,
  known: Caller,
): RequestScope {
  const { id: requestId, keyId } = context
  const party = keyId === null ? `address:${addressBucket(clientIp)}` : `key:${keyId}`
  const lane = laneOf(mounted.route)
  const { upstreamCalls = 0, upstreamCostUsd = 0 } = context.scope ?? {}
  const costs = { upstreamCalls, upstreamCostUsd }
  context.scope = { requestId, route: mounted.name, keyId, clientIp, party, isFree: isFree(known), lane, ...costs }
  return context.scope
}
