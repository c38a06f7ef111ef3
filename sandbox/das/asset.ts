import type { TokenMetadata } from '../../src/chain/solana/token-metadata.ts'
import { rawToNumber } from '../../src/contract/units.ts'
import { readMint, readTokenAccount, type TokenAccountFields } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import { bareNumber } from '../rpc/json.ts'
import { isTokenProgram } from '../rpc/tokens.ts'
import { type AssetDirectory, type AssetFace, chainMetadata } from './asset-directory.ts'
import { mintExtensions } from './mint-extensions.ts'

/** A mint with what is known of it, before it is written out. */
export type AssetFacts = {
  readonly id: string
  readonly interface: AssetInterface
  readonly tokenProgram: string
  readonly mint: NonNullable<ReturnType<typeof readMint>>
  readonly mintData: Uint8Array
  readonly face: AssetFace | null
  readonly metadata: TokenMetadata | null
  /** Where the one token of an NFT lies; null for everything else and for a burnt one. */
  readonly holder: { readonly address: string; readonly fields: TokenAccountFields } | null
}
export type AssetInterface = 'V1_NFT' | 'ProgrammableNFT' | 'FungibleAsset' | 'FungibleToken' | 'Custom'
/** What one owner has of an asset. */
export type Holding = { readonly address: string; readonly amountRaw: bigint; readonly frozen: boolean }

export type AssetSources = { readonly chain: SandboxChain; readonly directory: AssetDirectory }

const SCHEMA = 'https://schema.metaplex.com/nft1.0.json'
const NOT_COMPRESSED = {
  eligible: false,
  compressed: false,
  data_hash: '',
  creator_hash: '',
  asset_hash: '',
  tree: '',
  seq: 0,
  leaf_id: 0,
}

/** Null when the address is no mint. */
export function readAsset({ chain, directory }: AssetSources, id: string): AssetFacts | null {
  const account = chain.account(id)
  if (account === null || !isTokenProgram(account.owner)) return null
  const mint = readMint(account.data)
  if (mint === null) return null
  const metadata = chainMetadata(chain, id, account.data)
  const isSingle = mint.decimals === 0 && mint.supplyRaw === 1n
  return {
    id,
    interface: interfaceOf(mint.decimals, isSingle, metadata),
    tokenProgram: account.owner,
    mint,
    mintData: account.data,
    face: directory.metadata(id),
    metadata,
    holder: isSingle ? findHolder(chain, id) : null,
  }
}

/** Things that count rather than being one of a kind: what `showFungible: false` leaves out. */
export function isFungible({ interface: kind }: AssetFacts): boolean {
  return kind === 'FungibleToken' || kind === 'FungibleAsset'
}

function interfaceOf(decimals: number, isSingle: boolean, metadata: TokenMetadata | null): AssetInterface {
  switch (metadata?.nft?.tokenStandard) {
    case 'ProgrammableNonFungible':
    case 'ProgrammableNonFungibleEdition':
      return 'ProgrammableNFT'
    case 'NonFungible':
    case 'NonFungibleEdition':
      return 'V1_NFT'
    case 'FungibleAsset':
      return 'FungibleAsset'
    default:
      if (decimals > 0 || metadata?.nft?.tokenStandard === 'Fungible') return 'FungibleToken'
      if (!isSingle) return 'FungibleAsset'
      return metadata === null ? 'Custom' : 'V1_NFT'
  }
}

function findHolder(chain: SandboxChain, mint: string): AssetFacts['holder'] {
  for (const address of chain.tokenAccountsOfMint(mint)) {
    const data = chain.account(address)?.data
    const fields = data === undefined ? null : readTokenAccount(data)
    if (fields !== null && fields.amountRaw === 1n) return { address, fields }
  }
  return null
}

