import type { Context } from '../context.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { fundSandboxUsers } from '../services/sandbox/fund-users.ts'

/** Users that the sandbox publishes have money from the beginning of each world on. */
export async function fundUsers(ctx: Context): Promise<Outcome<unknown>> {
  return ctx.sandbox === null ? ok(null) : fundSandboxUsers(ctx)
}
