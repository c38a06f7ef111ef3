import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { giveReclaimable as give } from '../services/sandbox/give-reclaimable.ts'

/** Some users that the sandbox publishes have something to take back from the beginning of each world on. */
export async function giveReclaimable(ctx: Context): Promise<Outcome<unknown>> {
  return ctx.sandbox === null ? ok(null) : give(ctx)
}
