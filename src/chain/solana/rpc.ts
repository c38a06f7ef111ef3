import type { Outcome } from '../../contract/outcome.ts'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }
export type AccountView = {
  readonly address: string
  readonly lamports: bigint
  readonly owner: string
  readonly executable: boolean
  readonly data: Uint8Array
}

/** A Solana node. Failures of the node itself carry `rpcCode`. Every call that can meet a versioned transaction asks
 *  with `maxSupportedTransactionVersion: 1`. */
export type SolanaRpc = {
  /** One call; the result is checked by the caller, who knows the method. */
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
  /** Accounts aligned with the addresses, null for missing ones; any number. */
  accounts(
    addresses: readonly string[],
    options?: { dataSlice?: { offset: number; length: number }; signal?: AbortSignal },
  ): Promise<Outcome<{ slot: number; accounts: readonly (AccountView | null)[] }>>
  programAccounts(
    program: string,
    options: {
      filters: readonly ({ dataSize: number } | { memcmp: { offset: number; bytes: string } })[]
      dataSlice?: { offset: number; length: number }
      signal?: AbortSignal
    },
  ): Promise<Outcome<readonly AccountView[]>>
  /** The node's answer to a JSON-RPC body, byte for byte. */
  relay(
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Outcome<{ readonly status: number; readonly contentType: string; readonly body: Uint8Array }>>
}
