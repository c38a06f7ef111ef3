/** A landed transaction as every decoder sees it, whatever encoding the node answered in. */
export type TokenBalance = {
  readonly accountIndex: number
  readonly mint: string
  /** Null in records older than December 2022. */
  readonly owner: string | null
  readonly programId: string | null
  readonly amountRaw: bigint
  readonly decimals: number
}

export type ChainInstruction = {
  readonly programId: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
  /** The same in base58, where the record spelled it so. */
  readonly dataBase58?: string
  /** 1 at top level; null when an old record does not say. */
  readonly stackHeight: number | null
}

/** Null members where the message leaves one out. */
export type MessageBudget = {
  readonly priorityFeeLamports: bigint | null
  readonly computeUnitLimit: number | null
}

export type ChainTransaction = {
  readonly signature: string
  readonly slot: number
  readonly blockTimeSec: number | null
  /** Position in its block; null when it was read on its own. */
  readonly indexInBlock: number | null
  readonly version: 'legacy' | 0 | 1
  readonly feeLamports: bigint
  readonly feePayer: string
  /** JSON of the runtime's error, null on success. */
  readonly err: unknown
  readonly signers: readonly string[]
  /** Address lookup tables the message loads from, in its order. */
  readonly lookupTables: readonly string[]
  /** What a version 1 message says of its budget; null for the others, which say it by instructions. */
  readonly budget: MessageBudget | null
  /** Static keys, then loaded writable, then loaded read-only: the index space of every `accountIndex`. */
  readonly accountKeys: readonly string[]
  readonly writable: readonly boolean[]
  readonly instructions: readonly ChainInstruction[]
  /** Aligned with `instructions`; empty where none were recorded. */
  readonly innerInstructions: readonly (readonly ChainInstruction[])[]
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  readonly logs: readonly string[]
  readonly computeUnits: number | null
}
