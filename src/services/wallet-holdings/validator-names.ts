import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'

/** By identity. `isRefused`: the node does not list them, and is not asked again for as long as names are kept. */
export type ValidatorNames = { readonly names: Readonly<Record<string, string>>; readonly isRefused: boolean }

const ALL = 'all'

/** Names of all validators: one scan an hour, for everyone. Fails as the node fails. */
export function validatorNames(ctx: Context): Promise<Outcome<ValidatorNames>> {
  return ctx.store.memo<ValidatorNames>('validatorNames', ALL, async () => {
    const { holdings } = ctx.chain
    if (holdings === undefined) return fail('unconfigured', 'no node configured')
    const names = await holdings.validatorNames()
    if (names.ok) return ok({ names: Object.fromEntries(names.value), isRefused: false })
    return names.code === 'upstream_refused' ? ok({ names: {}, isRefused: true }) : names
  })
}