/** The asset object of the DAS specification. `holding` is set in lists of one owner. */
export function encodeAsset(sources: AssetSources, facts: AssetFacts, holding?: { owner: string } & Holding) {
  const { id, face, metadata, mint, holder } = facts
  const symbol = face?.symbol ?? metadata?.symbol ?? ''
  const image = face?.image ?? null
  const extensions = mintExtensions(facts.mintData)
  const single = holder !== null
  const frozen = holding?.frozen ?? holder?.fields.state === 'frozen'
  const delegate = holder?.fields.delegate ?? null
  return {
    interface: facts.interface,
    id,
    content: {
      $schema: SCHEMA,
      json_uri: face?.uri ?? metadata?.uri ?? '',
      files: image === null ? [] : [{ uri: image, mime: mimeOf(image) }],
      metadata: {
        ...(face?.description ? { description: face.description } : {}),
        name: face?.name ?? metadata?.name ?? '',
        symbol,
        ...(metadata?.nft?.tokenStandard ? { token_standard: metadata.nft.tokenStandard } : {}),
      },
      links: image === null ? {} : { image },
    },
    authorities: metadata?.updateAuthority ? [{ address: metadata.updateAuthority, scopes: ['full'] }] : [],
    compression: NOT_COMPRESSED,
    grouping: metadata?.nft?.collection
      ? [
          {
            group_key: 'collection',
            group_value: metadata.nft.collection.key,
            verified: metadata.nft.collection.verified,
          },
        ]
      : [],
    royalty: {
      royalty_model: 'creators',
      target: null,
      percent: (metadata?.nft?.sellerFeeBps ?? 0) / 10_000,
      basis_points: metadata?.nft?.sellerFeeBps ?? 0,
      primary_sale_happened: metadata?.nft?.primarySaleHappened ?? false,
      locked: false,
    },
    creators: (metadata?.nft?.creators ?? []).map(({ address, share, verified }) => ({ address, share, verified })),
    ownership: {
      frozen,
      delegated: delegate !== null,
      delegate: delegate === null ? null : encodeBase58(delegate),
      ownership_model: single ? 'single' : 'token',
      owner: holding?.owner ?? (holder === null ? '' : encodeBase58(holder.fields.owner)),
    },
    supply: single
      ? { print_max_supply: 0, print_current_supply: 0, edition_nonce: metadata?.nft?.editionNonce ?? null }
      : null,
    mutable: metadata?.nft?.isMutable ?? metadata?.updateAuthority !== null,
    burnt: mint.supplyRaw === 0n && mint.decimals === 0 && metadata !== null,
    token_info: tokenInfo(sources, facts, symbol, holding),
    ...(extensions === null ? {} : { mint_extensions: extensions }),
  }
}

function tokenInfo(
  { directory }: AssetSources,
  { id, mint, tokenProgram }: AssetFacts,
  symbol: string,
  holding?: Holding,
) {
  const priceUsd = directory.priceUsd?.(id) ?? null
  return {
    ...(symbol === '' ? {} : { symbol }),
    ...(holding === undefined ? {} : { balance: bareNumber(holding.amountRaw) }),
    supply: bareNumber(mint.supplyRaw),
    decimals: mint.decimals,
    token_program: tokenProgram,
    ...(holding === undefined ? {} : { associated_token_address: holding.address }),
    ...(mint.mintAuthority === null ? {} : { mint_authority: encodeBase58(mint.mintAuthority) }),
    ...(mint.freezeAuthority === null ? {} : { freeze_authority: encodeBase58(mint.freezeAuthority) }),
    ...(priceUsd === null
      ? {}
      : {
          price_info: {
            price_per_token: priceUsd,
            ...(holding === undefined ? {} : { total_price: priceUsd * rawToNumber(holding.amountRaw, mint.decimals) }),
            currency: 'USDC',
          },
        }),
  }
}

function mimeOf(uri: string): string {
  return /\.svg(\?|$)/.test(uri) ? 'image/svg+xml' : 'image/png'
}
