import { readStake, readU64, STAKE_ACCOUNT_BYTES, type StakeFields } from '../../../hot-paths/account-layouts.ts'
import { STAKE_PROGRAM } from '../program-ids.ts'
import type { ClockFields } from '../sysvars.ts'
import { isAddressAt } from './lookup-tables.ts'
import type { ReclaimClass } from './reclaimable.ts'

const WITHDRAWER_OFFSET = 44
/** Until this time, and until this epoch, only the custodian lets anything out. */
const LOCKUP_TIME_OFFSET = 76
const LOCKUP_EPOCH_OFFSET = 84
const NEVER = 2n ** 64n - 1n

/** Stake accounts that the wallet may withdraw from and that hold something it can have, now or soon: all of one that
 *  is not delegated or whose stake has gone cold, and of one at work what it holds beyond stake and deposit (tips of
 *  the validator, say). Stake at work itself is no leftover, and what a lockup holds is left out. How fast stake cools
 *  beyond the epoch of its deactivation depends on everyone else's; simulation shows. */
export const stakeAccounts: ReclaimClass = {
  kind: 'stake',
  program: STAKE_PROGRAM,
  headBytes: STAKE_ACCOUNT_BYTES,
  filters: (wallet) => [{ dataSize: STAKE_ACCOUNT_BYTES }, { memcmp: { offset: WITHDRAWER_OFFSET, bytes: wallet } }],
  describe({ address, lamports, data }, wallet, { clock }) {
    const stake = readStake(data)
    if (stake === null || !isAddressAt(data, WITHDRAWER_OFFSET, wallet) || isLocked(data, clock)) return null
    const row = { account: address, lamports, readyInSlots: null, closes: true }
    switch (phaseOf(stake, clock)) {
      case 'cold':
        return { ...row, state: 'ready' }
      case 'cooling':
        return { ...row, state: 'cooling' }
      case 'warm': {
        const held = stake.delegation!.stakeLamports + stake.rentExemptReserveLamports
        return lamports > held ? { ...row, lamports: lamports - held, state: 'ready', closes: false } : null
      }
    }
  },
}

function isLocked(data: Uint8Array, { unixTimeSec, epoch }: ClockFields): boolean {
  const untilSec = BigInt.asIntN(64, readU64(data, LOCKUP_TIME_OFFSET))
  return untilSec > BigInt(unixTimeSec) || readU64(data, LOCKUP_EPOCH_OFFSET) > BigInt(epoch)
}

/** Stake that was taken back in the epoch of its delegation never worked. */
function phaseOf({ delegation }: StakeFields, { epoch }: ClockFields): 'cold' | 'cooling' | 'warm' {
  if (delegation === null) return 'cold'
  const { activationEpoch, deactivationEpoch } = delegation
  if (deactivationEpoch === NEVER) return 'warm'
  return activationEpoch === deactivationEpoch || deactivationEpoch < BigInt(epoch) ? 'cold' : 'cooling'
}
