import { type AuditEntry, withoutKey } from '../../store/audit-rows.ts'
import type { CustodyWalletRecord } from '../../store/custody-rows.ts'
import type { askedBy } from './asked-by.ts'

/** The audit row of a wallet that is made. Its label, which is any text of a customer's, stays out. */
export function walletEntry(
  { id, keyId, userRef, address, kind, withdrawTo, derivation }: CustodyWalletRecord,
  { requestId, ...asked }: Omit<ReturnType<typeof askedBy>, 'requestId'> & { readonly requestId?: string | null },
  action: 'wallet.create' | 'wallet.recover' = 'wallet.create',
): AuditEntry {
  return {
    ...asked,
    action,
    subject: `wallet:${address}`,
    before: null,
    after: {
      id,
      keyId,
      userRef: withoutKey(userRef),
      kind,
      withdrawTo,
      derivation,
      ...(requestId === undefined ? {} : { requestId }),
    },
  }
}
