import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableNumber, Text } from './shapes.ts'
import { Classification, NamedWhy } from './wallet-profile.ts'

const Count = Type.Integer({ minimum: 0 })
const WRAPPED = {
  wallet: AddressSchema,
  depth: Type.Enum(['fast', 'deep']),
  generatedAt: EpochMs,
  stats: closed({
    transactions: Count,
    activeDays: Count,
    longestStreakDays: Count,
    swaps: Count,
    tokens: Count,
    volumeSol: Type.Number(),
    realizedSol: Type.Number(),
    netSol: Type.Number(),
    winRatePct: NullableNumber,
    feesSol: Type.Number(),
    favouriteDex: Text,
    busiestHourUtc: Count,
  }),
  diagnostics: closed({
    capped: Type.Boolean(),
    failedPct: Type.Number(),
    feesLostSol: Type.Number(),
    dustPct: Type.Number(),
    emptyAccounts: Count,
    recoverableSol: Type.Number(),
    unknownBasisSells: Count,
    missing: Type.Array(Text),
  }),
  classification: Classification,
}

/** Spec 2.4 wrapped. */
export const WalletWrapped = closed(WRAPPED)
export type WalletWrapped = Static<typeof WalletWrapped>

const Receipt = closed({ label: Text, value: Text, hint: Type.Optional(Text), scope: Type.Optional(Text) })
const Action = closed({
  kind: Text,
  label: Text,
  href: Text,
  reason: Text,
  potentialSavings: Type.Optional(Type.Number({ description: 'SOL.' })),
})

/** Spec 2.4 roast. */
export const WalletRoast = closed({
  ...WRAPPED,
  roast: closed({
    headline: Text,
    burns: Type.Array(Text),
    receipts: Type.Array(Receipt),
    actions: Type.Array(Action),
    lScore: Type.Integer({ minimum: 1, maximum: 99 }),
    tweetText: Type.String({ maxLength: 280 }),
  }),
  explain: Type.Optional(closed({ burns: Type.Array(NamedWhy) })),
})
export type WalletRoast = Static<typeof WalletRoast>
