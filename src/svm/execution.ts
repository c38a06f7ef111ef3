/* What goes into the local runtime and what comes out, as it travels between threads. */

export type ExecutionAccount = {
  readonly address: string
  readonly owner: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** A cloned program: its own account, for an upgradeable one the account of its code, and the hash of the code. */
export type ExecutionProgram = {
  readonly address: string
  readonly loader: string
  /** Of the ELF bytes, hex: a program at the same address with the same hash is not loaded again. */
  readonly sha256: string
  /** May lie in shared memory. */
  readonly code: Uint8Array
}

export type ExecutionClock = {
  readonly slot: number
  readonly epoch: number
  readonly unixTimeSec: number
  readonly epochStartSec: number
}

/** Transactions one after the other, each with its own clock, on the accounts as they were given. */
export type ExecutionRun = { readonly steps: readonly { readonly wire: number; readonly clock: number }[] }

export type ExecutionInput = {
  readonly accounts: readonly ExecutionAccount[]
  readonly programs: readonly ExecutionProgram[]
  /** Rent rate of the chain, exemption included. */
  readonly lamportsPerByte: number
  readonly clocks: readonly ExecutionClock[]
  /** Transactions in wire form; signatures are not checked and blockhashes neither. */
  readonly wires: readonly Uint8Array[]
  readonly runs: readonly ExecutionRun[]
  /** Whether the accounts that changed come back whole. */
  readonly wantsAccounts?: boolean
}

/** What a transaction did to one account it could write. */
export type AccountDelta = {
  readonly address: string
  readonly lamportsBefore: bigint
  readonly lamportsAfter: bigint
  /** Null when it is no token account before nor after. */
  readonly token: {
    readonly mint: string
    readonly owner: string
    readonly beforeRaw: bigint
    readonly afterRaw: bigint
  } | null
}

export type StepResult = {
  /** JSON form of the runtime's error, null on success. */
  readonly err: string | Readonly<Record<string, unknown>> | null
  readonly logs: readonly string[]
  readonly computeUnits: number
  /** Accounts that changed, in the order of the message's keys. */
  readonly deltas: readonly AccountDelta[]
  /** The same accounts as they stand after the run, null for one that is gone; may be absent where no route needs
   *  them. */
  readonly after?: ReadonlyMap<string, ExecutionAccount | null>
}

export type ExecutionOutput =
  | {
      readonly ok: true
      /** Aligned with the runs and their steps. */
      readonly runs: readonly (readonly StepResult[])[]
      /** SHA-256 of each given account's data, aligned. */
      readonly accountHashes: readonly string[]
    }
  /** The input was refused before anything reached the runtime. */
  | { readonly ok: false; readonly reason: string }
