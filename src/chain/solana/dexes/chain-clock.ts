import { readU64 } from '../../../hot-paths/account-layouts.ts'
import type { AccountView } from '../rpc.ts'

/** The chain's own time. */
export type ChainClock = { readonly slot: bigint; readonly timeSec: bigint }

const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111'
const CLOCK_BYTES = 40
const TIME_OFFSET = 32

/** Fields of the clock sysvar; null for anything else. */
export function readClock(account: AccountView | null | undefined): ChainClock | null {
  if (account?.owner !== SYSVAR_OWNER || account.data.length < CLOCK_BYTES) return null
  return { slot: readU64(account.data, 0), timeSec: readU64(account.data, TIME_OFFSET) }
}

/** Whether a pool that opens at a slot or at a second is open. A clock that could not be read closes nothing. */
export function isActive(
  clock: ChainClock | null,
  { activation, activationPoint }: { readonly activation: 'slot' | 'time'; readonly activationPoint: bigint },
): boolean {
  if (clock === null) return true
  return (activation === 'slot' ? clock.slot : clock.timeSec) >= activationPoint
}
