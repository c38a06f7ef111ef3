import { OPEN_RELAY_BYTES_PER_WINDOW } from '../../config/relay-plans.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { currentParty } from '../../runtime/request-scope.ts'

/** Calls are bounded by the lane. */
const BOUNDS = { callsPerWindow: Number.POSITIVE_INFINITY, bytesPerWindow: OPEN_RELAY_BYTES_PER_WINDOW }

/** An answer for a caller without a key, whose bytes count against its address. Fails `rate_limited` while too many
 *  have gone there. */
export async function withinOpenBytes(ctx: Context, relay: () => Promise<Outcome<Relayed>>): Promise<Outcome<Relayed>> {
  const budget = ctx.parts.relayBudget
  const party = currentParty()
  const refused = budget.take(party, 1, BOUNDS)
  if (refused !== null) return refused
  const relayed = await relay()
  return relayed.ok ? ok(budget.counted(party, relayed.value, BOUNDS)) : relayed
}
