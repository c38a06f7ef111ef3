import type { RequestScope } from '../runtime/request-scope.ts'
import type { MountedRoute } from './mounted-route.ts'
import type { Window } from './rate-limit.ts'
import type { Exchange } from './uws.ts'

/** One request on its way, and what its answer will need. */
export type RequestContext = {
  readonly exchange: Exchange
  readonly id: string
  readonly method: string
  readonly path: string
  readonly startMs: number
  readonly ifNoneMatch: string
  readonly acceptEncoding: string
  corsLines: string
  /** Set as the request gets further. */
  mounted: MountedRoute | null
  window: Window | null
  keyId: number | null
  scope: RequestScope | null
  /** Gives back the room that its body takes until it is answered. */
  giveBack: (() => void) | null
  /** Nothing that follows on the connection may be served: where this request ends is not certain, or its address has
   *  used up its window. */
  isLast: boolean
  /** Came when this turn had answered its share (`turn-budget.ts`). */
  readonly isDeferred: boolean
  isDone: boolean
}
