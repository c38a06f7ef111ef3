import Type, { type Static } from 'typebox'
import { bigMembersPattern, parseWithBigMembers } from '../runtime/exact-json.ts'
import { compileReply } from '../runtime/reply-check.ts'
import { Maybe, RawAmount, TokenDecimals, U64 } from '../runtime/reply-ranges.ts'
import type { AssetMetadata, HolderRow } from './capabilities.ts'
import { AddressOrNull, SolanaAddress } from './solana-address.ts'
import { contentUrl } from './web-url.ts'

/** Digital Asset Standard: assets and token accounts, and what they mean in our words. Source: the Metaplex OpenRPC
 *  specification 1.1 and recorded answers. */

const Asset = Type.Object({
  id: Type.String(),
  content: Maybe(
    Type.Object({
      json_uri: Maybe(Type.String()),
      files: Maybe(Type.Array(Type.Object({ uri: Maybe(Type.String()), mime: Maybe(Type.String()) }))),
      metadata: Maybe(
        Type.Object({ name: Maybe(Type.String()), symbol: Maybe(Type.String()), description: Maybe(Type.String()) }),
      ),
      links: Maybe(Type.Object({ image: Maybe(Type.String()) })),
    }),
  ),
  ownership: Maybe(
    Type.Object({
      owner: Maybe(AddressOrNull),
      frozen: Maybe(Type.Boolean()),
      delegated: Maybe(Type.Boolean()),
      delegate: Maybe(AddressOrNull),
      ownership_model: Maybe(Type.String()),
    }),
  ),
  token_info: Maybe(
    Type.Object({
      /** Text when the reader met 16 digits and more. */
      supply: Maybe(RawAmount),
      decimals: Maybe(TokenDecimals),
      token_program: Maybe(AddressOrNull),
      symbol: Maybe(Type.String()),
    }),
  ),
  mint_extensions: Maybe(
    Type.Object({
      metadata: Maybe(
        Type.Object({ name: Maybe(Type.String()), symbol: Maybe(Type.String()), uri: Maybe(Type.String()) }),
      ),
    }),
  ),
})
export type Asset = Static<typeof Asset>
export const isAsset = compileReply(Asset).matches
/** Aligned with the request, null for a missing one. */
export const isAssetList = compileReply(Type.Array(Type.Unknown())).matches

const TokenAccount = Type.Object({
  address: SolanaAddress,
  mint: Maybe(Type.String()),
  owner: SolanaAddress,
  amount: U64,
  frozen: Maybe(Type.Boolean()),
})
const TokenAccountsPage = Type.Object({
  token_accounts: Type.Array(Type.Unknown()),
  cursor: Maybe(Type.String()),
})
export const isTokenAccount = compileReply(TokenAccount).matches
export const isTokenAccountsPage = compileReply(TokenAccountsPage).matches

const BIG_MEMBERS = bigMembersPattern(['supply', 'balance', 'amount', 'delegated_amount'])

/** JSON.parse that keeps the digits of large amounts. */
export function parseDasReply(text: string): unknown {
  return parseWithBigMembers(text, BIG_MEMBERS)
}

export function toAssetMetadata(asset: Asset): AssetMetadata {
  const { content, ownership, token_info: token, mint_extensions: extensions } = asset
  const written = extensions?.metadata
  const supply = wholeNumber(token?.supply)
  return {
    mint: asset.id,
    name: text(content?.metadata?.name) ?? text(written?.name),
    symbol: text(content?.metadata?.symbol) ?? text(written?.symbol) ?? text(token?.symbol),
    description: text(content?.metadata?.description),
    imageUrl: imageOf(content),
    headerUrl: null,
    decimals: token?.decimals ?? null,
    supplyRaw: supply === null ? null : String(supply),
    supplyExact: supply !== null && isExact(supply),
    ownership: ownership
      ? {
          owner: text(ownership.owner),
          frozen: ownership.frozen ?? false,
          delegated: ownership.delegated ?? false,
          delegate: text(ownership.delegate),
          ownershipModel: text(ownership.ownership_model),
        }
      : null,
    uri: text(content?.json_uri) ?? text(written?.uri),
    tokenProgram: text(token?.token_program),
  }
}

/** Null for an account without a balance. */
export function toHolderRow({ address, owner, amount, frozen }: Static<typeof TokenAccount>): HolderRow | null {
  const amountRaw = wholeNumber(amount)
  return amountRaw === null || amountRaw === 0n
    ? null
    : { tokenAccount: address, owner, amountRaw, frozen: frozen ?? false }
}

/** The image that the document names, else the first image among its files. */
function imageOf(content: Asset['content']): string | null {
  const file = content?.files?.find(({ mime }) => mime?.startsWith('image/'))
  return contentUrl(content?.links?.image) ?? contentUrl(file?.uri)
}

/** Indexers write '' for "none". */
function text(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : value
}

function wholeNumber(value: number | string | bigint | null | undefined): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'string') return /^\d{1,20}$/.test(value) ? BigInt(value) : null
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? BigInt(value) : null
}

/** Beyond 2^53, digits that a double prints as well may be the double's and not the chain's; others prove that the
 *  provider did not round. */
function isExact(amount: bigint): boolean {
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) || String(Number(amount)) !== String(amount)
}
