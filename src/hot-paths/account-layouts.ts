/* Where the fields of the chain's own accounts lie, and reads of them. Offsets are those of the programs' sources;
 * integers are little-endian. Views into the given bytes, nothing is copied. */

export const TOKEN_ACCOUNT_BYTES = 165
export const MINT_BYTES = 82
export const MULTISIG_BYTES = 355
export const STAKE_ACCOUNT_BYTES = 200
export const NONCE_ACCOUNT_BYTES = 80
export const NONCE_VALUE_OFFSET = 40
export const LOOKUP_TABLE_HEADER_BYTES = 56
/** Token-2022: byte 165 says what the account is, entries of type u16, length u16, value follow. */
export const ACCOUNT_TYPE_OFFSET = 165
export const EXTENSIONS_OFFSET = 166
const ACCOUNT_TYPE_MINT = 1
const ACCOUNT_TYPE_ACCOUNT = 2

export type TokenAccountState = 'uninitialized' | 'initialized' | 'frozen'
export type TokenAccountFields = {
  readonly mint: Uint8Array
  readonly owner: Uint8Array
  readonly amountRaw: bigint
  readonly delegate: Uint8Array | null
  readonly state: TokenAccountState
  /** Rent-exempt reserve of a wrapped-SOL account, null otherwise. */
  readonly nativeReserveLamports: bigint | null
  readonly delegatedAmountRaw: bigint
  readonly closeAuthority: Uint8Array | null
}
export type MintFields = {
  readonly mintAuthority: Uint8Array | null
  readonly supplyRaw: bigint
  readonly decimals: number
  readonly freezeAuthority: Uint8Array | null
}
export type NonceFields = { readonly authority: Uint8Array; readonly value: Uint8Array }
export type LookupTableFields = {
  /** 2^64-1 while the table is in use. */
  readonly deactivationSlot: bigint
  readonly lastExtendedSlot: bigint
  /** Addresses from this one on were added in `lastExtendedSlot` and cannot be used in it. */
  readonly lastExtendedStartIndex: number
  readonly authority: Uint8Array | null
  readonly addresses: readonly Uint8Array[]
}

export type StakeFields = {
  readonly rentExemptReserveLamports: bigint
  readonly staker: Uint8Array
  readonly withdrawer: Uint8Array
  /** Null while the account is initialised but not delegated. */
  readonly delegation: {
    readonly voter: Uint8Array
    readonly stakeLamports: bigint
    readonly activationEpoch: bigint
    /** 2^64-1 while it is not deactivating. */
    readonly deactivationEpoch: bigint
  } | null
}

/** Whether bytes owned by a token program are an initialised token account (either program's layout). */
export function isTokenAccount(data: Uint8Array): boolean {
  if (data.length < TOKEN_ACCOUNT_BYTES || data.length === MULTISIG_BYTES) return false
  if (data.length > TOKEN_ACCOUNT_BYTES && data[ACCOUNT_TYPE_OFFSET] !== ACCOUNT_TYPE_ACCOUNT) return false
  return data[108] === 1 || data[108] === 2
}

/** Whether bytes owned by a token program are an initialised mint (either program's layout). */
export function isMint(data: Uint8Array): boolean {
  if (data.length !== MINT_BYTES) {
    if (data.length <= ACCOUNT_TYPE_OFFSET || data.length === MULTISIG_BYTES) return false
    if (data[ACCOUNT_TYPE_OFFSET] !== ACCOUNT_TYPE_MINT) return false
  }
  return data[45] === 1
}

/** Fields of a token account, or null when the bytes are none. */
export function readTokenAccount(data: Uint8Array): TokenAccountFields | null {
  if (!isTokenAccount(data)) return null
  return {
    mint: data.subarray(0, 32),
    owner: data.subarray(32, 64),
    amountRaw: readU64(data, 64),
    delegate: readOptionalKey(data, 72),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    nativeReserveLamports: readU32(data, 109) === 1 ? readU64(data, 113) : null,
    delegatedAmountRaw: readU64(data, 121),
    closeAuthority: readOptionalKey(data, 129),
  }
}

