import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'
import { PositionsReply } from './wallet-positions.ts'

const NullableBoolean = nullable(Type.Boolean())

export const ProgramIntel = closed({
  program: AddressSchema,
  isProgram: Type.Boolean({ description: 'False for an account that cannot be executed, and for none.' }),
  name: NullableText,
  category: {
    ...NullableText,
    description: '`dex`, `launchpad`, `locker`, `system`, `program`; null for an unknown one.',
  },
  upgradeable: {
    ...NullableBoolean,
    description: 'Whether someone may replace the code; null where the loader does not say.',
  },
  upgradeAuthority: NullableText,
  lastDeploySlot: { ...NullableInteger, description: 'Slot in which the code was last deployed.' },
  verifiedBuild: { ...NullableBoolean, description: 'Null without a registry of builds.' },
  sizeBytes: NullableInteger,
  tvlUSD: { ...NullableNumber, description: 'Liquidity of its pairs on the tape, as far as it is known.' },
  calls24h: { ...NullableInteger, description: 'Null: no source counts them.' },
  tapeTrades24h: { ...NullableInteger, description: 'Trades of its pairs on the tape.' },
  knownRisks: Type.Array(closed({ id: Text, severity: Type.Enum(['high', 'medium', 'low']), detail: Text })),
  usedByMints: { ...NullableInteger, description: 'Different tokens among its pairs on the tape.' },
  generatedAt: EpochMs,
  missing: Missing,
})
export type ProgramIntel = Static<typeof ProgramIntel>

const row = PositionsReply.properties.positions.items.properties

export const PositionIntel = closed({
  address: AddressSchema,
  kind: Type.String({
    description: '`clmm`, `dlmm`, `damm`, `lend`, `stake`, or `unknown` for a layout that is not read.',
  }),
  protocol: NullableText,
  program: { ...NullableText, description: 'Program that owns the account; null where there is no account.' },
  owner: { ...NullableText, description: 'Who holds the NFT, or whom the account names.' },
  account: { ...NullableText, description: 'The position’s own account.' },
  mint: NullableText,
  pool: NullableText,
  pair: { ...NullableText, description: 'Symbols of the tokens, joined by a slash.' },
  tokens: row.tokens,
  debts: row.debts,
  uncollectedFees: row.uncollectedFees,
  range: row.range,
  lockedPct: NullableNumber,
  lending: row.lending,
  valueUSD: NullableNumber,
  uncollectedUSD: NullableNumber,
  apy24h: { ...NullableNumber, description: 'Null: no history of fees is kept.' },
  il: { ...NullableNumber, description: 'Null: what was put in is not read.' },
  openedAt: nullable(EpochMs),
  missing: Missing,
  generatedAt: EpochMs,
})
export type PositionIntel = Static<typeof PositionIntel>
