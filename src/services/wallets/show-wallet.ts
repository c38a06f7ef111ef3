import type { Wallet } from '../../contract/wallet.ts'
import type { WalletRecord } from '../../store/wallet-rows.ts'

export function showWallet(record: WalletRecord): Wallet {
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
