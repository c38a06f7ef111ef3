import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableText, nullable } from './shapes.ts'

/** Spec 2.4 NFT entry. */
const Nft = closed({
  mint: Type.String({ description: 'The mint; of Core assets and compressed ones the asset’s id.' }),
  name: NullableText,
  symbol: NullableText,
  image: nullable(Type.String({ description: 'As its maker wrote it; null where no asset index is configured.' })),
  collection: nullable(AddressSchema),
  compressed: Type.Boolean(),
  interface: Type.String({
    description: 'In the words of the Digital Asset Standard: `V1_NFT`, `MplCoreAsset` and so on.',
  }),
})

export const NftsReply = closed({
  wallet: AddressSchema,
  page: Type.Integer({ minimum: 1 }),
  limit: Type.Integer({ minimum: 1 }),
  nfts: Type.Array(Nft),
  count: Type.Integer({ minimum: 0, description: 'Of this page, after fungible assets were left out.' }),
  total: {
    ...NullableInteger,
    description: 'All assets that the index counts, fungible ones among them; null where it does not say.',
  },
  source: Type.Enum(['das', 'node']),
  compressedNfts: Type.Enum(['included', 'not_established'], {
    description: '`not_established`: without an asset index no one can list compressed NFTs of a wallet.',
  }),
  missing: Missing,
  generatedAt: EpochMs,
})
export type NftsReply = Static<typeof NftsReply>