/** Fields of a mint, or null when the bytes are none. */
export function readMint(data: Uint8Array): MintFields | null {
  if (!isMint(data)) return null
  return {
    mintAuthority: readOptionalKey(data, 0),
    supplyRaw: readU64(data, 36),
    decimals: data[44]!,
    freezeAuthority: readOptionalKey(data, 46),
  }
}

/** Value bytes of a Token-2022 extension, or null when the account has none of that type. */
export function findExtension(data: Uint8Array, type: number): Uint8Array | null {
  let at = EXTENSIONS_OFFSET
  while (at + 4 <= data.length) {
    const found = data[at]! | (data[at + 1]! << 8)
    const length = data[at + 2]! | (data[at + 3]! << 8)
    if (found === 0 || at + 4 + length > data.length) return null
    if (found === type) return data.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

/** Fields of an initialised durable nonce, or null. */
export function readNonce(data: Uint8Array): NonceFields | null {
  if (data.length !== NONCE_ACCOUNT_BYTES || readU32(data, 0) !== 1 || readU32(data, 4) !== 1) return null
  return { authority: data.subarray(8, 40), value: data.subarray(NONCE_VALUE_OFFSET, NONCE_VALUE_OFFSET + 32) }
}

/** Fields of an initialised or delegated stake account, or null. */
export function readStake(data: Uint8Array): StakeFields | null {
  const state = data.length === STAKE_ACCOUNT_BYTES ? readU32(data, 0) : 0
  if (state !== 1 && state !== 2) return null
  const delegation = {
    voter: data.subarray(124, 156),
    stakeLamports: readU64(data, 156),
    activationEpoch: readU64(data, 164),
    deactivationEpoch: readU64(data, 172),
  }
  return {
    rentExemptReserveLamports: readU64(data, 4),
    staker: data.subarray(12, 44),
    withdrawer: data.subarray(44, 76),
    delegation: state === 2 ? delegation : null,
  }
}

/** Fields of an address lookup table, or null when the bytes are none. */
export function readLookupTable(data: Uint8Array): LookupTableFields | null {
  const addressBytes = data.length - LOOKUP_TABLE_HEADER_BYTES
  if (addressBytes < 0 || addressBytes % 32 !== 0 || readU32(data, 0) !== 1) return null
  const addresses: Uint8Array[] = []
  for (let at = LOOKUP_TABLE_HEADER_BYTES; at < data.length; at += 32) addresses.push(data.subarray(at, at + 32))
  return {
    deactivationSlot: readU64(data, 4),
    lastExtendedSlot: readU64(data, 12),
    lastExtendedStartIndex: data[20]!,
    authority: data[21] === 1 ? data.subarray(22, 54) : null,
    addresses,
  }
}

/** Unsigned integers at an offset that the caller knows to be inside. */
export function readU32(data: Uint8Array, at: number): number {
  return (data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24)) >>> 0
}

/** Words through which a bigint is made: its constructor and its operators cost several times as much. */
const U32_RANGE = 2 ** 32
const WORDS = new Uint32Array(2)
const U64 = new BigUint64Array(WORDS.buffer)
/** 1 on machines that keep the high word first. */
const LOW = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1

export function readU64(data: Uint8Array, at: number): bigint {
  WORDS[LOW] = readU32(data, at)
  WORDS[1 - LOW] = readU32(data, at + 4)
  return U64[0]!
}

/** A whole number of 0 to 2^64, not included, as a bigint. */
export function toU64(value: number): bigint {
  const high = Math.floor(value / U32_RANGE)
  WORDS[LOW] = value - high * U32_RANGE
  WORDS[1 - LOW] = high
  return U64[0]!
}

function readOptionalKey(data: Uint8Array, at: number): Uint8Array | null {
  return readU32(data, at) === 1 ? data.subarray(at + 4, at + 36) : null
}
