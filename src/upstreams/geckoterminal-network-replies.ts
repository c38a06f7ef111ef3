import Type, { type Static } from 'typebox'
import { compileReply } from '../runtime/reply-check.ts'
import { AmountText, ChangeText, Count, Maybe, PriceText, TokenDecimals, ValueText } from '../runtime/reply-ranges.ts'
import { agreeingCounts, agreeingVolumes } from './agreeing-windows.ts'
import type { MarketPair, TokenRef, Windows } from './capabilities.ts'
import type { ChainToken, ChainTrade, ProviderChain } from './chain-capabilities.ts'
import { readDecimal, readIsoMs, readPositive } from './decimal-text.ts'
import { contentUrl } from './web-url.ts'

/* Rows of GeckoTerminal on any network. Numbers are decimal text, and may be the text `NaN`. Source: the provider's
 * OpenAPI file and recorded answers. */

const Relation = Maybe(Type.Object({ data: Maybe(Type.Object({ id: Type.String() })) }))
const Counts = Type.Object({ buys: Maybe(Count), sells: Maybe(Count) })

/** `included` holds the tokens that the rows name, where it was asked for. */
export const NetworkPoolsReply = Type.Object({
  data: Type.Array(Type.Unknown()),
  included: Maybe(Type.Array(Type.Unknown())),
})
export const NetworkPoolReply = Type.Object({
  data: Type.Union([Type.Unknown(), Type.Null()]),
  included: Maybe(Type.Array(Type.Unknown())),
})
export const RowsReply = Type.Object({ data: Type.Array(Type.Unknown()) })
/** Null in place of a list stands for a pool that is not known. */
export const TradesReply = Type.Object({ data: Type.Union([Type.Array(Type.Unknown()), Type.Null()]) })

const NetworkPool = Type.Object({
  attributes: Type.Object({
    address: Type.String(),
    name: Maybe(Type.String()),
    base_token_price_usd: Maybe(PriceText),
    base_token_price_quote_token: Maybe(AmountText),
    pool_created_at: Maybe(Type.String()),
    fdv_usd: Maybe(ValueText),
    market_cap_usd: Maybe(ValueText),
    reserve_in_usd: Maybe(ValueText),
    price_change_percentage: Maybe(
      Type.Object({ m5: Maybe(ChangeText), h1: Maybe(ChangeText), h6: Maybe(ChangeText), h24: Maybe(ChangeText) }),
    ),
    transactions: Maybe(Type.Object({ m5: Maybe(Counts), h1: Maybe(Counts), h6: Maybe(Counts), h24: Maybe(Counts) })),
    volume_usd: Maybe(
      Type.Object({ m5: Maybe(ValueText), h1: Maybe(ValueText), h6: Maybe(ValueText), h24: Maybe(ValueText) }),
    ),
  }),
  relationships: Type.Object({ base_token: Relation, quote_token: Relation, dex: Relation }),
})
type NetworkPool = Static<typeof NetworkPool>

const NetworkToken = Type.Object({
  id: Maybe(Type.String()),
  attributes: Type.Object({
    address: Type.String(),
    name: Maybe(Type.String()),
    symbol: Maybe(Type.String()),
    decimals: Maybe(TokenDecimals),
    image_url: Maybe(Type.String()),
    /** Base units; beyond what a number holds it counts as null. */
    total_supply: Maybe(Type.String()),
    normalized_total_supply: Maybe(AmountText),
    price_usd: Maybe(PriceText),
    fdv_usd: Maybe(ValueText),
    market_cap_usd: Maybe(ValueText),
    total_reserve_in_usd: Maybe(ValueText),
    volume_usd: Maybe(Type.Object({ h24: Maybe(ValueText) })),
  }),
})
type NetworkToken = Static<typeof NetworkToken>

/** Hex, base58 or base64: clients build links from it. */
const TransactionId = Type.String({ pattern: '^[\\w+/=:-]{16,128}$' })

const NetworkTrade = Type.Object({
  attributes: Type.Object({
    block_number: Maybe(Count),
    block_timestamp: Maybe(Type.String()),
    tx_hash: TransactionId,
    tx_from_address: Maybe(Type.String()),
    from_token_address: Maybe(Type.String()),
    to_token_address: Maybe(Type.String()),
    from_token_amount: Maybe(AmountText),
    to_token_amount: Maybe(AmountText),
    price_from_in_usd: Maybe(PriceText),
    price_to_in_usd: Maybe(PriceText),
    volume_in_usd: Maybe(ValueText),
    kind: Type.Enum(['buy', 'sell']),
  }),
})
type NetworkTrade = Static<typeof NetworkTrade>

const DexRow = Type.Object({ id: Type.String(), attributes: Type.Object({ name: Maybe(Type.String()) }) })
export type DexRow = Static<typeof DexRow>

