import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { counted } from '../../contract/counted.ts'
import type { CustodyWallet } from '../../contract/custody.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { CustodyWalletKind, CustodyWalletRecord } from '../../store/custody-rows.ts'
import { livingKey } from './living-key.ts'
import { showWallet } from './show-wallet.ts'
import { deriveWallet, keepRecord, newRecord } from './signer.ts'

export type CustodyWalletParams = {
  readonly userRef: string
  readonly label: string
  readonly kind: CustodyWalletKind
  /** Of a `watch` wallet; null for a derived one. */
  readonly address: string | null
  readonly withdrawTo: readonly string[]
}

/** Makes the wallet of a user, or answers the one that is there (status 200). Fails `conflict` when that is of another
 *  kind or address or pays out elsewhere, or the key has too many, `unconfigured` without a wallet key, `unauthorized`
 *  and `scope_required` as `livingKey` does. */
export async function createWallet(
  ctx: Context,
  caller: Caller,
  params: CustodyWalletParams,
): Promise<Outcome<{ wallet: CustodyWallet }>> {
  const living = livingKey(ctx, caller, 'wallet')
  if (!living.ok) return living
  const owner = living.value
  const known = ctx.store.custody.findOf(owner.id, params.userRef)
  const created = known === undefined ? await make(ctx, owner, params) : ok({ record: known, made: false })
  if (!created.ok) return created
  const { record, made } = created.value
  if (!made && !isAsAsked(record, params))
    return fail('conflict', `this user_ref has a ${record.kind} wallet at ${record.address} ${listOf(record)}`)
  return { ...ok({ wallet: showWallet(record) }), status: made ? 201 : 200 }
}

async function make(
  ctx: Context,
  owner: ApiKeyRecord,
  { userRef, label, kind, address, withdrawTo }: CustodyWalletParams,
): Promise<Outcome<{ readonly record: CustodyWalletRecord; readonly made: boolean }>> {
  if (kind === 'derived') return deriveWallet(ctx, owner, { userRef, label, withdrawTo })
  const of = { keyId: owner.id, namespace: owner.walletNamespace, derivation: 2 } as const
  return keepRecord(ctx, newRecord(ctx, { ...of, userRef, label, withdrawTo, kind, address: address! }))
}

/** No one may believe that their list of recipients holds when the wallet, made by the first trade perhaps, has
 *  none. */
function isAsAsked(record: CustodyWalletRecord, { kind, address, withdrawTo }: CustodyWalletParams): boolean {
  if (record.kind !== kind || (address !== null && record.address !== address)) return false
  const has = new Set(record.withdrawTo)
  return withdrawTo.length === 0 || (withdrawTo.length === has.size && withdrawTo.every((one) => has.has(one)))
}

function listOf({ withdrawTo }: CustodyWalletRecord): string {
  return withdrawTo.length === 0
    ? 'that pays out anywhere'
    : `that pays out to ${counted(withdrawTo.length, 'address', 'addresses')}`
}
