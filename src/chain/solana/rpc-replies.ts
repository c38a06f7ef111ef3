import Type, { type Static } from 'typebox'
import type { BlockHead } from '../../contract/tape-event.ts'
import { parseExact } from '../../runtime/exact-json.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import {
  Base58Text,
  BlockTimeOrNull,
  ComputeUnits,
  Count,
  Decimals,
  Lamports,
  LamportsOrText,
  Maybe,
  Nullable,
  Slot,
  U64Text,
} from '../../runtime/reply-ranges.ts'

/** What a node sends, as far as we read it; decoding it is `decode-transaction.ts`'s and the codecs' business. */

const EncodedBytes = Type.Tuple([Type.String(), Type.Literal('base64')])

export const AccountReply = Type.Object({
  /** Text when it has 16 digits and more. */
  lamports: LamportsOrText,
  owner: Base58Text,
  executable: Type.Boolean(),
  data: EncodedBytes,
})
export type AccountReply = Static<typeof AccountReply>
export const AccountsReply = Type.Object({
  context: Type.Object({ slot: Slot }),
  value: Type.Array(Nullable(AccountReply)),
})
export const ProgramAccountReply = Type.Object({ pubkey: Base58Text, account: AccountReply })

export const RawTokenBalance = Type.Object({
  accountIndex: Count,
  mint: Type.String(),
  owner: Type.Optional(Type.String()),
  programId: Type.Optional(Type.String()),
  uiTokenAmount: Type.Object({ amount: U64Text, decimals: Decimals }),
})
const RawInstruction = Type.Object({
  programIdIndex: Count,
  accounts: Type.Array(Count),
  /** Base58. */
  data: Type.String(),
  stackHeight: Maybe(Count),
})
export const RawTransactionMeta = Type.Object({
  err: Type.Union([Type.Null(), Type.String(), Type.Object({})]),
  fee: Lamports,
  preBalances: Type.Array(Lamports),
  postBalances: Type.Array(Lamports),
  preTokenBalances: Type.Optional(Nullable(Type.Array(RawTokenBalance))),
  postTokenBalances: Type.Optional(Nullable(Type.Array(RawTokenBalance))),
  innerInstructions: Type.Optional(
    Nullable(Type.Array(Type.Object({ index: Count, instructions: Type.Array(RawInstruction) }))),
  ),
  logMessages: Type.Optional(Nullable(Type.Array(Type.String()))),
  loadedAddresses: Type.Optional(
    Nullable(Type.Object({ writable: Type.Array(Type.String()), readonly: Type.Array(Type.String()) })),
  ),
  computeUnitsConsumed: Maybe(ComputeUnits),
})
export type RawTransactionMeta = Static<typeof RawTransactionMeta>

const Version = Type.Union([Type.Literal('legacy'), Count])

const TransactionReply = Type.Object({
  slot: Slot,
  blockTime: Maybe(BlockTimeOrNull),
  transactionIndex: Maybe(Count),
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
    slot: Slot,
    err: Type.Unknown(),
    memo: Maybe(Type.String()),
    blockTime: Maybe(BlockTimeOrNull),
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
export type RawBlock = BlockHead & {
  readonly blockHeight: number | null
  /** Of all that the node sent, also those that were not wanted. */
  readonly transactionCount?: number
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
