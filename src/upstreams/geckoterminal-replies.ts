import Type, { type Static } from 'typebox'
import { compileReply } from '../runtime/reply-check.ts'
import { ChangeText, Maybe, PriceText, TokenDecimals, ValueText } from '../runtime/reply-ranges.ts'
import { readDecimal, readIsoMs, readPositive } from './decimal-text.ts'
import type { TokenPool, TokenProfile } from './market-capabilities.ts'
import { isSolanaAddress, SolanaAddress } from './solana-address.ts'
import { contentUrl, webUrl } from './web-url.ts'

const Relation = Maybe(Type.Object({ data: Maybe(Type.Object({ id: Type.String() })) }))

/** JSON:API: one object or a list below `data`. */
export const PoolsReply = Type.Object({ data: Type.Array(Type.Unknown()) })
export const CandlesReply = Type.Object({
  data: Type.Object({ attributes: Type.Object({ ohlcv_list: Type.Array(Type.Unknown()) }) }),
})
export const InfoReply = Type.Object({ data: Type.Union([Type.Unknown(), Type.Null()]) })

const PoolRow = Type.Object({
  id: Type.String(),
  attributes: Type.Object({
    address: SolanaAddress,
    /** Numbers are decimal text, and may be the text `NaN`. */
    base_token_price_usd: Maybe(PriceText),
    quote_token_price_usd: Maybe(PriceText),
    token_price_usd: Maybe(PriceText),
    pool_created_at: Maybe(Type.String()),
    reserve_in_usd: Maybe(ValueText),
    price_change_percentage: Maybe(Type.Object({ h24: Maybe(ChangeText) })),
    volume_usd: Maybe(Type.Object({ h24: Maybe(ValueText) })),
  }),
  relationships: Type.Object({ base_token: Relation, quote_token: Relation, dex: Relation }),
})
type PoolRow = Static<typeof PoolRow>

const InfoRow = Type.Object({
  attributes: Type.Object({
    address: SolanaAddress,
    name: Maybe(Type.String()),
    symbol: Maybe(Type.String()),
    decimals: Maybe(TokenDecimals),
    image_url: Maybe(Type.String()),
    websites: Maybe(Type.Array(Type.Unknown())),
    discord_url: Maybe(Type.String()),
    telegram_handle: Maybe(Type.String()),
    twitter_handle: Maybe(Type.String()),
    description: Maybe(Type.String()),
    categories: Maybe(Type.Array(Type.Unknown())),
  }),
})
type InfoRow = Static<typeof InfoRow>

export const isPoolRow = compileReply(PoolRow).matches
export const isInfoRow = compileReply(InfoRow).matches

/** The requested `mint` decides which side's price and change the row has. */
export function toTokenPool(row: PoolRow, mint: string): TokenPool {
  const { attributes, relationships } = row
  const baseMint = addressOf(relationships.base_token?.data?.id)
  const quoteMint = addressOf(relationships.quote_token?.data?.id)
  const ownSide = mint === quoteMint ? attributes.quote_token_price_usd : attributes.base_token_price_usd
  return {
    address: attributes.address,
    dexId: relationships.dex?.data?.id ?? '',
    baseMint,
    quoteMint,
    priceUsd: readPositive(attributes.token_price_usd) ?? readPositive(ownSide),
    // The change is the base's; of the quote nothing is said.
    priceChange24hPct: mint === quoteMint ? null : readDecimal(attributes.price_change_percentage?.h24),
    liquidityUsd: readDecimal(attributes.reserve_in_usd),
    volume24hUsd: readDecimal(attributes.volume_usd?.h24),
    createdAtMs: readIsoMs(attributes.pool_created_at),
  }
}

/** The index knows no ranks, supplies, investors or other chains. */
export function toTokenProfile({ attributes }: InfoRow): TokenProfile {
  const websites = (attributes.websites ?? []).map(webUrl).filter((url) => url !== null)
  return {
    mint: attributes.address,
    name: attributes.name ?? null,
    symbol: attributes.symbol ?? null,
    rank: null,
    decimals: attributes.decimals ?? null,
    description: attributes.description || null,
    imageUrl: contentUrl(attributes.image_url),
    priceUsd: null,
    marketCapUsd: null,
    liquidityUsd: null,
    volume24hUsd: null,
    totalSupply: null,
    circulatingSupply: null,
    maxSupply: null,
    categories: (attributes.categories ?? []).filter((name) => typeof name === 'string'),
    investors: [],
    distribution: [],
    twitterUrl: profileUrl('https://x.com/', attributes.twitter_handle),
    websiteUrl: websites[0] ?? null,
    discordUrl: webUrl(attributes.discord_url),
    telegramUrl: profileUrl('https://t.me/', attributes.telegram_handle),
    otherChains: [],
  }
}

/** Ids are `<network>_<address>`. */
function addressOf(id: string | undefined): string {
  const address = id?.slice(id.indexOf('_') + 1)
  return isSolanaAddress(address) ? address : ''
}

function profileUrl(host: string, handle: string | null | undefined): string | null {
  if (!handle) return null
  return webUrl(handle) ?? `${host}${encodeURIComponent(handle.replace(/^@/, ''))}`
}
