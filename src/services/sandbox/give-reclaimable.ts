import { SANDBOX_USERS } from '../../config/sandbox-keys.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { fundSandboxUsers } from './fund-users.ts'

/** Transactions of a wallet that has its first money and nothing else. */
const FUNDING_TRANSACTIONS = 1

/** Gives some of the published users' wallets accounts to reclaim, once in each world and after their money, so that
 *  there is something to take back. A wallet that has done anything is left alone. Fails as funding and the node do;
 *  `not_found` in live mode. After a failure the next call tries again. */
export async function giveReclaimable(ctx: Context): Promise<Outcome<null>> {
  const { rpc } = ctx.chain
  if (ctx.sandbox === null || rpc === null) return fail('not_found', 'not found')
  const state = ctx.parts.sandboxGifts
  const world = ctx.store.worldVersion()
  if (state.doneIn === world) return ok(null)
  const users = await fundSandboxUsers(ctx)
  if (!users.ok) return users
  const refs: readonly string[] = SANDBOX_USERS.reclaimRefs
  for (const { userRef, address } of users.value) {
    if (!refs.includes(userRef)) continue
    const history = await rpc.signaturesOf(address, { limit: FUNDING_TRANSACTIONS + 1 })
    if (!history.ok) return history
    if (history.value.length > FUNDING_TRANSACTIONS) continue
    const given = await rpc.call<unknown>('requestLeftovers', [address])
    if (!given.ok) return given
  }
  state.doneIn = world
  return ok(null)
}

/** The world whose users already received theirs. */
export type SandboxGifts = { doneIn: number | null }

export function createSandboxGifts(): SandboxGifts {
  return { doneIn: null }
}
