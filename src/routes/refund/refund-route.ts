import { REFUND } from '../../config/refund.ts'
import type { BodyRule } from '../../contract/json-body.ts'
import { RefundReply } from '../../contract/refund.ts'
import type { RefundParams } from '../../services/refund/refund-params.ts'
import { runRefund } from '../../services/refund/run-refund.ts'
import type { Route } from '../define-route.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'

/** What the two routes that take lamports back have in common. */
export function refundRoute(parts: {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly body: BodyRule<RefundParams>
}): Route {
  return defineIdentifiedRoute({
    ...parts,
    method: 'POST',
    auth: 'bearer',
    scope: 'wallet',
    // It begins with a scan of the wallet; what it signs lands in the lane of trading all the same.
    lane: 'reads',
    needs: ['rpc'],
    cache: 'none',
    readsCaller: true,
    identity: ['user_ref', 'idempotency_key'],
    reply: RefundReply,
    deadlineMs: REFUND.requestMs,
    failures: [
      'insufficient_balance',
      'conflict',
      'idempotency_mismatch',
      'simulation_failed',
      'policy_blocked',
      'pending',
      'upstream_failed',
      'upstream_refused',
      'upstream_timeout',
    ],
    handle: (ctx, { body, caller, request }, { userRef, idempotencyKey }) => {
      const route = `POST ${parts.path}`
      return runRefund(ctx, { caller, params: body, userRef, idempotencyKey, route }, request.signal)
    },
  })
}
