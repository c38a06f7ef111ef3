import { PLANS } from '../../config/plans.ts'
import { type Caller, TIERS } from '../../contract/api-key.ts'
import { type Failure, fail } from '../../contract/outcome.ts'

const PAID = TIERS.filter((tier) => PLANS[tier].mayScan)

/** Whether a caller may have anything scanned: anybody registers free keys, and each scan takes the node seconds. A key
 *  that the operator gave more than `read` may as well, whatever its plan. */
export function checkPlan(caller: Caller): Failure | null {
  const key = caller.kind === 'key' || caller.kind === 'ticket' ? caller.key : null
  if (key !== null && (PLANS[key.tier].mayScan || key.scopes.some((scope) => scope !== 'read'))) return null
  return fail('plan_required', `plan required: ${PAID.join(', ')}`)
}
