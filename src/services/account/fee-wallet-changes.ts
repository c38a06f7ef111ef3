import { ACCOUNTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { AuditRow } from '../../store/audit-rows.ts'

/** A change of a fee wallet that can still be undone. */
export type FeeWalletChange = {
  readonly changeId: number
  readonly from: string | null
  readonly to: string | null
  readonly at: number
  /** False when anybody may have made it. */
  readonly byOwner: boolean
}

/** Those of the last 24 hours, newest first. */
export function feeWalletChanges({ store, clock }: Context, keyId: number): readonly FeeWalletChange[] {
  const sinceMs = clock.nowMs() - ACCOUNTS.undoMs
  const rows = store.audit.page({ subject: `key:${keyId}`, limit: ACCOUNTS.readChanges })
  return rows.filter((row) => row.atMs > sinceMs && isFeeWalletRow(row)).map(changeOf)
}

/** Any row that says where the fees went: the operator may have changed it among other things. */
function isFeeWalletRow({ before, after }: AuditRow): boolean {
  return before !== null && after !== null && Object.hasOwn(after, 'feeWallet')
}

function changeOf({ id, before, after, atMs, actor }: AuditRow): FeeWalletChange {
  const walletIn = (values: AuditRow['before']) => {
    const wallet = values?.['feeWallet']
    return typeof wallet === 'string' ? wallet : null
  }
  return { changeId: id, from: walletIn(before), to: walletIn(after), at: atMs, byOwner: actor !== 'anybody' }
}

/** What undoing sets it to: the value before the change of that id; without an id the one before everything that was done
 *  without the owner's session since the owner last had a hand in it. Undefined when there is nothing to undo. */
export function valueBefore(
  changes: readonly FeeWalletChange[],
  changeId: number | null,
): { readonly feeWallet: string | null } | undefined {
  if (changeId !== null) {
    const change = changes.find((one) => one.changeId === changeId)
    return change && { feeWallet: change.from }
  }
  const firstOfOwner = changes.findIndex(({ byOwner }) => byOwner)
  const byOthers = firstOfOwner < 0 ? changes : changes.slice(0, firstOfOwner)
  const oldest = byOthers.at(-1)
  return oldest && { feeWallet: oldest.from }
}
