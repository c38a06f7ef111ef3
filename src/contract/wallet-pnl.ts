import Type, { type Static } from 'typebox'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Raw = Type.String({ pattern: '^[0-9]+$', description: 'Base units, exact.' })
const SignedRaw = Type.String({ pattern: '^-?[0-9]+$', description: 'Base units, exact.' })
const Lamports = Type.String({ pattern: '^-?[0-9]+$', description: 'Lamports, exact.' })
const described = (description: string) => nullable(Type.Number({ description }))

const Summary = closed({
  realizedUSD: described('Null where there were sales and none of them counts.'),
  unrealizedUSD: described(
    'An estimate: what is held, at present prices of its pools, less its cost. Without tokens that are worth more than there is in their pools. Null where nothing that is held has a result.',
  ),
  investedUSD: Type.Number({ description: 'All purchases of known worth, of either mode.' }),
  proceedsUSD: Type.Number({ description: 'All sales of known worth, of either mode.' }),
  realizedSol: NullableNumber,
  realizedLamports: nullable(Lamports),
  netSol: described('Realised less network fees, tips and rent (what was given back is taken off).'),
  netLamports: nullable(Lamports),
  feesSol: Type.Number({ description: 'Network fees and tips, of failed transactions too.' }),
  costs: closed({
    networkFeeLamports: Lamports,
    failedFeeLamports: Type.String({ pattern: '^[0-9]+$', description: 'Of the network fees, those of failed ones.' }),
    tipLamports: Lamports,
    rentPaidLamports: Lamports,
    rentReturnedLamports: Lamports,
  }),
  buys: Count,
  sells: Count,
  tokens: Type.Integer({ minimum: 0, description: 'Traded in the period.' }),
  wins: Type.Integer({
    minimum: 0,
    description:
      'Tokens with a known basis and a gain in SOL, or else in dollars. Dollars that were traded at par are neither.',
  }),
  losses: Count,
  winRatePct: described('Wins of wins and losses; null without either.'),
  medianHoldSecs: described('Of the lots that were sold; `average` knows no lots.'),
})

const Position = closed({
  mint: AddressSchema,
  symbol: NullableText,
  decimals: NullableInteger,
  balance: NullableNumber,
  balanceRaw: Raw,
  boughtRaw: Raw,
  soldRaw: Raw,
  unknownBasisRaw: Type.String({
    pattern: '^[0-9]+$',
    description: 'Units that ever came in without a known cost in SOL: held before, sent by others, got for dollars.',
  }),
  avgBuyUSD: described('For one whole token, over purchases of known worth.'),
  avgSellUSD: NullableNumber,
  costUSD: described('Cost of the units that were sold.'),
  proceedsUSD: described('What they brought: `realizedUSD` is `proceedsUSD` less `costUSD`.'),
  realizedUSD: NullableNumber,
  unrealizedUSD: described(
    'Null without a price or a known cost, and where the balance is worth more than there is in the pool of its price.',
  ),
  priceUSD: NullableNumber,
  roiPct: NullableNumber,
  costLamports: nullable(Lamports),
  proceedsLamports: nullable(Lamports),
  realizedLamports: nullable(Lamports),
  realizedSol: NullableNumber,
  firstTs: NullableInteger,
  lastTs: NullableInteger,
  buys: Count,
  sells: Count,
  basisKnown: Type.Boolean({ description: 'Every unit that ever came in has a known cost, in SOL or in dollars.' }),
})

const Asset = closed(
  {
    mint: AddressSchema,
    decimals: NullableInteger,
    openingRaw: SignedRaw,
    boughtRaw: SignedRaw,
    receivedRaw: SignedRaw,
    soldRaw: SignedRaw,
    sentRaw: SignedRaw,
    feesRaw: SignedRaw,
    closingRaw: SignedRaw,
    nodeRaw: Type.String({ pattern: '^[0-9]+$', description: 'What the node says is held now.' }),
    missingRaw: Type.String({
      pattern: '^-?[0-9]+$',
      description: '`nodeRaw` less `closingRaw`: what moved and was not read.',
    }),
    holds: Type.Boolean(),
  },
  'opening + bought + received - sold - sent - fees = closing. SOL is the lamports of the wallet and its wrapped SOL; its fees are network fees, tips, and rent less what was given back.',
)

export const WalletPnlReply = closed({
  wallet: AddressSchema,
  ownWallets: Type.Array(AddressSchema, { description: 'Those that were said to be of the same owner.' }),
  period: Text,
  mode: Text,
  method: Text,
  mint: nullable(AddressSchema),
  summary: Summary,
  positions: Type.Array(Position),
  positionsTotal: Count,
  identity: closed({
    holds: Type.Boolean({ description: 'For every asset, to the base unit, against what the node says is held now.' }),
    assets: Count,
    failing: Count,
    gaps: Type.Array(
      closed({
        account: AddressSchema,
        mint: AddressSchema,
        raw: SignedRaw,
        beforeSignature: nullable(SignatureSchema),
      }),
      { description: 'What moved unread: before this transaction, or (null) before now.' },
    ),
  }),
  assets: Type.Array(Asset, { description: 'Over all that was scanned, whatever the period. SOL first.' }),
  prices: closed({
    sources: Type.Array(closed({ source: Text, trades: Count }), {
      description:
        'Of the trades in the period: `par` (a dollar changed hands), `recorded` (SOL price recorded here within ten minutes), `history-5m`, `history-1h`, `history-1d` (SOL price history in such steps), `unknown`.',
    }),
    unrealized: Text,
  }),
  coverage: closed({
    txScanned: Count,
    capped: Type.Boolean({ description: 'There are older transactions than were read.' }),
    oldestTs: NullableInteger,
    newestTs: NullableInteger,
    slot: Type.Integer({ description: 'Balances and transactions are of this slot.' }),
    missing: Type.Array(Text),
  }),
  count: Count,
  generatedAt: EpochMs,
})
export type WalletPnlReply = Static<typeof WalletPnlReply>
