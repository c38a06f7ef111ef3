import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { AccountUse } from './instructions.ts'
import type { SolanaRpc } from './rpc.ts'
import { extraMetasAddress, type HookedTransfer, resolveHookAccounts } from './transfer-hook.ts'

/** A list may hang on accounts that hang on accounts; more rounds than this no list needs. */
const MAX_ROUNDS = 8

/** What one transfer must name for its hook, with whatever has to be read for it. Fails `policy_blocked` for a list
 *  that cannot be followed, and as the node fails. */
export async function readHookAccounts(
  rpc: SolanaRpc,
  transfer: Omit<HookedTransfer, 'metas'>,
  signal?: AbortSignal,
): Promise<Outcome<readonly AccountUse[]>> {
  const known = new Map<string, Uint8Array | null>()
  const list = extraMetasAddress(transfer.mint, transfer.program)
  let wanted = list
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const read = await rpc.accounts([wanted], signal ? { signal } : {})
    if (!read.ok) return read
    const account = read.value.accounts[0] ?? null
    known.set(wanted, wanted === list && account?.owner !== transfer.program ? null : (account?.data ?? null))
    const resolved = resolveHookAccounts({ ...transfer, metas: known.get(list) ?? null }, (address) =>
      known.get(address),
    )
    if (resolved.done) return ok(resolved.accounts)
    if ('fault' in resolved) return fail('policy_blocked', `the transfer hook cannot be followed: ${resolved.fault}`)
    wanted = resolved.wanted
  }
  return fail('policy_blocked', 'the transfer hook requires too many accounts')
}
