import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, NullableInteger, NullableNumber, NullableText, nullable } from './shapes.ts'

export const RELATIONS = ['funder', 'funded', 'same_funder', 'transfer', 'cotrade'] as const
export type Relation = (typeof RELATIONS)[number]

export const RelatedRow = closed({
  wallet: AddressSchema,
  relation: Type.Enum([...RELATIONS]),
  weight: Type.Integer({ minimum: 1, description: 'Transactions that show it; of `cotrade` different tokens.' }),
  direction: nullable(
    Type.Enum(['in', 'out', 'both'], {
      description: 'Of what was paid, from the side of the wallet; null of `same_funder` and `cotrade`.',
    }),
  ),
  firstTs: NullableInteger,
  lastTs: NullableInteger,
  label: nullable(closed({ name: NullableText, entity: NullableText }, 'Where a public list names the address.')),
  entityType: Type.String({
    description:
      '`wallet`; `cex`, `program`, `liquidity` and others serve strangers, are flagged as such and not expanded.',
  }),
  expandable: Type.Boolean({ description: 'False: no one’s single wallet, so that sharing it says nothing.' }),
  evidence: Type.Array(closed({ signature: SignatureSchema, slot: NullableInteger, amountSol: NullableNumber }), {
    description: 'Newest first; `amountSol` null where no SOL was paid.',
  }),
})
export type RelatedRow = Static<typeof RelatedRow>

export const WalletRelatedReply = closed({
  wallet: AddressSchema,
  count: Type.Integer({ minimum: 0 }),
  related: Type.Array(RelatedRow),
  coverage: closed({
    txScanned: Type.Integer({ minimum: 0 }),
    capped: Type.Boolean({ description: 'True: there are older transactions than were looked at.' }),
    oldestTs: NullableInteger,
    kinds: Type.Array(Type.Enum([...RELATIONS])),
  }),
  missing: Missing,
})
export type WalletRelatedReply = Static<typeof WalletRelatedReply>
