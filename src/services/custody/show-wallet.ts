import type { CustodyWallet } from '../../contract/custody.ts'
import type { CustodyWalletRecord } from '../../store/custody-rows.ts'

export function showWallet(record: CustodyWalletRecord): CustodyWallet {
  const { id, userRef, address, kind, label, isDefault, createdAtMs, withdrawTo } = record
  return {
    id,
    user_ref: userRef,
    address,
    kind,
    label,
    default: isDefault,
    created_at: createdAtMs,
    withdraw_to: [...withdrawTo],
  }
}
