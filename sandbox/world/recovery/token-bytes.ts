import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { ACCOUNT_TYPE_OFFSET, EXTENSIONS_OFFSET, TOKEN_ACCOUNT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import { type MintFace, mintBytes, type TokenAccountFace, tokenAccountBytes } from '../account-bytes.ts'

/** A Token-2022 entry: type and value. */
export type Entry = readonly [type: number, value: Uint8Array]

const ACCOUNT_TYPE = { mint: 1, account: 2 } as const
const CLOSE_AUTHORITY_OFFSET = 129

/** A mint with entries, or one of the classic layout where there are none and none are wanted. */
export function extendedMintBytes(face: MintFace, entries: readonly Entry[]): Uint8Array {
  return withEntries(mintBytes(face), ACCOUNT_TYPE.mint, entries)
}

/** A token account with entries. `isToken2022` false: of the classic layout. */
export function extendedAccountBytes(
  face: TokenAccountFace & { readonly closeAuthority: string | null },
  entries: readonly Entry[] | null,
): Uint8Array {
  const base = Buffer.from(tokenAccountBytes(face))
  if (face.closeAuthority !== null) {
    base.writeUInt32LE(1, CLOSE_AUTHORITY_OFFSET)
    base.set(addressBytes(face.closeAuthority), CLOSE_AUTHORITY_OFFSET + 4)
  }
  return entries === null ? base : withEntries(base, ACCOUNT_TYPE.account, entries)
}

function withEntries(base: Uint8Array, accountType: number, entries: readonly Entry[]): Uint8Array {
  const head = Buffer.alloc(EXTENSIONS_OFFSET)
  head.set(base.subarray(0, TOKEN_ACCOUNT_BYTES))
  head[ACCOUNT_TYPE_OFFSET] = accountType
  return Buffer.concat([head, ...entries.map(entryBytes)])
}

function entryBytes([type, value]: Entry): Uint8Array {
  return Buffer.concat([Uint8Array.of(type & 255, type >> 8, value.length & 255, value.length >> 8), value])
}
