import Type, { type Static } from 'typebox'
import { AddressSchema, SignatureSchema } from './params.ts'
import { closed, NullableInteger, NullableNumber, nullable, Text } from './shapes.ts'

/* A transaction explained (spec 4.2 `transactions`, `decode-tx`). Names are those that vendors of parsed transactions
 * use; members that they do not have are marked in their descriptions. */

const RawAmount = Type.String({ pattern: '^[0-9]+$', description: 'In base units, exact.' })
const SignedRaw = Type.String({ pattern: '^-?[0-9]+$', description: 'In base units, exact.' })

const KIND =
  '`transfer`; `deposit`: what a new account must hold; `close`: all that a closed account held; `mint`, `burn`; `wrap`, `unwrap`: SOL became tokens, or tokens SOL, within one account; `withheld`: a fee of the token itself; `handover`: the account got another owner; `program`: moved by a program without an instruction of its own.'

export const TokenTransferRow = closed({
  mint: AddressSchema,
  fromUserAccount: Type.String({ description: 'Owner of the account; empty where units came to be.' }),
  toUserAccount: Type.String({ description: 'Owner of the account; empty where units ceased to be.' }),
  fromTokenAccount: Text,
  toTokenAccount: Text,
  tokenAmount: nullable(Type.Number({ description: 'In whole tokens, rounded to a double; null without decimals.' })),
  rawAmount: RawAmount,
  decimals: NullableInteger,
  kind: Type.String({ description: KIND }),
})

export const NativeTransferRow = closed({
  fromUserAccount: Type.String({ description: 'The account; empty where one end is not known.' }),
  toUserAccount: Text,
  fromOwner: Type.String({ description: 'Owner of a token account, else the account itself.' }),
  toOwner: Text,
  amount: Type.Integer({ description: 'Lamports.' }),
  kind: Type.String({ description: KIND }),
})

const SwapSide = closed({
  mint: AddressSchema,
  rawAmount: RawAmount,
  decimals: NullableInteger,
  amount: NullableNumber,
})
const SwapLegRow = closed({
  dex: Type.String({ description: 'A DEX, `amm:<name>`, or `amm:unknown:<program>`.' }),
  programId: AddressSchema,
  pool: Text,
  input: SwapSide,
  output: SwapSide,
})
export const SwapRow = closed({
  trader: AddressSchema,
  source: Type.String({ description: 'Router or DEX that was called.' }),
  programId: AddressSchema,
  input: SwapSide,
  output: SwapSide,
  leftover: Type.Array(SwapSide, { description: 'What a route left of tokens between its ends.' }),
  fees: Type.Array(SwapSide, {
    description:
      'Taken beside the pools, by routers, bots and those who sent the user. Fees of the pools are in their prices.',
  }),
  legs: Type.Array(SwapLegRow, { description: 'Empty where a router went through pools that are not read.' }),
})

export const SaleRow = closed({
  source: Type.String({ description: 'Marketplace.' }),
  programId: AddressSchema,
  buyer: nullable(AddressSchema),
  seller: nullable(AddressSchema),
  asset: nullable(
    Type.String({ description: 'Mint, or account of a Core asset; null for compressed ones, which have neither.' }),
  ),
  priceLamports: nullable(
    Type.String({
      pattern: '^[0-9]+$',
      description: 'Agreed on, before fees and royalties; null where the instruction names only a limit.',
    }),
  ),
})

const InnerInstructionRow = closed({ programId: AddressSchema, accounts: Type.Array(AddressSchema), data: Text })
const InstructionRow = closed({
  programId: AddressSchema,
  accounts: Type.Array(AddressSchema),
  data: Type.String({ description: 'Base58.' }),
  innerInstructions: Type.Array(InnerInstructionRow),
})

export const ParsedTransaction = closed({
  signature: SignatureSchema,
  slot: Type.Integer(),
  timestamp: nullable(Type.Integer({ description: 'Epoch seconds of the block.' })),
  type: Type.String({ description: '`UNKNOWN` where nothing more is certain; what moved is shown all the same.' }),
  source: Type.String({
    description: 'Program that it was made with, by its operator; `UNKNOWN` for one without a name.',
  }),
  description: Type.String({ description: 'One sentence. Tokens are named by mint, never by text of their issuer.' }),
  fee: Type.Integer({ description: 'Lamports.' }),
  priorityFee: Type.Integer({ description: 'Lamports: what `fee` is above the base of its signatures.' }),
  feePayer: AddressSchema,
  tip: Type.Integer({ description: 'Lamports that went to block engines for its place in the block.' }),
  tokenTransfers: Type.Array(TokenTransferRow),
  nativeTransfers: Type.Array(NativeTransferRow, {
    description:
      'Lamports. With `fee` and the transfers of wrapped SOL, which carry lamports too, they are all that the balances changed by.',
  }),
  instructions: Type.Array(InstructionRow),
  events: closed({
    swaps: Type.Array(SwapRow),
    sales: Type.Array(SaleRow, { description: 'Pictures and other single things that marketplaces sold.' }),
  }),
  balanceChanges: Type.Array(
    closed({ owner: AddressSchema, mint: nullable(AddressSchema), rawAmount: SignedRaw, decimals: NullableInteger }),
    { description: 'By owner, the fee included; `mint` null for SOL, wrapped SOL among it.' },
  ),
  partial: Type.Boolean({ description: 'True: something moved of which one end is not known.' }),
  transactionError: nullable(
    closed({
      error: Type.String({ description: '`token:<name>`, `program:<id>:<code>` or `runtime:<name>`.' }),
      inWords: Type.String({ description: 'Why it failed, in plain words where the code is known.' }),
    }),
  ),
})
export type ParsedTransaction = Static<typeof ParsedTransaction>

export const ParsedTransactionsReply = closed({
  count: Type.Integer({ minimum: 0 }),
  transactions: Type.Array(ParsedTransaction),
})
export type ParsedTransactionsReply = Static<typeof ParsedTransactionsReply>

export const WalletTransactionsReply = closed({
  count: Type.Integer({ minimum: 0 }),
  transactions: Type.Array(ParsedTransaction, { description: 'Newest first, failed ones left out.' }),
  nextBefore: nullable(
    Type.String({ description: '`before` of the next page; null at the end of what the node has.' }),
  ),
})
export type WalletTransactionsReply = Static<typeof WalletTransactionsReply>
