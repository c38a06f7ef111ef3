import Type, { type Static } from 'typebox'
import { compileReply } from '../runtime/reply-check.ts'
import {
  Amount,
  AmountText,
  ChangePct,
  Count,
  Maybe,
  PriceText,
  SureValueUsd,
  Tally,
  UnixMs,
  ValueUsd,
} from '../runtime/reply-ranges.ts'
import { agreeingCounts, agreeingVolumes } from './agreeing-windows.ts'
import type { FeedEntry, LabelledLink, Link, MarketPair, Windows } from './capabilities.ts'
import { AddressOrNull } from './solana-address.ts'
import { imageUrl, webUrl } from './web-url.ts'

/** DexScreener's rows and what they mean in our words. Source: its published reference and recorded answers; where the
 *  two differ (social links, lists documented as objects), both are read. */

/** Absent means none, so there is no null for one that cannot be: its row is left out. */
const Volumes = Type.Object({
  m5: Maybe(SureValueUsd),
  h1: Maybe(SureValueUsd),
  h6: Maybe(SureValueUsd),
  h24: Maybe(SureValueUsd),
})
const Counts = Type.Object({ buys: Maybe(Count), sells: Maybe(Count) })
const Changes = Type.Object({
  m5: Maybe(ChangePct),
  h1: Maybe(ChangePct),
  h6: Maybe(ChangePct),
  h24: Maybe(ChangePct),
})

const PairRow = Type.Object({
  chainId: Type.String(),
  dexId: Type.String(),
  url: Maybe(Type.String()),
  pairAddress: Type.String(),
  labels: Maybe(Type.Array(Type.String())),
  baseToken: Type.Object({ address: Type.String(), name: Maybe(Type.String()), symbol: Maybe(Type.String()) }),
  quoteToken: Maybe(
    Type.Object({ address: Maybe(AddressOrNull), name: Maybe(Type.String()), symbol: Maybe(Type.String()) }),
  ),
  /** Decimal text; everything else is a number. */
  priceNative: Maybe(AmountText),
  priceUsd: Maybe(PriceText),
  txns: Maybe(Type.Object({ m5: Maybe(Counts), h1: Maybe(Counts), h6: Maybe(Counts), h24: Maybe(Counts) })),
  volume: Maybe(Volumes),
  priceChange: Maybe(Changes),
  liquidity: Maybe(Type.Object({ usd: Maybe(ValueUsd), base: Maybe(Amount), quote: Maybe(Amount) })),
  fdv: Maybe(ValueUsd),
  marketCap: Maybe(ValueUsd),
  pairCreatedAt: Maybe(UnixMs),
  boosts: Maybe(Type.Object({ active: Maybe(Tally) })),
  info: Maybe(
    Type.Object({
      imageUrl: Maybe(Type.String()),
      header: Maybe(Type.String()),
      websites: Maybe(Type.Array(Type.Object({ label: Maybe(Type.String()), url: Maybe(Type.String()) }))),
      socials: Maybe(
        Type.Array(
          Type.Object({
            type: Maybe(Type.String()),
            url: Maybe(Type.String()),
            platform: Maybe(Type.String()),
            handle: Maybe(Type.String()),
          }),
        ),
      ),
    }),
  ),
})
export type PairRow = Static<typeof PairRow>
/** A pool of any chain: whether its addresses are some, its chain says. */
const ForeignPairRow = Type.Object({
  ...PairRow.properties,
  quoteToken: Maybe(
    Type.Object({ address: Maybe(Type.String()), name: Maybe(Type.String()), symbol: Maybe(Type.String()) }),
  ),
})
export type ForeignPairRow = Static<typeof ForeignPairRow>

const FeedRow = Type.Object({
  chainId: Type.String(),
  tokenAddress: Type.String(),
  icon: Maybe(Type.String()),
  header: Maybe(Type.String()),
  description: Maybe(Type.String()),
  links: Maybe(
    Type.Array(Type.Object({ type: Maybe(Type.String()), label: Maybe(Type.String()), url: Maybe(Type.String()) })),
  ),
  totalAmount: Maybe(Tally),
})
export type FeedRow = Static<typeof FeedRow>

export const isPairRow = compileReply(PairRow).matches
export const isForeignPairRow = compileReply(ForeignPairRow).matches
export const isFeedRow = compileReply(FeedRow).matches

