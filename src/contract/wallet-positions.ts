import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })

const Amount = closed({
  mint: AddressSchema,
  symbol: NullableText,
  decimals: NullableInteger,
  amountRaw: Type.String({ description: 'Base units, exact.' }),
  amount: nullable(Type.Number({ description: 'Whole tokens, as near as a double comes.' })),
  priceUSD: NullableNumber,
  priceSource: nullable(
    Type.String({
      description:
        '`pool:<dex>:<address>` for the token’s best pool, `provider:<name>`, `sol-price`, or `pegged` for stablecoins of a dollar.',
    }),
  ),
  valueUSD: NullableNumber,
  thin: Type.Boolean({
    description:
      'All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total.',
  }),
})
export type PositionAmount = Static<typeof Amount>

const Range = closed(
  {
    unit: Type.Enum(['tick', 'bin', 'price']),
    lower: NullableInteger,
    upper: NullableInteger,
    current: NullableInteger,
    isInRange: Type.Boolean({ description: 'Whether its liquidity trades at the present price.' }),
    lowerPrice: NullableNumber,
    upperPrice: NullableNumber,
    currentPrice: NullableNumber,
  },
  'Prices are whole tokens of the second for one of the first.',
)

const Moment = closed({ slot: NullableInteger, timestamp: { ...NullableInteger, description: 'Seconds.' } })

const Lending = closed(
  {
    interestUntil: { ...Moment, description: 'The oldest update of the reserves: interest after it is in no amount.' },
    health: nullable(
      closed(
        {
          at: Moment,
          isStale: Type.Boolean({ description: 'The position has changed since.' }),
          collateralUSD: Type.Number(),
          debtUSD: Type.Number(),
          ltvPct: Type.Number({ description: 'Debt over collateral, without the weights of the program.' }),
          healthFactor: nullable(
            Type.Number({
              description:
                'What may be owed at most over what is owed, both with the weights of the program: liquidation below 1. Null without debts.',
            }),
          ),
        },
        'As the program last recorded it, at its own prices. Null where it keeps none, or none that is whole.',
      ),
    ),
    unread: Type.Array(Text, { description: 'What of the position is in no amount.' }),
  },
  'Of `lend` only.',
)

const Position = closed({
  kind: Type.Enum(['stake', 'liquid_stake', 'lp', 'clmm', 'dlmm', 'damm', 'lend']),
  protocol: Text,
  program: AddressSchema,
  address: Type.String({ description: 'The position’s own account; of shares the token account that holds them.' }),
  mint: nullable(Type.String({ description: 'The NFT or share token that stands for it.' })),
  pool: nullable(Type.String({ description: 'Pool, stake pool, market or vote account.' })),
  shares: nullable(Type.String({ description: 'How many shares, in base units.' })),
  tokens: Type.Array(Amount, { description: 'What a withdrawal would bring now, rounded down as the program rounds.' }),
  debts: Type.Array(Amount, { description: 'What is owed, rounded up as a repayment is.' }),
  uncollectedFees: nullable(
    Type.Array(Amount, { description: 'Fees that wait; null where fees are part of `tokens`.' }),
  ),
  range: nullable(Range),
  lockedPct: Type.Number({ minimum: 0, maximum: 100, description: 'Of `tokens`, what cannot be taken out now.' }),
  lending: nullable(Lending),
  valueUSD: nullable(
    Type.Number({
      description:
        '`tokens` less `debts`, without those that are `thin`; null where a price is unknown, something of it was not read, all of it is `thin`, or any of it is beside debts.',
    }),
  ),
  uncollectedUSD: NullableNumber,
})
export type PositionRow = Static<typeof Position>

/** Spec 4.2 `defi-positions`. */
export const PositionsReply = closed({
  wallet: AddressSchema,
  positions: Type.Array(Position),
  count: Count,
  totalValueUSD: Type.Number({ description: 'Sum of the values that are known.' }),
  totalUncollectedUSD: Type.Number({ description: 'The same of fees.' }),
  unpriced: Type.Integer({ minimum: 0, description: 'Positions whose value is in no total: it is null.' }),
  protocolsRead: Type.Array(Text, { description: 'Others are not looked for: no position of theirs is among these.' }),
  missing: Missing,
  generatedAt: EpochMs,
})
export type PositionsReply = Static<typeof PositionsReply>
