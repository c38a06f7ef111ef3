import { ACCOUNT_TYPE_OFFSET, findExtension } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { decodeLayout, type Layout, ZERO_KEY } from './borsh-layout.ts'
import { addressBytes, findProgramAddress } from './pda.ts'
import { TOKEN_METADATA_PROGRAM } from './program-ids.ts'

export type MetadataCreator = { readonly address: string; readonly verified: boolean; readonly share: number }
/** What a mint says about itself on chain. */
export type TokenMetadata = {
  readonly source: 'metaplex' | 'token2022'
  readonly mint: string
  /** Null when no one can change it. */
  readonly updateAuthority: string | null
  readonly name: string
  readonly symbol: string
  readonly uri: string
  /** Token-2022 only: further key and value pairs. */
  readonly additional: readonly (readonly [string, string])[]
  /** Metaplex only; null for Token-2022 metadata and for records too old to have them. */
  readonly nft: {
    readonly sellerFeeBps: number
    readonly creators: readonly MetadataCreator[]
    readonly primarySaleHappened: boolean
    readonly isMutable: boolean
    readonly editionNonce: number | null
    readonly tokenStandard: TokenStandard | null
    readonly collection: { readonly key: string; readonly verified: boolean } | null
  } | null
}

/** In the order of the Metaplex enum. */
export const TOKEN_STANDARDS = [
  'NonFungible',
  'FungibleAsset',
  'Fungible',
  'NonFungibleEdition',
  'ProgrammableNonFungible',
  'ProgrammableNonFungibleEdition',
] as const
export type TokenStandard = (typeof TOKEN_STANDARDS)[number]

const METADATA_V1_KEY = 4
const MAX_CREATORS = 5
const MAX_ADDITIONAL = 256
const MINT_ACCOUNT_TYPE = 1
const METADATA_POINTER_TYPE = 18
const TOKEN_METADATA_TYPE = 19
/** Two keys, three empty texts, no pairs. */
const MIN_TOKEN_METADATA_BYTES = 80

const TOKEN_2022_METADATA = {
  updateAuthority: 'pubkey',
  mint: 'pubkey',
  name: 'string',
  symbol: 'string',
  uri: 'string',
  additional: { vec: { key: 'string', value: 'string' }, max: MAX_ADDITIONAL },
} as const satisfies Layout

const METAPLEX_HEAD = {
  key: 'u8',
  updateAuthority: 'pubkey',
  mint: 'pubkey',
  name: 'string',
  symbol: 'string',
  uri: 'string',
  sellerFeeBps: 'u16',
  hasCreators: 'u8',
} as const satisfies Layout
const METAPLEX_CREATORS = {
  creators: { vec: { address: 'pubkey', verified: 'bool', share: 'u8' }, max: MAX_CREATORS },
} as const satisfies Layout
const METAPLEX_FLAGS = { primarySaleHappened: 'bool', isMutable: 'bool' } as const satisfies Layout

/** Address of the Metaplex metadata account of a mint. */
export function metaplexMetadataAddress(mint: string): string {
  return findProgramAddress(
    [Buffer.from('metadata'), addressBytes(TOKEN_METADATA_PROGRAM), addressBytes(mint)],
    TOKEN_METADATA_PROGRAM,
  ).address
}

/** Decodes a Metaplex Token Metadata account (MetadataV1). Names were once padded with zeros to a fixed width: they are
 *  read by their length and stripped. Null for anything else. */
