import { PLANS } from '../../config/plans.ts'
import { type Caller, TIERS } from '../../contract/api-key.ts'
import { type Failure, fail } from '../../contract/outcome.ts'

const PAID = TIERS.filter((tier) => PLANS[tier].mayScan)

/** Fails `plan_required` unless the caller may have anything scanned: anyone registers free keys, and each scan takes
 *  the node seconds. */
export function checkPlan(caller: Caller): Failure | null {
  return isFree(caller) ? fail('plan_required', `plan required: ${PAID.join(', ')}`) : null
}

/** Whether a caller has no paid plan. A key that the operator gave more than `read` counts as paid, whatever its
 *  plan. */
export function isFree(caller: Caller): boolean {
  const key = caller.kind === 'key' || caller.kind === 'ticket' ? caller.key : null
  return key === null || (!PLANS[key.tier].mayScan && !key.scopes.some((scope) => scope !== 'read'))
}