/** `/tokens/v1` and `/token-pairs/v1` answer a bare list, searches a wrapped one that may be null. */
export const PairsReply = Type.Array(Type.Unknown())
export const WrappedPairsReply = Type.Object({ pairs: Maybe(Type.Array(Type.Unknown())) })
/** Lists, although the reference documents one object. */
export const FeedReply = Type.Union([Type.Array(Type.Unknown()), Type.Object({ tokenAddress: Type.String() })])

export const CHAIN = 'solana'
const SOCIAL_HOSTS: Readonly<Record<string, string>> = {
  twitter: 'https://x.com/',
  telegram: 'https://t.me/',
  discord: 'https://discord.gg/',
  tiktok: 'https://www.tiktok.com/@',
  instagram: 'https://www.instagram.com/',
}

export function toMarketPair(row: PairRow): MarketPair {
  const { info } = row
  return {
    dexId: row.dexId,
    pairAddress: row.pairAddress,
    url: webUrl(row.url),
    labels: row.labels ?? [],
    // Names keep their blanks: two tokens may differ by one.
    base: { address: row.baseToken.address, name: row.baseToken.name ?? '', symbol: row.baseToken.symbol ?? '' },
    quote: {
      address: row.quoteToken?.address ?? '',
      name: row.quoteToken?.name ?? '',
      symbol: row.quoteToken?.symbol ?? '',
    },
    priceUsd: decimal(row.priceUsd),
    priceNative: decimal(row.priceNative),
    // A window without a trade, or whose change rounds to 0, has no key here: which of the two is not said.
    priceChangePct: windows((window) => row.priceChange?.[window] ?? null),
    volumeUsd: agreeingVolumes(windows((window) => row.volume?.[window] ?? 0)),
    txns: agreeingCounts(
      windows((window) => ({ buys: row.txns?.[window]?.buys ?? 0, sells: row.txns?.[window]?.sells ?? 0 })),
    ),
    liquidityUsd: row.liquidity?.usd ?? null,
    liquidityBase: row.liquidity?.base ?? null,
    liquidityQuote: row.liquidity?.quote ?? null,
    marketCapUsd: row.marketCap ?? null,
    fdvUsd: row.fdv ?? null,
    pairCreatedAtMs: row.pairCreatedAt ?? null,
    boostsActive: row.boosts?.active ?? null,
    info: info
      ? {
          imageUrl: imageUrl(info.imageUrl),
          headerUrl: webUrl(info.header),
          websites: (info.websites ?? []).flatMap(({ label, url }) => website(label, url)),
          socials: (info.socials ?? []).flatMap(({ type, url, platform, handle }) =>
            social(type ?? platform, url ?? profileUrl(platform, handle)),
          ),
        }
      : null,
  }
}

/** A website has a label and no type, a social link the other way round. */
export function toFeedEntry(row: FeedRow): FeedEntry {
  const links = row.links ?? []
  return {
    mint: row.tokenAddress,
    iconUrl: webUrl(row.icon),
    headerUrl: webUrl(row.header),
    description: row.description ?? null,
    websites: links.flatMap(({ type, label, url }) => (type ? [] : website(label, url))),
    socials: links.flatMap(({ type, url }) => social(type, url)),
    boostsTotal: row.totalAmount ?? null,
  }
}

function windows<T>(read: (window: keyof Windows<unknown>) => T): Windows<T> {
  return { m5: read('m5'), h1: read('h1'), h6: read('h6'), h24: read('h24') }
}

function decimal(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function website(label: string | null | undefined, url: string | null | undefined): LabelledLink[] {
  const address = webUrl(url)
  return address === null ? [] : [{ label: label ?? 'Website', url: address }]
}

function social(type: string | null | undefined, url: string | null | undefined): Link[] {
  const address = webUrl(url)
  return address === null || !type ? [] : [{ type, url: address }]
}

function profileUrl(platform: string | null | undefined, handle: string | null | undefined): string | null {
  if (!handle) return null
  if (webUrl(handle) !== null) return handle
  const host = SOCIAL_HOSTS[platform ?? '']
  return host === undefined ? null : `${host}${encodeURIComponent(handle.replace(/^@/, ''))}`
}