export function decodeMetaplexMetadata(data: Uint8Array): TokenMetadata | null {
  if (data[0] !== METADATA_V1_KEY) return null
  const head = decodeLayout(METAPLEX_HEAD, data, 0)
  // The layout reads what lies beyond the end as zero; a whole record goes on with flags after its head.
  if (head === null || head.end >= data.length) return null
  let at = head.end
  let creators: readonly MetadataCreator[] = []
  if (head.value.hasCreators === 1) {
    const list = decodeLayout(METAPLEX_CREATORS, data, at)
    if (list === null) return null
    creators = list.value.creators
    at = list.end
  }
  const flags = decodeLayout(METAPLEX_FLAGS, data, at)
  if (flags === null) return null
  at = flags.end
  const nonce = readOption(data, at, 1)
  const standard = nonce && readOption(data, nonce.end, 1)
  const collection = standard && readOption(data, standard.end, 33)
  return {
    source: 'metaplex',
    mint: head.value.mint,
    updateAuthority: head.value.updateAuthority === ZERO_KEY ? null : head.value.updateAuthority,
    name: stripPadding(head.value.name),
    symbol: stripPadding(head.value.symbol),
    uri: stripPadding(head.value.uri),
    additional: [],
    nft: {
      sellerFeeBps: head.value.sellerFeeBps,
      creators,
      ...flags.value,
      editionNonce: nonce?.bytes?.[0] ?? null,
      tokenStandard: TOKEN_STANDARDS[standard?.bytes?.[0] ?? -1] ?? null,
      collection: collection?.bytes
        ? { verified: collection.bytes[0] === 1, key: encodeBase58(collection.bytes.subarray(1)) }
        : null,
    },
  }
}

/** Reads the TokenMetadata extension of a Token-2022 mint. Null when the account is no such mint or has none. */
export function decodeTokenMetadataExtension(mintData: Uint8Array): TokenMetadata | null {
  const value = mintExtension(mintData, TOKEN_METADATA_TYPE)
  if (value === null || value.length < MIN_TOKEN_METADATA_BYTES) return null
  const decoded = decodeLayout(TOKEN_2022_METADATA, value, 0)
  if (decoded === null) return null
  const { updateAuthority, mint, name, symbol, uri, additional } = decoded.value
  return {
    source: 'token2022',
    mint,
    updateAuthority: updateAuthority === ZERO_KEY ? null : updateAuthority,
    name: stripPadding(name),
    symbol: stripPadding(symbol),
    uri: stripPadding(uri),
    additional: additional.map(({ key, value }) => [key, value] as const),
    nft: null,
  }
}

/** Where a Token-2022 mint says its metadata is; null without the extension or when it points nowhere. */
export function decodeMetadataPointer(mintData: Uint8Array): string | null {
  const value = mintExtension(mintData, METADATA_POINTER_TYPE)
  if (value === null || value.length < 64) return null
  const address = encodeBase58(value.subarray(32, 64))
  return address === ZERO_KEY ? null : address
}

/** Metadata of a mint in the order wallets use: its own extension, the account its pointer names, the Metaplex account.
 *  `read` returns an account's data, or null; it is asked for at most two accounts. A record that describes another
 *  mint does not count: a pointer may be set by anyone. */
export function resolveTokenMetadata(
  mint: string,
  mintData: Uint8Array,
  read: (address: string) => Uint8Array | null,
): TokenMetadata | null {
  const own = decodeTokenMetadataExtension(mintData)
  if (own !== null && own.mint === mint) return own
  const pointer = decodeMetadataPointer(mintData)
  const metaplex = metaplexMetadataAddress(mint)
  for (const address of pointer === null || pointer === mint ? [metaplex] : [pointer, metaplex]) {
    const data = read(address)
    const decoded = data === null ? null : (decodeMetaplexMetadata(data) ?? decodeTokenMetadataExtension(data))
    if (decoded !== null && decoded.mint === mint) return decoded
  }
  return null
}

function mintExtension(data: Uint8Array, type: number): Uint8Array | null {
  return data[ACCOUNT_TYPE_OFFSET] === MINT_ACCOUNT_TYPE ? findExtension(data, type) : null
}

/** A Borsh option of fixed width. Undefined when the bytes end here or the tag is neither 0 nor 1. */
function readOption(
  data: Uint8Array,
  at: number,
  width: number,
): { readonly bytes: Uint8Array | null; readonly end: number } | undefined {
  if (data[at] === 0) return { bytes: null, end: at + 1 }
  if (data[at] !== 1 || at + 1 + width > data.length) return undefined
  return { bytes: data.subarray(at + 1, at + 1 + width), end: at + 1 + width }
}

/** Without its padding; empty for bytes that are not UTF-8, which the programs do not write. */
function stripPadding(text: string): string {
  return text.includes('\ufffd') ? '' : text.replace(/\0+$/, '').trim()
}
