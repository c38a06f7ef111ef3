import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import type { JsonRpc } from '../../runtime/json-rpc.ts'
import { accountReads } from './rpc-accounts.ts'
import { type CallOptions, replyBytesOf, timed } from './rpc-call.ts'
import type { RawBlock, RawTransaction, SignatureRow } from './rpc-replies.ts'
import { transactionReads } from './rpc-transactions.ts'

export { type CallOptions, COMMITMENT } from './rpc-call.ts'
export type { RawBlock, RawTransaction, SignatureRow } from './rpc-replies.ts'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }
export type AccountsOptions = {
  readonly dataSlice?: { readonly offset: number; readonly length: number }
  readonly accountBytes?: number
  readonly signal?: AbortSignal
}
export type AccountView = {
  readonly address: string
  readonly lamports: bigint
  readonly owner: string
  readonly executable: boolean
  /** May be a view on a block that other accounts share: copy before transferring or changing it. */
  readonly data: Uint8Array
}

/** A Solana node. Failures of the node itself carry `rpcCode`. Every call that can meet a versioned transaction asks
 *  with `maxSupportedTransactionVersion: 1`. */
export type SolanaRpc = {
  /** One call; the result is checked by the caller, who knows the method. Integers past 2^53 are rounded. */
  call<T>(
    method: string,
    params: readonly unknown[],
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Outcome<T>>
  /** Several calls in as few requests as the node takes; outcomes aligned with the calls. */
  callMany<T>(
    calls: readonly RpcCall[],
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<readonly Outcome<T>[]>
  /** Accounts aligned with the addresses, null for missing ones; any number. `slot` is the oldest of the answers.
   *  `accountBytes`: what each holds at most (`NODE_REPLY_BYTES.account` by default). */
  accounts(
    addresses: readonly string[],
    options?: AccountsOptions,
  ): Promise<Outcome<{ slot: number; accounts: readonly (AccountView | null)[] }>>
  programAccounts(
    program: string,
    options: {
      filters: readonly ({ dataSize: number } | { memcmp: { offset: number; bytes: string } })[]
      dataSlice?: { offset: number; length: number }
      signal?: AbortSignal
    },
  ): Promise<Outcome<readonly AccountView[]>>
  /** All token accounts of a wallet under one token program, in the node's order: one call, read row by row. */
  tokenAccounts(
    owner: string,
    program: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Outcome<readonly AccountView[]>>
  /** Null when the node does not know it (yet) at this commitment. */
  transaction(signature: string, options?: CallOptions): Promise<Outcome<RawTransaction | null>>
  /** Outcomes aligned with the signatures. */
  transactions(signatures: readonly string[], options?: CallOptions): Promise<readonly Outcome<RawTransaction | null>[]>
  /** Newest first, at most 1,000 (the default); `before` and `until` are signatures, exclusive. A cursor of another
   *  node fails with -32020. */
  signaturesOf(
    address: string,
    options?: CallOptions & { readonly limit?: number; readonly before?: string; readonly until?: string },
  ): Promise<Outcome<readonly SignatureRow[]>>
  /** The newest of each address, in as few requests as the node takes; outcomes aligned with the addresses. */
  signaturesOfMany(
    addresses: readonly string[],
    options: CallOptions & { readonly limit: number },
  ): Promise<readonly Outcome<readonly SignatureRow[]>[]>
  /** Null for a slot without a block; fails for one that does not hold together (`block-collector.ts`). `wants` looks
   *  at the text of each transaction; those it does not want are left out unparsed, and the others keep their position
   *  in the block. */
  block(
    slot: number,
    options?: CallOptions & { readonly wants?: (transactionText: string) => boolean },
  ): Promise<Outcome<RawBlock | null>>
  /** The node's answer to a JSON-RPC body, byte for byte, a long one while it arrives and cut after `maxBytes`. */
  relay(
    body: Uint8Array,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal },
  ): Promise<Outcome<Relayed>>
}

export function createSolanaRpc(node: JsonRpc): SolanaRpc {
  return {
    async call<T>(method: string, params: readonly unknown[], options: CallOptions = {}) {
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(method) }
      return (await node.call({ method, params }, bounds)) as Outcome<T>
    },
    async callMany<T>(calls: readonly RpcCall[], options: CallOptions = {}) {
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(...calls.map(({ method }) => method)) }
      return (await node.callMany(calls, bounds)) as Outcome<T>[]
    },
    ...accountReads(node),
    ...transactionReads(node),
    relay: (body, options) => node.relay(body, { timeoutMs: TIMEOUTS.rpcMs, ...options }),
  }
}
