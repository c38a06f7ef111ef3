import { randomBytes, sign } from 'node:crypto'
import { CUSTODY, DEFAULT_USER_REF } from '../../config/custody.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { CustodyWalletRecord } from '../../store/custody-rows.ts'
import { askedBy } from './asked-by.ts'
import { livingKey } from './living-key.ts'
import { isUserRef } from './user-ref.ts'
import { walletEntry } from './wallet-entry.ts'

/** A wallet that the server signs for. */
export type CustodialWallet = Pick<CustodyWalletRecord, 'id' | 'address' | 'userRef' | 'withdrawTo'>

/** The wallet of a user of the caller's key; empty means the key's default wallet. Made (and on disk) at first use when
 *  the key has the `wallet` scope. Fails `invalid_request`, `scope_required` for a user that is unknown to a key
 *  without that scope, `conflict` for one whose address is only watched and when the key has too many, `unauthorized`
 *  for callers without a key record, `unconfigured` without a wallet key. */
export async function walletOf(ctx: Context, caller: Caller, userRef: string): Promise<Outcome<CustodialWallet>> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  const user = userRef === '' ? DEFAULT_USER_REF : userRef
  if (!isUserRef(user)) return fail('invalid_request', 'invalid X-User-Ref')
  const known = ctx.store.custody.findOf(caller.key.id, user)
  const found = known === undefined ? await makeFor(ctx, caller, user) : ok({ record: known })
  if (!found.ok) return found
  const { record } = found.value
  if (record.kind === 'watch') return fail('conflict', 'the wallet of this user ref is only watched')
  const { id, address, withdrawTo } = record
  return ok({ id, address, userRef: record.userRef, withdrawTo })
}

async function makeFor(
  ctx: Context,
  caller: Caller & { readonly kind: 'key' },
  userRef: string,
): Promise<Outcome<{ readonly record: CustodyWalletRecord }>> {
  if (!caller.key.scopes.includes('wallet'))
    return fail('scope_required', 'scope required: wallet (the user has none yet)')
  const living = livingKey(ctx, caller, 'wallet')
  return living.ok ? deriveWallet(ctx, living.value, { userRef, label: '', withdrawTo: [] }) : living
}

/** Makes the wallet of a user, durable when it resolves; the one that is there when there is one. */
export async function deriveWallet(
  ctx: Context,
  owner: Pick<ApiKeyRecord, 'id' | 'walletNamespace'>,
  params: Pick<CustodyWalletRecord, 'userRef' | 'label' | 'withdrawTo'>,
): Promise<Outcome<{ readonly record: CustodyWalletRecord; readonly made: boolean }>> {
  const keys = ctx.parts.signingKeys
  const parts = { ...params, keyId: owner.id, namespace: owner.walletNamespace, derivation: 2 } as const
  const key = keys.derive(parts)
  if (!key.ok) return key
  const record = newRecord(ctx, { ...parts, kind: 'derived', address: key.value.address })
  const kept = await keepRecord(ctx, record)
  if (kept.ok && kept.value.made) keys.keep(record.id, key.value)
  else keys.forget(key.value)
  return kept
}

/** Durable when it resolves, with its audit row; the row that is there when there is one. Fails `conflict` when the key
 *  has too many, `unconfigured` when the row that is there is not authentic. */
export async function keepRecord(
  ctx: Pick<Context, 'store' | 'clock'>,
  record: CustodyWalletRecord,
): Promise<Outcome<{ readonly record: CustodyWalletRecord; readonly made: boolean }>> {
  const created = await ctx.store.custody.create(record, CUSTODY.perKey, { entry: walletEntry(record, askedBy(ctx)) })
  if (created === null) return fail('conflict', `a key has at most ${CUSTODY.perKey} wallets`)
  if (created === 'rejected')
    return fail('unconfigured', 'the record of this wallet is not authentic: ask the operator of the server')
  return ok(created)
}

export function newRecord(
  { clock }: Pick<Context, 'clock'>,
  parts: Omit<CustodyWalletRecord, 'id' | 'isDefault' | 'createdAtMs'>,
): CustodyWalletRecord {
  const createdAtMs = clock.nowMs()
  return { ...parts, id: walletId(createdAtMs), isDefault: parts.userRef === DEFAULT_USER_REF, createdAtMs }
}

/** Ed25519 signature (64 bytes) of a wallet over a message: about 30 µs, or 400 when its key is not held. Who may ask
 *  is the caller's business. Fails `unknown_wallet`, `unconfigured`. */
export function signFor(ctx: Context, walletId: string, message: Uint8Array): Outcome<Uint8Array> {
  const keys = ctx.parts.signingKeys
  const held = keys.held(walletId)
  if (held !== undefined) return ok(sign(null, message, held.privateKey))
  const record = ctx.store.custody.find(walletId)
  if (record === undefined && ctx.store.custody.seedOwner() === null)
    return fail('unconfigured', 'the store is not open for custodial wallets: see `doctor`')
  if (record === undefined || record.kind !== 'derived') return fail('unknown_wallet', 'unknown wallet')
  const key = keys.keyOf(walletId, record)
  if (!key.ok) return key
  if (key.value.address !== record.address)
    return fail('unconfigured', 'the master seed is not the one this wallet was made with')
  return ok(sign(null, message, key.value.privateKey))
}

/** Sorts by time of making, like all our ids. */
function walletId(nowMs: number): string {
  return `wal_${Math.trunc(nowMs).toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`
}
