import type { AccountUse } from '../../src/chain/solana/instructions.ts'
import { extraMetasAddress, type HookedTransfer, resolveHookAccounts } from '../../src/chain/solana/transfer-hook.ts'
import type { SandboxChain } from '../chain/types.ts'
import { hookProgramOf } from '../programs/transfer-hook-programs.ts'

/** Extra accounts of a transfer; none for a mint without a hook, or with a list that cannot be followed. */
export function hookAccountsFor(
  chain: SandboxChain,
  transfer: Omit<HookedTransfer, 'program' | 'metas'>,
): readonly AccountUse[] {
  const program = hookProgramOf(chain.account(transfer.mint))
  if (program === null) return []
  const read = (address: string): Uint8Array | null => chain.account(address)?.data ?? null
  const metas = read(extraMetasAddress(transfer.mint, program))
  const resolved = resolveHookAccounts({ ...transfer, program, metas }, read)
  return resolved.done ? resolved.accounts : []
}
