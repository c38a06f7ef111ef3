import { addressBytes } from '../../src/chain/solana/pda.ts'
import { EXTENSIONS_OFFSET, MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../src/hot-paths/account-layouts.ts'

/* Bytes of accounts that exist before the ledger begins. Layouts are those of the programs that own them. */

const EXTENSION = {
  transferFeeConfig: 1,
  defaultAccountState: 6,
  immutableOwner: 7,
  permanentDelegate: 12,
  metadataPointer: 18,
  tokenMetadata: 19,
}
const FROZEN_STATE = 2
const METAPLEX_KEY = { metadata: 4, masterEdition: 6 }
const METAPLEX_SIZES = { name: 32, symbol: 10, uri: 200 }
const METAPLEX_METADATA_BYTES = 679
const MASTER_EDITION_BYTES = 282

export type MintFace = {
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly supplyRaw: bigint
  readonly decimals: number
}

export function mintBytes(face: MintFace): Uint8Array {
  const bytes = Buffer.alloc(MINT_BYTES)
  writeOptionalKey(bytes, 0, face.mintAuthority)
  bytes.writeBigUInt64LE(face.supplyRaw, 36)
  bytes[44] = face.decimals
  bytes[45] = 1
  writeOptionalKey(bytes, 46, face.freezeAuthority)
  return bytes
}

export type TokenText = { readonly name: string; readonly symbol: string; readonly uri: string }

/** A Token-2022 mint that holds its own metadata, with the extensions asked for. */
export function mint2022Bytes(
  face: MintFace & {
    readonly mint: string
    readonly updateAuthority: string | null
    readonly text: TokenText
    readonly defaultFrozen?: boolean
    readonly permanentDelegate?: string
    readonly transferFeeBps?: number
  },
): Uint8Array {
  const head = Buffer.alloc(EXTENSIONS_OFFSET)
  head.set(mintBytes(face))
  head[TOKEN_ACCOUNT_BYTES] = 1
  const parts: Uint8Array[] = [head]
  if (face.transferFeeBps !== undefined)
    parts.push(extension(EXTENSION.transferFeeConfig, transferFeeConfig(face.transferFeeBps)))
  if (face.defaultFrozen) parts.push(extension(EXTENSION.defaultAccountState, Uint8Array.of(FROZEN_STATE)))
  if (face.permanentDelegate !== undefined)
    parts.push(extension(EXTENSION.permanentDelegate, addressBytes(face.permanentDelegate)))
  parts.push(
    extension(EXTENSION.metadataPointer, Buffer.concat([keyOrZero(face.updateAuthority), addressBytes(face.mint)])),
  )
  const metadata = [
    keyOrZero(face.updateAuthority),
    addressBytes(face.mint),
    text(face.text.name),
    text(face.text.symbol),
    text(face.text.uri),
    Buffer.alloc(4),
  ]
  parts.push(extension(EXTENSION.tokenMetadata, Buffer.concat(metadata)))
  return Buffer.concat(parts)
}

export type TokenAccountFace = {
  readonly mint: string
  readonly owner: string
  readonly amountRaw: bigint
  readonly frozen?: boolean
  /** Wrapped SOL: the rent the account holds beside its amount. */
  readonly nativeReserveLamports?: bigint
  /** Associated accounts of Token-2022 cannot change their owner. */
  readonly immutableOwner?: boolean
}

export function tokenAccountBytes(face: TokenAccountFace): Uint8Array {
  const bytes = Buffer.alloc(face.immutableOwner ? EXTENSIONS_OFFSET + 4 : TOKEN_ACCOUNT_BYTES)
  bytes.set(addressBytes(face.mint), 0)
  bytes.set(addressBytes(face.owner), 32)
  bytes.writeBigUInt64LE(face.amountRaw, 64)
  bytes[108] = face.frozen ? FROZEN_STATE : 1
  if (face.nativeReserveLamports !== undefined) {
    bytes.writeUInt32LE(1, 109)
    bytes.writeBigUInt64LE(face.nativeReserveLamports, 113)
  }
  if (face.immutableOwner) {
    bytes[TOKEN_ACCOUNT_BYTES] = 2
    bytes.writeUInt16LE(EXTENSION.immutableOwner, EXTENSIONS_OFFSET)
  }
  return bytes
}

/** A Metaplex metadata account (MetadataV1, texts padded as the program pads them). */
export function metaplexMetadataBytes(face: {
  readonly mint: string
  readonly updateAuthority: string
  readonly text: TokenText
  readonly tokenStandard: 'fungible' | 'nonFungible'
  readonly mutable: boolean
  readonly sellerFeeBps: number
  readonly creator: string | null
  readonly collection: string | null
}): Uint8Array {
  const parts: Uint8Array[] = [
    Uint8Array.of(METAPLEX_KEY.metadata),
    addressBytes(face.updateAuthority),
    addressBytes(face.mint),
    padded(face.text.name, METAPLEX_SIZES.name),
    padded(face.text.symbol, METAPLEX_SIZES.symbol),
    padded(face.text.uri, METAPLEX_SIZES.uri),
    Uint8Array.of(face.sellerFeeBps & 255, face.sellerFeeBps >> 8),
    face.creator === null
      ? Uint8Array.of(0)
      : Buffer.concat([Uint8Array.of(1, 1, 0, 0, 0), addressBytes(face.creator), Uint8Array.of(1, 100)]),
    Uint8Array.of(0, face.mutable ? 1 : 0),
    Uint8Array.of(1, 255),
    Uint8Array.of(1, face.tokenStandard === 'fungible' ? 2 : 0),
    face.collection === null ? Uint8Array.of(0) : Buffer.concat([Uint8Array.of(1, 1), addressBytes(face.collection)]),
    Uint8Array.of(0, 0, 0),
  ]
  const bytes = Buffer.alloc(METAPLEX_METADATA_BYTES)
  bytes.set(Buffer.concat(parts))
  return bytes
}

/** Master edition without further prints, which is what makes a mint an NFT. */
export function masterEditionBytes(): Uint8Array {
  const bytes = Buffer.alloc(MASTER_EDITION_BYTES)
  bytes[0] = METAPLEX_KEY.masterEdition
  bytes[9] = 1
  return bytes
}

/** A delegated stake account (StakeStateV2::Stake). */
export function stakeAccountBytes(face: {
  readonly owner: string
  readonly vote: string
  readonly rentReserveLamports: bigint
  readonly stakeLamports: bigint
  readonly activationEpoch: bigint
}): Uint8Array {
  const bytes = Buffer.alloc(200)
  bytes.writeUInt32LE(2, 0)
  bytes.writeBigUInt64LE(face.rentReserveLamports, 4)
  bytes.set(addressBytes(face.owner), 12)
  bytes.set(addressBytes(face.owner), 44)
  // 76..124: lockup (unix time, epoch, custodian), all zero.
  bytes.set(addressBytes(face.vote), 124)
  bytes.writeBigUInt64LE(face.stakeLamports, 156)
  bytes.writeBigUInt64LE(face.activationEpoch, 164)
  bytes.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 172)
  bytes.writeDoubleLE(0.25, 180)
  return bytes
}

