import Type, { type Static } from 'typebox'
import { closed, NullableInteger, NullableNumber, nullable, Text } from './shapes.ts'
import { StreamChain, StreamTrade } from './stream.ts'

/** Trades of the tape by wallet and token. Amounts ending in `Raw` are base units, `Lamports` too, both exact and as
 *  text; names without are whole units for reading. */

const RawAmount = Type.String({ description: 'Base units, exact.' })
const NullableLamports = nullable(
  Type.String({ description: 'Lamports, exact, over trades paid in SOL; null where there is none.' }),
)
const Seconds = nullable(Type.Integer({ description: 'Block time, epoch seconds.' }))

const head = {
  chain: StreamChain,
  window: closed({
    from: Type.Integer({ description: 'Epoch milliseconds. Later than asked for where one request reads no further.' }),
    to: Type.Integer({ description: 'Epoch milliseconds.' }),
    days: Type.Integer({ description: 'Days that the tape keeps.' }),
    complete: Type.Boolean({
      description:
        'Whether every trade of the window is on the tape. False where the tape began later, has a gap, lags, leaves some trades out, or holds more than one request reads.',
    }),
  }),
  source: Type.Literal('first-party'),
  cursorHead: Type.String({ description: 'Cursor after the newest event of the tape: the same as of streams.' }),
}

const HeadShape = closed(head)
export type FirstPartyHead = Static<typeof HeadShape>

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Send it as `cursor` for the trades before these; null where the window has no more.',
})
const trades = { count: Type.Integer(), trades: Type.Array(StreamTrade), nextCursor: NextCursor }

export const WalletTapeTrades = closed({ ...head, wallet: Text, ...trades })
export const TokenTapeTrades = closed({ ...head, token: Text, ...trades })

/** Identity: opening + bought - sold = closing. */
const units = {
  openingRaw: Type.String({
    description: 'Base units sold beyond what the window’s purchases left: held before, at an unknown cost.',
  }),
  boughtRaw: RawAmount,
  soldRaw: RawAmount,
  closingRaw: Type.String({ description: 'Opening, more what was bought, less what was sold.' }),
}

const money = {
  costLamports: NullableLamports,
  costUSD: Type.Number({ description: 'Paid for all purchases of known worth.' }),
  proceedsLamports: NullableLamports,
  proceedsUSD: Type.Number({ description: 'Got for all sales of known worth.' }),
  realizedLamports: NullableLamports,
  realizedUSD: nullable(
    Type.Number({ description: 'First in, first out, over sold units with a known purchase; null without one.' }),
  ),
}

export const TapePosition = closed({
  token: Text,
  decimals: Type.Integer(),
  buys: Type.Integer(),
  sells: Type.Integer(),
  ...units,
  bought: Type.Number(),
  sold: Type.Number(),
  closing: Type.Number(),
  ...money,
  avgBuyUSD: NullableNumber,
  avgSellUSD: NullableNumber,
  unrealizedUSD: nullable(
    Type.Number({
      description: 'Units held with a known cost at `lastPriceUSD`, less that cost; null of what is `thin`.',
    }),
  ),
  lastPriceUSD: nullable(
    Type.Number({
      description:
        'Of the token’s newest trades on the tape that of the last one whose pool could pay all that is held; where none could, or nothing is held, that of the last one.',
    }),
  ),
  thin: Type.Boolean({
    description:
      'What is held is worth more than there is in the pools of the token’s newest trades: it is no gain and in no sum.',
  }),
  medianHoldSecs: NullableInteger,
  firstTs: Seconds,
  lastTs: Seconds,
  basisKnown: Type.Boolean({ description: 'Whether all that was sold was bought within the window.' }),
  unpriced: Type.Integer({ description: 'Trades of unknown worth in dollars; the dollar figures leave them out.' }),
})
export type TapePosition = Static<typeof TapePosition>

export const WalletTapePnl = closed({
  ...head,
  wallet: Text,
  basis: Type.Literal('window', { description: 'Purchases of before the window have no cost here.' }),
  method: Type.Literal('fifo'),
  summary: closed({
    realizedLamports: NullableLamports,
    realizedUSD: Type.Number(),
    unrealizedUSD: Type.Number({ description: 'Without what is `thin`.' }),
    investedUSD: Type.Number(),
    proceedsUSD: Type.Number(),
    volumeUSD: Type.Number(),
    trades: Type.Integer(),
    buys: Type.Integer(),
    sells: Type.Integer(),
    tokens: Type.Integer(),
    wins: Type.Integer({ description: 'Positions with a known basis and a profit from their sales.' }),
    losses: Type.Integer(),
    winRatePct: NullableNumber,
    openingUnknown: Type.Integer({ description: 'Tokens of which more was sold than the window’s purchases left.' }),
    unpriced: Type.Integer(),
    thin: Type.Integer({ description: 'Tokens of which more is held than their pools could pay.' }),
  }),
  openingUnknown: Type.Array(
    closed({ token: Text, openingRaw: RawAmount, opening: Type.Number(), decimals: Type.Integer() }),
    {
      description:
        'Tokens of which more was sold than the window’s purchases left. Their purchase is unknown. The 200 traded last.',
    },
  ),
  count: Type.Integer(),
  positions: Type.Array(TapePosition, { description: 'Newest trade first.' }),
})
export type WalletTapePnl = Static<typeof WalletTapePnl>

