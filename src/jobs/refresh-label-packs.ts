import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'

/** Loads label packs that are new or have changed. */
export function refreshLabelPacks(ctx: Context): Promise<Outcome<unknown>> {
  return ctx.parts.labelPacks.refresh()
}
