import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox'
import { BubbleMapReport } from './bubble-map.ts'
import { Tier } from './chain-catalog.ts'
import { CandleRow } from './chart.ts'
import { ExecutionReport, ProviderWord } from './evm-execution.ts'
import { TapeTrader } from './first-party.ts'
import { Missing } from './missing.ts'
import { closed, NullableEpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'
import { SwapQuote } from './swap-order.ts'
import { FullPair, SearchToken, TokenMetadataEntry, TokenPriceEntry, TrendingToken } from './token.ts'
import { TradeRow } from './trade-row.ts'
import { ActivityRow } from './wallet-activity.ts'
import { PortfolioToken } from './wallet-portfolio.ts'

/** Answers of the chain-generic surface (spec 2.8 and 4.10). Rows have the members of their Solana twins; `mint` holds
 *  the token's address on the chain. */

export const Freshness = closed(
  {
    sourceAt: nullable(
      Type.Integer({ description: 'Of the newest fact in the answer as its source dates it, epoch milliseconds.' }),
    ),
    ageMs: nullable(Type.Integer({ minimum: 0, description: 'From `sourceAt` until now.' })),
    ageUnderMs: nullable(
      Type.Integer({
        description: 'Where the source gives no times: a trade in the answer was younger than this when it was read.',
      }),
    ),
    block: nullable(Type.Integer({ description: 'Block or slot of the newest fact, where the source says it.' })),
    source: Type.String({ description: 'Provider, `tape` or `node`.' }),
    fetchedAt: Type.Integer({ description: 'When this server read it, epoch milliseconds.' }),
    stale: Type.Boolean({ description: 'The source failed and this is an older answer.' }),
  },
  'The age of the upstream data itself. Both ages are null where the source says nothing of time.',
)
export type Freshness = Static<typeof Freshness>

/** Of every 200 of the surface. */
export function surfaceReply<P extends Parameters<typeof Type.Object>[0]>(payload: P): TObject {
  return closed({ chain: Text, tier: Tier, freshness: Freshness, ...payload, missing: Missing })
}

export const ChainPair = closed({
  ...FullPair.properties,
  chainId: Type.String({ description: 'Service key of the chain.' }),
})
export type ChainPair = Static<typeof ChainPair>
export const ChainSearchToken = closed({
  ...SearchToken.properties,
  pair: closed({ chain: Text, dex: Text, address: Text, quote: Text }),
})
export type ChainSearchToken = Static<typeof ChainSearchToken>

const NewToken = closed({
  mint: Text,
  pool: Text,
  dex: Text,
  name: NullableText,
  symbol: NullableText,
  priceUsd: NullableNumber,
  liquidityUsd: NullableNumber,
  volume24h: NullableNumber,
  createdAt: NullableEpochMs,
  ageSecs: nullable(Type.Integer({ minimum: 0 })),
})
export type NewToken = Static<typeof NewToken>

const Holder = closed({
  address: Text,
  balance: nullable(Type.String({ description: 'Whole tokens, decimal text.' })),
  pct: nullable(Type.Number({ minimum: 0, maximum: 100, description: 'Of the supply.' })),
  name: NullableText,
  isContract: nullable(Type.Boolean()),
  isLocked: nullable(Type.Boolean()),
})

const SurfaceCheck = closed({
  id: Text,
  ok: nullable(Type.Boolean({ description: 'Null: the source does not say.' })),
  severity: Text,
  label: Text,
})

const Count = Type.Integer({ minimum: 0 })
const NullableAddress = nullable(Type.String())

/** What each route adds to the envelope. */
export const SURFACE_PAYLOADS = {
  nativePrice: {
    symbol: Text,
    priceUSD: Type.Number(),
    priceChange24h: nullable(Type.Number({ description: 'Percent.' })),
    wrapped: NullableAddress,
  },
  dexes: {
    count: Count,
    dexes: Type.Array(closed({ id: Text, name: Text, pools: NullableInteger, volume24hUSD: NullableNumber })),
  },
  fees: {
    unit: Text,
    low: Type.Number(),
    medium: Type.Number(),
    high: Type.Number(),
    baseFee: nullable(Type.Number({ description: 'Per signature, lamports, on Solana.' })),
    observedBlocks: Count,
    tips: nullable(
      closed(
        {
          source: Text,
          unit: Text,
          low: Type.Number(),
          medium: Type.Number(),
          high: Type.Number(),
          top: Type.Number({ description: 'More than 19 of 20 paid less.' }),
        },
        'What bundles that landed paid to validators: quartiles. Null where no source of tips answers.',
      ),
    ),
  },
  trendingTokens: {
    period: nullable(Type.String({ description: 'Null: the order is that of the source, not of one window.' })),
    count: Count,
    tokens: Type.Array(TrendingToken),
  },
  newTokens: { count: Count, tokens: Type.Array(NewToken) },
  searchTokens: { results: Type.Array(ChainSearchToken, { maxItems: 20 }) },
  prices: { count: Count, prices: Type.Record(Type.String(), TokenPriceEntry) },
  metadata: { count: Count, tokens: Type.Record(Type.String(), TokenMetadataEntry) },
  token: {
    address: Text,
    metadata: nullable(TokenMetadataEntry),
    price: nullable(TokenPriceEntry),
    pairs: Type.Array(ChainPair, { maxItems: 8, description: 'Highest 24 h volume first.' }),
  },
  tokenPools: { address: Text, count: Count, pools: Type.Array(ChainPair) },
  tokenTrades: {
    address: Text,
    count: Count,
    trades: Type.Array(TradeRow),
    cursor: nullable(Type.String({ description: 'Send it back for the rows before these; null at the end.' })),
  },
  tokenOhlcv: { address: Text, period: Text, count: Count, candles: Type.Array(CandleRow) },
  holders: {
    address: Text,
    holders: Type.Array(Holder),
    total: nullable(Type.Integer({ description: 'Holders in all, as the source counts them.' })),
    top10Pct: nullable(
      Type.Number({ description: 'Of the supply, of the ten largest listed; null where fewer are known.' }),
    ),
  },
  security: {
    address: Text,
    score: nullable(Type.Number({ minimum: 0, maximum: 100, description: 'Higher is safer; null: not decidable.' })),
    grade: nullable(Type.Enum(['safe', 'caution', 'risky', 'danger'])),
    checks: Type.Array(SurfaceCheck),
    taxes: closed({ buyPct: NullableNumber, sellPct: NullableNumber }),
    honeypot: closed({
      verdict: Type.Enum(['sellable', 'honeypot', 'unknown']),
      method: Type.Enum(['execution', 'provider'], { description: 'Whether it was tried, or is a provider’s word.' }),
      provider: NullableText,
    }),
    execution: Type.Optional(ExecutionReport),
    providerSays: Type.Optional(ProviderWord),
    disagreements: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Where execution and the provider differ; execution has the last word.',
      }),
    ),
  },
  bubblemap: { address: Text, report: BubbleMapReport },
  traders: { address: Text, sort: Text, count: Count, traders: Type.Array(TapeTrader) },
  trendingPools: { count: Count, pools: Type.Array(ChainPair) },
  newPools: { count: Count, pools: Type.Array(ChainPair) },
  pool: { pool: ChainPair },
  poolTrades: {
    pool: Text,
    count: Count,
    trades: Type.Array(TradeRow),
    cursor: nullable(Type.String()),
  },
  poolOhlcv: { pool: Text, period: Text, count: Count, candles: Type.Array(CandleRow) },
  portfolio: {
    wallet: Text,
    totalValueUSD: Type.Number(),
    tokenCount: Count,
    tokens: Type.Array(PortfolioToken),
  },
  activity: { wallet: Text, count: Count, activity: Type.Array(ActivityRow) },
  quote: { quote: SwapQuote },
  build: {
    swapTransaction: Type.String({ description: 'Base64, unsigned.' }),
    lastValidBlockHeight: NullableInteger,
  },
} as const
type Payloads = typeof SURFACE_PAYLOADS
/** The payload of a route by its name. */
export type SurfacePayload<N extends keyof Payloads> = {
  -readonly [M in keyof Payloads[N] as Payloads[N][M] extends TOptional<TSchema> ? never : M]: StaticOf<Payloads[N][M]>
} & {
  -readonly [M in keyof Payloads[N] as Payloads[N][M] extends TOptional<TSchema> ? M : never]?: StaticOf<Payloads[N][M]>
} & { missing?: string[] }
type StaticOf<S> = S extends TSchema ? Static<S> : never