export const TapeToken = closed({
  token: Text,
  decimals: Type.Integer(),
  buys: Type.Integer(),
  sells: Type.Integer(),
  boughtRaw: RawAmount,
  soldRaw: RawAmount,
  netRaw: Type.String({ description: 'Bought less sold, base units, with a sign.' }),
  net: Type.Number(),
  volumeUSD: Type.Number(),
  buyUSD: Type.Number(),
  sellUSD: Type.Number(),
  firstTs: Seconds,
  lastTs: Seconds,
})

export type TapeToken = Static<typeof TapeToken>

export const WalletTapeTokens = closed({ ...head, wallet: Text, count: Type.Integer(), tokens: Type.Array(TapeToken) })
export type WalletTapeTokens = Static<typeof WalletTapeTokens>

const Tag = nullable(Type.Boolean())
export const TapeTrader = closed({
  wallet: Text,
  buys: Type.Integer(),
  sells: Type.Integer(),
  ...units,
  net: Type.Number({ description: 'Bought less sold, whole tokens.' }),
  volumeUSD: Type.Number(),
  ...money,
  firstTs: Seconds,
  lastTs: Seconds,
  tags: closed(
    { sniper: Tag, bundler: Tag, fresh: Tag },
    'Null where nothing that this server holds establishes it. From the launch facts where a question left them behind, else from the launch on the tape.',
  ),
})
export type TapeTrader = Static<typeof TapeTrader>

export const TokenTapeTraders = closed({
  ...head,
  token: Text,
  sort: Text,
  total: Type.Integer({ description: 'Traders of the window; `count` of them are listed.' }),
  count: Type.Integer(),
  traders: Type.Array(TapeTrader),
})
export type TokenTapeTraders = Static<typeof TokenTapeTraders>

export const TokenTapeStats = closed({
  ...head,
  token: Text,
  count: Type.Integer({ description: 'Trades.' }),
  buys: Type.Integer(),
  sells: Type.Integer(),
  volumeUSD: Type.Number(),
  buyVolumeUSD: Type.Number(),
  sellVolumeUSD: Type.Number(),
  volumeLamports: NullableLamports,
  amountRaw: Type.String({ description: 'Base units that changed hands.' }),
  unpriced: Type.Integer({ description: 'Trades of unknown worth in dollars.' }),
  makers: Type.Integer(),
  buyers: Type.Integer(),
  sellers: Type.Integer(),
  newMakers: nullable(
    Type.Integer({
      description:
        'Makers without an earlier trade of the token on the tape; null where the tape holds nothing from before the window.',
    }),
  ),
  vwapUSD: nullable(
    Type.Number({ description: 'Dollars of all trades of known worth over the whole tokens of those trades.' }),
  ),
  highUSD: NullableNumber,
  lowUSD: NullableNumber,
  lastPriceUSD: NullableNumber,
  wash: closed({
    shareEstimate: nullable(
      Type.Number({ description: 'An estimate: 0 to 1 of the volume in dollars; null without volume.' }),
    ),
    trades: Type.Integer(),
    rule: Text,
  }),
  firstTs: Seconds,
  lastTs: Seconds,
})
export type TokenTapeStats = Static<typeof TokenTapeStats>

export const TapeCandle = closed({
  t: Type.Integer({ description: 'Start, epoch milliseconds.' }),
  o: Type.Number(),
  h: Type.Number(),
  l: Type.Number(),
  c: Type.Number(),
  v: Type.Number({ description: 'USD.' }),
  open: Type.Boolean({ description: 'Whether the bar is still forming: the last one only.' }),
})
export const TokenTapeCandles = closed({
  ...head,
  token: Text,
  period: Text,
  count: Type.Integer(),
  candles: Type.Array(TapeCandle, { description: 'Ascending. A bar without a trade of known price is not listed.' }),
})
export type TokenTapeCandles = Static<typeof TokenTapeCandles>