/** A vote account without votes (VoteState, the version before BLS keys). */
export function voteAccountBytes(face: { readonly identity: string; readonly commissionPct: number }): Uint8Array {
  const bytes = Buffer.alloc(3_762)
  let at = bytes.writeUInt32LE(2, 0)
  bytes.set(addressBytes(face.identity), at)
  bytes.set(addressBytes(face.identity), at + 32)
  bytes[at + 64] = face.commissionPct
  at += 65
  at = bytes.writeBigUInt64LE(0n, at) // votes
  at += 1 // root slot: none
  at = bytes.writeBigUInt64LE(1n, at) // authorized voters: one, since epoch 0
  at = bytes.writeBigUInt64LE(0n, at)
  bytes.set(addressBytes(face.identity), at)
  at += 32 + 32 * 48 // prior voters
  at = bytes.writeBigUInt64LE(31n, at)
  bytes[at] = 1
  return bytes
}

function transferFeeConfig(bps: number): Uint8Array {
  // Authorities (none), withheld amount, then older and newer fee: epoch, maximum, basis points.
  const bytes = Buffer.alloc(108)
  for (const at of [72, 90]) {
    bytes.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, at + 8)
    bytes.writeUInt16LE(bps, at + 16)
  }
  return bytes
}

function extension(type: number, value: Uint8Array): Uint8Array {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value])
}

function writeOptionalKey(bytes: Buffer, at: number, key: string | null): void {
  if (key === null) return
  bytes.writeUInt32LE(1, at)
  bytes.set(addressBytes(key), at + 4)
}

function keyOrZero(key: string | null): Uint8Array {
  return key === null ? new Uint8Array(32) : addressBytes(key)
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

function padded(value: string, size: number): Uint8Array {
  const bytes = Buffer.alloc(4 + size)
  bytes.writeUInt32LE(size, 0)
  bytes.write(value, 4, size, 'utf8')
  return bytes
}
