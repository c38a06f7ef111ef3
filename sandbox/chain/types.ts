import type { ChainRecord } from './chain-record.ts'

/** What the parts of the sandbox see of its chain. Addresses, signatures and hashes are base58 text. */

export type AccountState = {
  readonly lamports: bigint
  readonly owner: string
  readonly data: Uint8Array
  readonly executable: boolean
}

export type TokenBalanceRow = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly amountRaw: bigint
  readonly decimals: number
}

export type InnerInstruction = {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

/** A transaction as the ledger holds it. `wire` is what the sender signed: emulated instructions keep their genuine
 *  data. */
export type ExecutedTransaction = {
  readonly signature: string
  readonly slot: number
  readonly indexInBlock: number
  /** Which block of its slot it is in, absent for the first. */
  readonly bank?: number
  readonly wire: Uint8Array
  readonly version: 'legacy' | 0 | 1
  /** Static keys of the message; `loadedAddresses` follow them in every index space. */
  readonly accountKeys: readonly string[]
  readonly loadedAddresses: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  /** JSON form of the runtime's TransactionError, null on success. */
  readonly err: unknown
  /** In the block and never executed (SIMD-0290): no fee, no log, no change. */
  readonly isNoOp?: true
  readonly feeLamports: bigint
  readonly computeUnits: bigint
  readonly logs: readonly string[]
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalanceRow[]
  readonly postTokenBalances: readonly TokenBalanceRow[]
  readonly innerInstructions: readonly { readonly index: number; readonly instructions: readonly InnerInstruction[] }[]
  readonly returnData: { readonly programId: string; readonly data: Uint8Array } | null
}

export type Block = {
  readonly slot: number
  /** Which block of its slot it is, absent for the first. */
  readonly bank?: number
  readonly parentSlot: number
  readonly blockHeight: number
  readonly blockhash: string
  readonly previousBlockhash: string
  readonly blockTimeSec: number
  readonly transactions: readonly ExecutedTransaction[]
}

/** Why a transaction did not land, with the JSON-RPC code a node would give (-32002, -32003, -32602, ...). */
export type SendFailure = {
  readonly ok: false
  readonly code: number
  readonly message: string
  readonly err: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
}
export type SendResult =
  | { readonly ok: true; readonly signature: string; readonly transaction: ExecutedTransaction }
  | SendFailure

export type BundleResult =
  | { readonly ok: true; readonly executed: readonly ExecutedTransaction[] }
  /** `failedAt`: which of them failed; null when they were not accepted together. */
  | { readonly ok: false; readonly failedAt: number | null; readonly message: string }

export type Simulation = {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  readonly feeLamports: bigint
  readonly returnData: ExecutedTransaction['returnData']
  readonly innerInstructions: ExecutedTransaction['innerInstructions']
  /** Writable accounts after the run; null when it failed. */
  readonly postAccounts: ReadonlyMap<string, AccountState | null> | null
}

/** The certificate of the block at which the chain moved to Alpenglow. */
export type ConsensusSwitch = { readonly slot: number; readonly blockhash: string }

export type ChainEvents = {
  /** A slot began (its block is open). */
  slot: (slot: number, parent: number, root: number) => void
  /** A block was sealed: `confirmed`. */
  block: (block: Block) => void
  /** A block became final. */
  root: (slot: number) => void
  /** A transaction was executed in the open block: `processed`. */
  transaction: (transaction: ExecutedTransaction) => void
  /** An account changed in the open block. */
  account: (address: string, state: AccountState | null, slot: number) => void
  /** Blocks were taken away by a fork, newest first. */
  dropped: (blocks: readonly Block[]) => void
}

/** The Solana runtime of the sandbox: one LiteSVM instance behind strict parsing, with its own ledger, blockhash ring,
 *  duplicate check and account indexes. Everything is synchronous. */
export type SandboxChain = {
  readonly genesisHash: string
  /** The open slot. */
  slot(): number
  /** Newest sealed and newest final slot. */
  confirmedSlot(): number
  finalizedSlot(): number
  blockHeight(): number
  unixTimeSec(): number
  account(address: string): AccountState | null
  /** World building and control only: writes state without a transaction; null removes the account. */
  setAccount(address: string, state: AccountState | null): void
  minimumBalanceLamports(dataBytes: number): bigint
  latestBlockhash(commitment?: 'processed' | 'confirmed' | 'finalized'): {
    readonly blockhash: string
    readonly lastValidBlockHeight: number
  }
  isBlockhashValid(blockhash: string): boolean
  /** Checks (codec, size, signatures, blockhash or nonce, duplicates), executes in the open block, records. A failed
   *  execution lands (`ok: true` with `transaction.err`) when `skipPreflight`, else it is refused as -32002. */
  /** `trustUnsigned` is for the world only and must never be reachable from outside: signatures that are all zero are
   *  taken as given and replaced by bytes derived from the message. So is `trustSigned`: the caller has just made the
   *  signatures with its own keys, and they are not checked again. */
  send(
    wire: Uint8Array,
    options?: { skipPreflight?: boolean; trustUnsigned?: boolean; trustSigned?: boolean },
  ): SendResult
  /** Executes transactions in order in the open block, all or none: a failure, or `accepts` saying no to what they did
   *  together, leaves no trace. */
  sendBundle(wires: readonly Uint8Array[], accepts: (executed: readonly ExecutedTransaction[]) => boolean): BundleResult
  simulate(
    wire: Uint8Array,
    options?: { sigVerify?: boolean; replaceRecentBlockhash?: boolean },
  ): Simulation | SendFailure
  /** Seals the open block and opens the next slot; the clock moves by `elapsedMs` (default: one slot time). */
  advanceSlot(elapsedMs?: number): void
  /** Seals the open block and opens another one of the same slot, on top of it; only after the switch to Alpenglow. */
  addBank(): void
  /** From the newest sealed block on, what is sealed is final as soon as its slot ends. */
  moveToAlpenglow(): ConsensusSwitch
  /** Null before the switch. */
  consensusSwitch(): ConsensusSwitch | null
  /** Whether leaders take transactions whose payer cannot pay, as they will once blocks are executed after they were
   *  voted for: such a one is in its block and never executed (SIMD-0290). */
  takeUnpaid(takes: boolean): void
  /** Jumps forward, for the world's history: slots in between are skipped slots. */
  warpTo(slot: number, unixTimeSec: number): void
  accountsOfProgram(program: string): readonly string[]
  tokenAccountsOfOwner(owner: string): readonly string[]
  tokenAccountsOfMint(mint: string): readonly string[]
  tokenAccountsOfDelegate(delegate: string): readonly string[]
  /** The newest sealed block of a slot. */
  block(slot: number): Block | undefined
  /** All sealed blocks of a slot, in order. */
  banks(slot: number): readonly Block[]
  /** Whether a transaction's block is sealed. */
  isSealed(transaction: ExecutedTransaction): boolean
  /** Slots that have a sealed block, ascending, both ends included, at most `limit`. */
  blockSlots(fromSlot: number, toSlot: number, limit: number): readonly number[]
  firstAvailableSlot(): number
  transaction(signature: string): ExecutedTransaction | undefined
  /** Newest first; `before` and `until` are exclusive; 'unknown' names a cursor this ledger does not hold. */
  signaturesOf(
    address: string,
    options: { before?: string; until?: string; limit: number },
  ): readonly ExecutedTransaction[] | 'unknown'
  transactionCount(): number
  /** Takes the newest `count` sealed blocks away with everything they did (not below the final slot). */
  dropBlocks(count: number): readonly Block[]
  /** From now on blockhashes follow from the genesis hash. */
  endHistory(): void
  /** What the chain has come to, while its open block is empty. */
  record(): ChainRecord
  /** Makes a new chain, with its programs on it, what another was when it was recorded. */
  restore(record: ChainRecord): void
  registerEmulator(emulator: Emulator): void
  isEmulated(program: string): boolean
  on<E extends keyof ChainEvents>(event: E, listener: ChainEvents[E]): () => void
}

/** One instruction of an emulated program as its emulator sees it. */
export type EmulatorCall = {
  readonly programId: string
  readonly accounts: readonly { readonly address: string; readonly isSigner: boolean; readonly isWritable: boolean }[]
  readonly data: Uint8Array
  /** State just before this instruction; its bytes must not be written to. */
  read(address: string): AccountState | null
  readonly slot: number
  readonly unixTimeSec: number
  minimumBalanceLamports(dataBytes: number): bigint
}

/** What the stand-in program does, in order; accounts are named by address (they must be among the call's accounts). */
export type ScriptOp =
  | { readonly op: 'log'; readonly text: string }
  | { readonly op: 'logData'; readonly bytes: Uint8Array }
  | {
      readonly op: 'cpi'
      readonly program: string
      readonly accounts: readonly {
        readonly address: string
        readonly isSigner: boolean
        readonly isWritable: boolean
      }[]
      readonly data: Uint8Array
      /** Seeds (with bump) of each PDA that signs. */
      readonly signerSeeds: readonly (readonly Uint8Array[])[]
    }
  | { readonly op: 'write'; readonly address: string; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly op: 'moveLamports'; readonly from: string; readonly to: string; readonly lamports: bigint }
  | { readonly op: 'fail'; readonly customCode: number }
  | { readonly op: 'burnUnits'; readonly turns: number }
  | { readonly op: 'returnData'; readonly bytes: Uint8Array }

export type Emulator = { readonly programId: string; run(call: EmulatorCall): readonly ScriptOp[] }
