import { ACCOUNTS } from '../../config/accounts.ts'
import type { Context } from '../../context.ts'
import type { AuditRow, AuditValues } from '../../store/audit-rows.ts'
import { effectiveFeeWallet } from './effective-fee-wallet.ts'

/** A change of a fee wallet that can still be undone. */
export type FeeWalletChange = {
  readonly changeId: number
  readonly from: string | null
  readonly to: string | null
  readonly at: number
  /** When it counts, or counted: `at`, unless it has to wait. */
  readonly effectiveAt: number
  /** False when anyone may have made it. */
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
  const [was, is] = [stateOf(before), stateOf(after)]
  const from = effectiveFeeWallet(was, atMs)
  const head = { changeId: id, at: atMs, byOwner: actor !== 'anybody' }
  if (is.pendingFeeWallet !== null)
    return { ...head, from, to: is.pendingFeeWallet.wallet, effectiveAt: is.pendingFeeWallet.effectiveAtMs }
  return { ...head, from, to: is.feeWallet, effectiveAt: atMs }
}

/** Rows from before changes could be pending name the fee wallet alone. */
function stateOf(values: AuditValues | null) {
  const feeWallet = textOf(values?.['feeWallet'])
  const wallet = textOf(values?.['pendingFeeWallet'])
  const effectiveAtMs = values?.['feeWalletEffectiveAtMs']
  const isPending = wallet !== null && typeof effectiveAtMs === 'number'
  return { feeWallet, pendingFeeWallet: isPending ? { wallet, effectiveAtMs } : null }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** What undoing sets it to: the value before the change of that id; without an id the one before everything that was
 *  done without the owner's session since the owner last had a hand in it. Undefined when there is nothing to undo. */
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