export const isNetworkPool = compileReply(NetworkPool).matches
export const isNetworkToken = compileReply(NetworkToken).matches
export const isNetworkTrade = compileReply(NetworkTrade).matches
export const isDexRow = compileReply(DexRow).matches

/** Null where the pool or its base is no address of the chain, or the base is paid with itself. Names come from `included`, else from the pool's own name
 *  (`WETH / USDC 0.05%`), which holds symbols. */
export function toNetworkPair(
  chain: ProviderChain,
  { attributes, relationships }: NetworkPool,
  tokens: ReadonlyMap<string, NetworkToken>,
): MarketPair | null {
  const pairAddress = chain.readPool(attributes.address)
  const symbols = (attributes.name ?? '').replace(/ [\d.]+%$/, '').split(' / ')
  const base = tokenRef(chain, relationships.base_token?.data?.id, symbols[0], tokens)
  const quote = tokenRef(chain, relationships.quote_token?.data?.id, symbols[1], tokens)
  if (pairAddress === null || base.address === '' || base.address === quote.address) return null
  return {
    dexId: relationships.dex?.data?.id ?? '',
    pairAddress,
    url: null,
    labels: [],
    base,
    quote,
    priceUsd: readPositive(attributes.base_token_price_usd),
    priceNative: readPositive(attributes.base_token_price_quote_token),
    priceChangePct: windows((window) => readDecimal(attributes.price_change_percentage?.[window])),
    volumeUsd: agreeingVolumes(windows((window) => readDecimal(attributes.volume_usd?.[window]))),
    txns: agreeingCounts(windows((window) => countsOf(attributes.transactions?.[window]))),
    liquidityUsd: readDecimal(attributes.reserve_in_usd),
    liquidityBase: null,
    liquidityQuote: null,
    marketCapUsd: readPositive(attributes.market_cap_usd),
    fdvUsd: readPositive(attributes.fdv_usd),
    pairCreatedAtMs: readIsoMs(attributes.pool_created_at),
    boostsActive: null,
    info: null,
  }
}

export function toChainToken(chain: ProviderChain, { attributes }: NetworkToken): ChainToken | null {
  const address = chain.readAddress(attributes.address)
  if (address === null) return null
  return {
    address,
    name: attributes.name ?? null,
    symbol: attributes.symbol ?? null,
    decimals: attributes.decimals ?? null,
    imageUrl: contentUrl(attributes.image_url),
    totalSupply: readPositive(attributes.normalized_total_supply),
    priceUsd: readPositive(attributes.price_usd),
    marketCapUsd: readPositive(attributes.market_cap_usd),
    fdvUsd: readPositive(attributes.fdv_usd),
    liquidityUsd: readDecimal(attributes.total_reserve_in_usd),
    volume24hUsd: readDecimal(attributes.volume_usd?.h24),
  }
}

/** `kind` is that of the pool's base; seen from the asked token a trade that gives it away is a sale. Null for a trade
 *  that does not move the asked token. */
export function toChainTrade(
  chain: ProviderChain,
  { attributes }: NetworkTrade,
  token: string | null,
): ChainTrade | null {
  const from = chain.readAddress(attributes.from_token_address ?? '')
  const to = chain.readAddress(attributes.to_token_address ?? '')
  const moves = (address: string | null) => token !== null && address !== null && chain.isSame(token, address)
  if (token !== null && !moves(from) && !moves(to)) return null
  const own = moves(from) ? 'sell' : moves(to) ? 'buy' : attributes.kind
  const [price, amount] =
    own === 'sell'
      ? [attributes.price_from_in_usd, attributes.from_token_amount]
      : [attributes.price_to_in_usd, attributes.to_token_amount]
  return {
    signature: attributes.tx_hash,
    tMs: readIsoMs(attributes.block_timestamp),
    side: own,
    amountUsd: readDecimal(attributes.volume_in_usd),
    priceUsd: readPositive(price),
    amount: readPositive(amount),
    sender: chain.readAddress(attributes.tx_from_address ?? ''),
    platform: null,
    block: attributes.block_number ?? null,
  }
}

function windows<T>(read: (window: keyof Windows<unknown>) => T): Windows<T> {
  return { m5: read('m5'), h1: read('h1'), h6: read('h6'), h24: read('h24') }
}

function countsOf(counts: Static<typeof Counts> | null | undefined) {
  if (counts?.buys == null || counts.sells == null) return null
  return { buys: counts.buys, sells: counts.sells }
}

/** Ids are `<network>_<address>`. */
function tokenRef(
  chain: ProviderChain,
  id: string | undefined,
  symbol: string | undefined,
  tokens: ReadonlyMap<string, NetworkToken>,
): TokenRef {
  const known = id === undefined ? undefined : tokens.get(id)?.attributes
  const address = id?.startsWith(`${chain.id}_`) ? chain.readAddress(id.slice(chain.id.length + 1)) : null
  return { address: address ?? '', name: known?.name ?? '', symbol: known?.symbol ?? symbol ?? '' }
}
