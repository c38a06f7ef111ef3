import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'

/** Begins cohort jobs again whose process ended before they did. */
export async function resumeCohorts(ctx: Context): Promise<Outcome<unknown>> {
  return ok({ resumed: await ctx.parts.cohortJobs.resume() })
}
