import Type, { type Static } from 'typebox'
import { compileReply } from '../runtime/reply-check.ts'
import {
  AmountText,
  ChangeText,
  Maybe,
  Nullable,
  PriceText,
  PriceUsd,
  SureShare100,
  TallyText,
  TokenDecimalsText,
  UnixMs,
  ValueText,
  ValueUsd,
} from '../runtime/reply-ranges.ts'
import { toCandle } from './candle-rows.ts'
import { readDecimal, readIsoMs, readPositive } from './decimal-text.ts'
import type { Candle, MarketSpot, PriceExtremes, ScreenedToken, TokenProfile } from './market-capabilities.ts'
import { contentUrl, webUrl } from './web-url.ts'

/** Everything the provider sends lies below `data`. */
export const ListReply = Type.Object({ data: Type.Array(Type.Unknown()) })
export const OneReply = Type.Object({ data: Type.Union([Type.Unknown(), Type.Null()]) })
export const HistoryReply = Type.Object({
  data: Type.Object({ price_history: Type.Array(Type.Unknown()) }),
})

const CandleRow = Type.Object({
  t: Nullable(UnixMs),
  o: Nullable(PriceUsd),
  h: Nullable(PriceUsd),
  l: Nullable(PriceUsd),
  c: Nullable(PriceUsd),
  v: Maybe(ValueUsd),
})
const ExtremesRow = Type.Object({
  address: Maybe(Type.String()),
  priceUSD: Maybe(PriceText),
  athUSD: Maybe(PriceText),
  atlUSD: Maybe(PriceText),
  athDate: Maybe(Type.String()),
  atlDate: Maybe(Type.String()),
})
const SpotRow = Type.Object({ price: Maybe(PriceText), price_change_24h: Maybe(ChangeText) })
const MetadataRow = Type.Object({
  name: Maybe(Type.String()),
  symbol: Maybe(Type.String()),
  rank: Maybe(TallyText),
  contracts: Maybe(Type.Array(Type.Unknown())),
  blockchains: Maybe(Type.Array(Type.Unknown())),
  decimals: Maybe(Type.Array(Nullable(TokenDecimalsText))),
  price: Maybe(PriceText),
  market_cap: Maybe(ValueText),
  liquidity: Maybe(ValueText),
  volume: Maybe(ValueText),
  total_supply: Maybe(AmountText),
  circulating_supply: Maybe(AmountText),
  max_supply: Maybe(AmountText),
  description: Maybe(Type.String()),
  logo: Maybe(Type.String()),
  twitter: Maybe(Type.String()),
  website: Maybe(Type.String()),
  discord: Maybe(Type.String()),
  telegram: Maybe(Type.String()),
  chat: Maybe(Type.String()),
  tags: Maybe(Type.Array(Type.Unknown())),
  investors: Maybe(Type.Array(Type.Unknown())),
  distribution: Maybe(Type.Array(Type.Unknown())),
})
const InvestorRow = Type.Object({
  name: Type.String(),
  type: Maybe(Type.String()),
  lead: Maybe(Type.Boolean()),
  image: Maybe(Type.String()),
  country_name: Maybe(Type.String()),
  description: Maybe(Type.String()),
})
const ShareRow = Type.Object({ name: Type.String(), percentage: SureShare100 })
/** Of the provider's 273 members, those we read. */
const TokenRow = Type.Object({
  address: Type.String(),
  chainId: Maybe(Type.String()),
  symbol: Maybe(Type.String()),
  name: Maybe(Type.String()),
  decimals: Maybe(TokenDecimalsText),
  logo: Maybe(Type.String()),
  priceUSD: Maybe(PriceText),
  marketCapUSD: Maybe(ValueText),
  liquidityUSD: Maybe(ValueText),
  volume24hUSD: Maybe(ValueText),
  holdersCount: Maybe(TallyText),
})

export type TokenRow = Static<typeof TokenRow>

export const isCandleRow = compileReply(CandleRow).matches
export const isExtremesRow = compileReply(ExtremesRow).matches
export const isSpotRow = compileReply(SpotRow).matches
export const isMetadataRow = compileReply(MetadataRow).matches
export const isTokenRow = compileReply(TokenRow).matches
const isInvestor = compileReply(InvestorRow).matches
const isShare = compileReply(ShareRow).matches

/** Times are milliseconds. */
export function readMobulaCandle(row: Static<typeof CandleRow>): Candle | null {
  return row.t === null
    ? null
    : toCandle({ tMs: row.t, open: row.o, high: row.h, low: row.l, close: row.c, volumeUsd: row.v })
}

export function toExtremes(row: Static<typeof ExtremesRow>): PriceExtremes {
  return {
    priceUsd: readPositive(row.priceUSD),
    athUsd: readPositive(row.athUSD),
    athMs: readIsoMs(row.athDate),
    atlUsd: readPositive(row.atlUSD),
    atlMs: readIsoMs(row.atlDate),
  }
}

export function toMarketSpot(row: Static<typeof SpotRow>): MarketSpot {
  return { priceUsd: readPositive(row.price), priceChange24hPct: readDecimal(row.price_change_24h) }
}

/** `contracts`, `blockchains` and `decimals` are parallel lists. */
export function toMobulaProfile(row: Static<typeof MetadataRow>, mint: string): TokenProfile {
  const at = (row.contracts ?? []).indexOf(mint)
  const chains = (row.blockchains ?? []).filter((name) => typeof name === 'string')
  return {
    mint,
    name: row.name || null,
    symbol: row.symbol || null,
    rank: readPositive(row.rank),
    decimals: at < 0 ? null : readDecimal(row.decimals?.[at]),
    description: row.description || null,
    imageUrl: contentUrl(row.logo),
    priceUsd: readPositive(row.price),
    marketCapUsd: readPositive(row.market_cap),
    liquidityUsd: readPositive(row.liquidity),
    volume24hUsd: readDecimal(row.volume),
    totalSupply: readPositive(row.total_supply),
    circulatingSupply: readPositive(row.circulating_supply),
    maxSupply: readPositive(row.max_supply),
    categories: (row.tags ?? []).filter((tag) => typeof tag === 'string'),
    investors: (row.investors ?? []).filter(isInvestor).map((investor) => ({
      name: investor.name,
      type: investor.type ?? null,
      lead: investor.lead ?? false,
      imageUrl: contentUrl(investor.image),
      country: investor.country_name ?? null,
      description: investor.description ?? null,
    })),
    distribution: (row.distribution ?? []).filter(isShare).map(({ name, percentage }) => ({ name, percentage })),
    twitterUrl: webUrl(row.twitter),
    websiteUrl: webUrl(row.website),
    discordUrl: webUrl(row.discord),
    telegramUrl: webUrl(row.telegram) ?? webUrl(row.chat),
    otherChains: [...new Set(chains.filter((name) => !/^solana/i.test(name)))],
  }
}

/** Zero means unknown in the provider's big token object; a volume of 0 may be true and stays. */
export function toScreenedToken(row: TokenRow): ScreenedToken {
  return {
    mint: row.address,
    symbol: row.symbol || null,
    name: row.name || null,
    decimals: readDecimal(row.decimals),
    priceUsd: readPositive(row.priceUSD),
    marketCapUsd: readPositive(row.marketCapUSD),
    liquidityUsd: readPositive(row.liquidityUSD),
    volume24hUsd: readDecimal(row.volume24hUSD),
    holders: readPositive(row.holdersCount),
    imageUrl: contentUrl(row.logo),
  }
}
