import Type, { type Static } from 'typebox'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Raw = Type.String({ pattern: '^-?[0-9]+$', description: 'Base units, exact.' })
const BaseUnits = (description: string) =>
  Type.Number({ description: `${description} In base units of \`quoteMint\`; \`…Raw\` is exact.` })

const Event = closed({
  signature: Type.String({ ...SignatureSchema, description: 'Of the wallet’s own swap.' }),
  slot: Type.Integer(),
  timestamp: NullableInteger,
  confidence: Type.Enum(['high', 'low'], {
    description:
      '`high`: the swap was computed again on the pool’s state without the front run, by maths that gave every trade around it to the base unit. `low`: only the pattern says so.',
  }),
  reason: nullable(Type.String({ description: 'Why it is `low`.' })),
  dex: Text,
  pool: Text,
  side: Type.Enum(['buy', 'sell']),
  baseMint: AddressSchema,
  quoteMint: AddressSchema,
  quoteDecimals: NullableInteger,
  attacker: AddressSchema,
  attackers: Type.Array(AddressSchema, { description: 'Wallets that traded or paid fees for it.' }),
  frontRuns: Type.Array(SignatureSchema),
  backRuns: Type.Array(SignatureSchema),
  slotsApart: Type.Integer({ minimum: 0, description: 'From the first front run to the last back run; 0: one block.' }),
  inputMint: AddressSchema,
  inRaw: Raw,
  outRaw: Raw,
  fairInRaw: nullable(Raw),
  fairOutRaw: nullable(Raw),
  victimLossQuote: nullable(
    BaseUnits(
      'A sale brought so much less. Of a purchase, the share of the payment that the missing tokens are of those that it should have bought.',
    ),
  ),
  victimLossQuoteRaw: nullable(Raw),
  victimLossBaseRaw: nullable(
    Type.String({ pattern: '^[0-9]+$', description: 'Tokens that a purchase went without.' }),
  ),
  attackerProfitQuote: BaseUnits(
    'After fees of the pool, before network fees and tips; below zero where the attack did not pay.',
  ),
  attackerProfitQuoteRaw: Raw,
  extraSlippagePct: NullableNumber,
})

/** Spec 2.4 sandwich rollup, with the wallet. */
export const SandwichesReply = closed({
  wallet: AddressSchema,
  swapsScanned: Type.Integer({ minimum: 0, description: 'The newest swaps of the wallet.' }),
  providerFlagged: Type.Integer({
    minimum: 0,
    description: 'Swaps with the pattern of a sandwich around them. The node answers: no provider is asked.',
  }),
  analysed: Type.Integer({ minimum: 0, description: 'Of those, the ones that were computed again.' }),
  confirmed: Type.Integer({ minimum: 0, description: 'Events of high confidence.' }),
  totalVictimLossQuote: Type.Number({
    description: 'Lamports: over confirmed events in pools quoted in SOL. `totals` has every quote.',
  }),
  totalVictimLossLamports: Raw,
  totals: Type.Array(closed({ quoteMint: AddressSchema, victimLossRaw: Raw, attackerProfitRaw: Raw, events: Count })),
  events: Type.Array(Event, { description: 'Newest first.' }),
  coverage: closed({
    txScanned: Count,
    unread: Type.Integer({ minimum: 0, description: 'Swaps of which the node does not show what stands around them.' }),
    slotsAround: Count,
    missing: Type.Array(Text),
  }),
  note: NullableText,
  generatedAt: EpochMs,
})
export type SandwichesReply = Static<typeof SandwichesReply>
