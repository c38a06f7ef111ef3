import { addressBytes } from '../../chain/solana/pda.ts'
import {
  ACCOUNT_TYPE_OFFSET,
  EXTENSIONS_OFFSET,
  findExtension,
  TOKEN_ACCOUNT_BYTES,
} from '../../hot-paths/account-layouts.ts'

/** Extension of a mint, and the one it makes every account of it carry: type and value bytes. */
const REQUIRED: readonly (readonly [mintType: number, accountType: number, bytes: number])[] = [
  [1, 2, 8], // transfer fee: withheld amount
  [9, 13, 0], // not transferable
  [14, 15, 1], // transfer hook: whether one is running
  [26, 27, 0], // pausable
]
const IMMUTABLE_OWNER = 7
const ACCOUNT_TYPE_ACCOUNT = 2
const STATE_OFFSET = 108
const INITIALIZED = 1

/** Bytes of an initialised token account as the token program would make it for this mint: Token-2022 wants the
 *  accounts of some mints to carry extensions of their own. `mintData` is that of the mint; `isExtended` says whether
 *  its program is Token-2022. */
export function tokenAccountBytes(account: {
  readonly mint: string
  readonly mintData: Uint8Array
  readonly isExtended: boolean
  readonly owner: string
  readonly amountRaw: bigint
}): Uint8Array {
  const base = Buffer.alloc(TOKEN_ACCOUNT_BYTES)
  base.set(addressBytes(account.mint), 0)
  base.set(addressBytes(account.owner), 32)
  base.writeBigUInt64LE(account.amountRaw, 64)
  base[STATE_OFFSET] = INITIALIZED
  if (!account.isExtended) return base
  const head = Buffer.alloc(EXTENSIONS_OFFSET)
  head.set(base)
  head[ACCOUNT_TYPE_OFFSET] = ACCOUNT_TYPE_ACCOUNT
  const required = REQUIRED.filter(([mintType]) => findExtension(account.mintData, mintType) !== null)
  return Buffer.concat([head, entry(IMMUTABLE_OWNER, 0), ...required.map(([, type, bytes]) => entry(type, bytes))])
}

function entry(type: number, bytes: number): Uint8Array {
  const out = Buffer.alloc(4 + bytes)
  out.writeUInt16LE(type, 0)
  out.writeUInt16LE(bytes, 2)
  return out
}
