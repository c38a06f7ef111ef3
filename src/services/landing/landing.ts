import type { RawTransaction } from '../../chain/solana/rpc.ts'

/** A durable nonce that a transaction lives on instead of a blockhash. */
export type DurableNonce = { readonly account: string; readonly value: string }

export type LandInput = {
  /** Signed; null when the bytes are lost: then it is only looked for. */
  readonly wire: Uint8Array | null
  /** Its first, base58. */
  readonly signature: string
  /** Of its blockhash; null when not known (then 150 blocks from the first look at the height). Ignored with a
   *  nonce. */
  readonly lastValidBlockHeight: number | null
  readonly nonce?: DurableNonce | undefined
  /** Goes to the block engine first, and the public way only when that does not take it or drops it. */
  readonly bundle: boolean
  /** How long the caller waits, from the call on. The transaction is followed to its end all the same. */
  readonly deadlineMs: number
  /** It was sent before, maybe by a process that has died, at this time: the chain is asked before anything is sent. */
  readonly sentBeforeMs?: number | undefined
}

export type SubmittedVia = 'jito_bundle' | 'swqos' | 'fallback_rpc'

/** On the chain and confirmed, executed or failed there. */
export type Landed = {
  readonly status: 'landed'
  readonly signature: string
  readonly slot: number
  /** JSON of the runtime's error, null on success. */
  readonly err: unknown
  readonly logs: readonly string[]
  /** Null when the node did not have the record in time. */
  readonly feeLamports: bigint | null
  readonly transaction: RawTransaction | null
  readonly confirmMethod: 'subscription' | 'polling'
  readonly submittedVia: SubmittedVia
  readonly bundleId: string | null
  /** From the call to the first taker; 0 when it had been sent before. */
  readonly sendMs: number
  /** From the first taker to the confirmation. */
  readonly confirmMs: number
}

/** It did nothing and never will: its blockhash is dead (or its nonce used) and the chain, its history included, does not
 *  have the signature; or a block has it and it was never executed (SIMD-0290). */
export type NotLanded = {
  readonly status: 'not_landed'
  readonly signature: string
  readonly reason: string
  readonly submittedVia: SubmittedVia | null
  readonly bundleId: string | null
}

/** Not known yet. */
export type PendingLanding = {
  readonly status: 'pending'
  readonly signature: string
  readonly reason: string
  readonly submittedVia: SubmittedVia | null
  readonly bundleId: string | null
  readonly sendMs: number | null
}

export type Landing = Landed | NotLanded | PendingLanding
