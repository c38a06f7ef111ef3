import Type, { type Static } from 'typebox'
import { parseExact } from '../../runtime/exact-json.ts'
import { compileReply } from '../../runtime/reply-check.ts'

/** What a node sends, as far as we read it; decoding it is `decode-transaction.ts`'s and the codecs' business. */

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** Lamports: a bigint when the node sent more than a double holds exactly. */
const Integer = Type.Union([Type.Number(), Type.BigInt()])

const EncodedBytes = Type.Tuple([Type.String(), Type.Literal('base64')])

export const AccountReply = Type.Object({
  /** Text when it has 16 digits and more. */
  lamports: Type.Union([Type.Number(), Type.String(), Type.BigInt()]),
  owner: Type.String(),
  executable: Type.Boolean(),
  data: EncodedBytes,
})
export type AccountReply = Static<typeof AccountReply>
export const AccountsReply = Type.Object({
  context: Type.Object({ slot: Type.Number() }),
  value: Type.Array(Nullable(AccountReply)),
})
export const ProgramAccountReply = Type.Object({ pubkey: Type.String(), account: AccountReply })

export const RawTokenBalance = Type.Object({
  accountIndex: Type.Number(),
  mint: Type.String(),
  owner: Type.Optional(Type.String()),
  programId: Type.Optional(Type.String()),
  uiTokenAmount: Type.Object({ amount: Type.String(), decimals: Type.Number() }),
})
const RawInstruction = Type.Object({
  programIdIndex: Type.Number(),
  accounts: Type.Array(Type.Number()),
  /** Base58. */
  data: Type.String(),
  stackHeight: Type.Optional(Nullable(Type.Number())),
})
export const RawTransactionMeta = Type.Object({
  err: Type.Union([Type.Null(), Type.String(), Type.Object({})]),
  fee: Integer,
  preBalances: Type.Array(Integer),
  postBalances: Type.Array(Integer),
  preTokenBalances: Type.Optional(Nullable(Type.Array(RawTokenBalance))),
  postTokenBalances: Type.Optional(Nullable(Type.Array(RawTokenBalance))),
  innerInstructions: Type.Optional(
    Nullable(Type.Array(Type.Object({ index: Type.Number(), instructions: Type.Array(RawInstruction) }))),
  ),
  logMessages: Type.Optional(Nullable(Type.Array(Type.String()))),
  loadedAddresses: Type.Optional(
    Nullable(Type.Object({ writable: Type.Array(Type.String()), readonly: Type.Array(Type.String()) })),
  ),
  computeUnitsConsumed: Type.Optional(Nullable(Type.Number())),
})
export type RawTransactionMeta = Static<typeof RawTransactionMeta>

const Version = Type.Union([Type.Literal('legacy'), Type.Number()])

const TransactionReply = Type.Object({
  slot: Type.Number(),
  blockTime: Type.Optional(Nullable(Type.Number())),
  transactionIndex: Type.Optional(Nullable(Type.Number())),
  version: Type.Optional(Version),
  transaction: EncodedBytes,
  meta: Nullable(RawTransactionMeta),
})
const BlockTransactionReply = Type.Object({
  version: Type.Optional(Version),
  transaction: EncodedBytes,
  meta: Nullable(RawTransactionMeta),
})
export const SignaturesReply = Type.Array(
  Type.Object({
    signature: Type.String(),
    slot: Type.Number(),
    err: Type.Unknown(),
    memo: Type.Optional(Nullable(Type.String())),
    blockTime: Type.Optional(Nullable(Type.Number())),
  }),
)

/** A landed transaction in base64, in the node's own words: members beyond these are passed on. */
export type RawTransaction = {
  readonly slot: number
  /** Epoch seconds. */
  readonly blockTime?: number | null
  /** Position in its block, from nodes that say it and for transactions read with their block. */
  readonly transactionIndex?: number | null
  /** Absent from nodes older than versioned transactions. */
  readonly version?: 'legacy' | number
  readonly transaction: readonly [string, 'base64']
  /** Null where the node has lost the status of an old transaction. */
  readonly meta: RawTransactionMeta | null
}
export type RawBlock = {
  readonly slot: number
  readonly blockhash: string
  readonly previousBlockhash: string
  readonly parentSlot: number
  readonly blockHeight: number | null
  readonly blockTime: number | null
  /** Votes included, so that the position in the array is the position in the block. */
  readonly transactions: readonly RawTransaction[]
}
export type SignatureRow = {
  readonly signature: string
  readonly slot: number
  /** JSON of the runtime's error, null on success. */
  readonly err: unknown
  readonly memo: string | null
  readonly blockTime: number | null
}

export const isTransaction = compileReply(TransactionReply).matches
const isBlockTransaction = compileReply(BlockTransactionReply).matches

type BlockTransaction = Static<typeof BlockTransactionReply>
/** With its position in the block. */
export type BlockRow = BlockTransaction & { readonly transactionIndex: number }

/** One element of a block's `transactions`, from its text; throws when it is not one. */
export function readBlockTransaction(text: string): BlockTransaction {
  const value = parseExact(text)
  if (!isBlockTransaction(value)) throw new TypeError('not a base64 transaction of a block')
  return value
}
