import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readLookupTable } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { isStaticKeyWritable, type WireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import type { AccountState } from './types.ts'

/** All keys of a message in the runtime's index space: static, then loaded writable, then loaded read-only. */
export type MessageKeys = {
  readonly staticKeys: readonly string[]
  readonly loadedWritable: readonly string[]
  readonly loadedReadonly: readonly string[]
  readonly all: readonly string[]
  readonly isWritable: readonly boolean[]
}
export type KeyResolution =
  | { readonly ok: true; readonly keys: MessageKeys }
  | { readonly ok: false; readonly err: string }

const STILL_ACTIVE = 2n ** 64n - 1n

/** Whether a table's authority has switched it off, lately or long ago. */
export function isSwitchedOff(account: AccountState | null): boolean {
  const table = account === null ? null : readLookupTable(account.data)
  return table !== null && table.deactivationSlot !== STILL_ACTIVE
}

/** Resolves the lookups of a message as the runtime does at `slot`. Fails with the runtime's error name. */
export function resolveKeys(
  transaction: WireTransaction,
  chain: {
    readonly slot: number
    account(address: string): AccountState | null
    /** The one copy of a text that is kept many times. */
    intern(text: string): string
    /** Whether the slot is young enough for a table deactivated in it to serve still. */
    isRecentSlot(slot: bigint): boolean
  },
): KeyResolution {
  const textOf = (key: Uint8Array) => chain.intern(encodeBase58(key))
  const staticKeys = transaction.keys.map(textOf)
  const loadedWritable: string[] = []
  const loadedReadonly: string[] = []
  for (const lookup of transaction.lookups) {
    const account = chain.account(encodeBase58(lookup.table))
    if (account === null) return { ok: false, err: 'AddressLookupTableNotFound' }
    if (account.owner !== ADDRESS_LOOKUP_TABLE_PROGRAM) return { ok: false, err: 'InvalidAddressLookupTableOwner' }
    const table = readLookupTable(account.data)
    if (table === null) return { ok: false, err: 'InvalidAddressLookupTableData' }
    if (table.deactivationSlot !== STILL_ACTIVE && !chain.isRecentSlot(table.deactivationSlot))
      return { ok: false, err: 'AddressLookupTableNotFound' }
    // Addresses appended in this very slot cannot be used before the next one.
    const usable = BigInt(chain.slot) > table.lastExtendedSlot ? table.addresses.length : table.lastExtendedStartIndex
    for (const [indexes, into] of [
      [lookup.writable, loadedWritable],
      [lookup.readonly, loadedReadonly],
    ] as const)
      for (const index of indexes) {
        if (index >= usable) return { ok: false, err: 'InvalidAddressLookupTableIndex' }
        into.push(textOf(table.addresses[index]!))
      }
  }
  const all = [...staticKeys, ...loadedWritable, ...loadedReadonly]
  if (new Set(all).size !== all.length) return { ok: false, err: 'AccountLoadedTwice' }
  const isWritable = all.map((_, index) =>
    index < staticKeys.length
      ? isStaticKeyWritable(transaction, index)
      : index < staticKeys.length + loadedWritable.length,
  )
  return { ok: true, keys: { staticKeys, loadedWritable, loadedReadonly, all, isWritable } }
}
