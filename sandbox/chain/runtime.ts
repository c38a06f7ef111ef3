import assert from 'node:assert/strict'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { BPF_UPGRADEABLE_LOADER_PROGRAM, SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import {
  Account,
  Clock,
  EpochSchedule,
  FailedTransactionMetadata,
  LiteSvm,
  Rent,
  type SimulatedTransactionInfo,
  type SlotHashInput,
  type TransactionMetadata,
} from '../../src/svm/native.ts'
import { type TransactionErrorJson, transactionErrorToJson } from '../../src/svm/transaction-error.ts'
import { SLOTS_PER_EPOCH } from './epochs.ts'
import type { AccountState, ExecutedTransaction } from './types.ts'

/** Mainnet's rate since September 2026 (SIMD-0437). Set once: raising it later would freeze poor accounts. */
const LAMPORTS_PER_BYTE = 5_080n
const RENT_EPOCH = 2n ** 64n - 1n

/** What the runtime says about one run. */
export type RunResult = {
  /** False when it failed before the first instruction: nothing was charged, nothing lands. */
  readonly executed: boolean
  readonly err: TransactionErrorJson | null
  readonly logs: readonly string[]
  readonly computeUnits: bigint
  readonly innerInstructions: ExecutedTransaction['innerInstructions']
  readonly returnData: ExecutedTransaction['returnData']
}

/** One LiteSVM instance with all its checks off. Wire bytes must have passed the strict codec; keys are addresses. */
export type Runtime = {
  account(address: string): AccountState | null
  lamports(address: string): bigint
  /** Like `account`, but null for programs, whose code may be large and never changes in a transaction. */
  accountUnlessProgram(address: string): AccountState | null
  /** Never for sysvars and builtins: without its Clock account the runtime aborts the process. */
  write(address: string, state: AccountState | null): void
  loadProgram(address: string, elf: Uint8Array): void
  minimumBalanceLamports(dataBytes: number): bigint
  setTime(time: { slot: number; unixTimeSec: number; epochStartSec: number }): void
  /** Newest first, as the sysvar holds them. */
  setSlotHashes(entries: readonly { slot: number; blockhash: string }[]): void
  execute(wire: Uint8Array): RunResult
  /** `postAccounts` are the writable accounts after a successful run. */
  simulate(wire: Uint8Array): RunResult & { readonly postAccounts: PostAccounts | null }
  /** The same without what the run says about itself, which takes longer to read than to make. */
  simulateAccounts(wire: Uint8Array): PostAccounts | null
  /** A transaction could write to this program: its balance is read again. */
  forgetProgramBalance(address: string): void
}
type PostAccounts = ReadonlyMap<string, AccountState | null>

/** Keys remembered as bytes, and programs with their balance. */
const MAX_KEYS = 20_000
const MAX_PROGRAMS = 1_000

export function openRuntime(): Runtime {
  const svm = openSvm()
  const keys = new Map<string, Uint8Array>()
  const keyOf = (address: string): Uint8Array => remember(keys, address, MAX_KEYS, () => addressBytes(address))
  // Reading a program copies its code each time.
  const programBalances = new Map<string, bigint>()
  const readAccount = (address: string): AccountState | null => {
    const account = svm.getAccount(keyOf(address))
    return account === null ? null : toState(account)
  }
  return {
    account: readAccount,
    accountUnlessProgram(address) {
      if (programBalances.has(address)) return null
      const account = svm.getAccount(keyOf(address))
      if (account === null) return null
      if (!account.executable()) return toState(account)
      remember(programBalances, address, MAX_PROGRAMS, () => account.lamports())
      return null
    },
    lamports: (address) => programBalances.get(address) ?? svm.getBalance(keyOf(address)) ?? 0n,
    forgetProgramBalance: (address) => void programBalances.delete(address),
    write(address, state) {
      programBalances.delete(address)
      svm.setAccount(keyOf(address), fromState(state))
    },
    loadProgram(address, elf) {
      assert(isElf(elf), `no ELF for ${address}`)
      programBalances.delete(address)
      svm.addProgram(keyOf(address), elf)
    },
    minimumBalanceLamports: (dataBytes) => svm.minimumBalanceForRentExemption(BigInt(dataBytes)),
    setTime({ slot, unixTimeSec, epochStartSec }) {
      const epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH))
      svm.setClock(new Clock(BigInt(slot), BigInt(epochStartSec), epoch, epoch + 1n, BigInt(unixTimeSec)))
    },
    setSlotHashes(entries) {
      svm.expireBlockhash()
      svm.setSlotHashes(entries.map(({ slot, blockhash }): SlotHashInput => ({ slot: BigInt(slot), hash: blockhash })))
    },
    execute(wire) {
      const result = svm.sendVersionedTransaction(wire)
      return result instanceof FailedTransactionMetadata ? readFailure(result) : readRun(result, null)
    },
    simulate(wire) {
      const result = svm.simulateVersionedTransaction(wire)
      if (result instanceof FailedTransactionMetadata) return { ...readFailure(result), postAccounts: null }
      return { ...readRun(result.meta(), null), postAccounts: readPostAccounts(result) }
    },
    simulateAccounts(wire) {
      const result = svm.simulateVersionedTransaction(wire)
      return result instanceof FailedTransactionMetadata ? null : readPostAccounts(result)
    },
  }
}

/** The sandbox checks signatures, blockhashes and duplicates itself, before execution. */
function openSvm(): LiteSvm {
  const svm = new LiteSvm()
  svm.setSigverify(false)
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  svm.setRent(new Rent(LAMPORTS_PER_BYTE, 1, 50))
  svm.setEpochSchedule(new EpochSchedule(BigInt(SLOTS_PER_EPOCH), BigInt(SLOTS_PER_EPOCH), false, 0n, 0n))
  svm.withNativeMints()
  return svm
}

/** The value of a key, made when first asked for; the oldest is forgotten when there are `max`. */
function remember<V>(known: Map<string, V>, key: string, max: number, make: () => V): V {
  const held = known.get(key)
  if (held !== undefined) return held
  if (known.size >= max)
    for (const oldest of known.keys()) {
      known.delete(oldest)
      break
    }
  const value = make()
  known.set(key, value)
  return value
}

function readPostAccounts(simulated: SimulatedTransactionInfo): PostAccounts {
  const states = new Map<string, AccountState | null>()
  for (const row of simulated.postAccounts()) states.set(encodeBase58(row.address), toState(row.account()))
  return states
}

export function isElf(bytes: Uint8Array): boolean {
  return bytes.length > 64 && bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46
}

/** Accounts without lamports do not exist. */
function toState(account: Account): AccountState | null {
  const lamports = account.lamports()
  if (lamports === 0n) return null
  const owner = encodeBase58(account.owner())
  return { lamports, owner, data: account.data(), executable: account.executable() }
}

function fromState(state: AccountState | null): Account {
  if (state === null) return new Account(0n, new Uint8Array(0), addressBytes(SYSTEM_PROGRAM), false, RENT_EPOCH)
  return new Account(state.lamports, state.data, addressBytes(state.owner), state.executable, RENT_EPOCH)
}

function readFailure(failed: FailedTransactionMetadata): RunResult {
  return readRun(failed.meta(), transactionErrorToJson(failed))
}

function readRun(meta: TransactionMetadata, err: TransactionErrorJson | null): RunResult {
  const returned = meta.returnData()
  const data = returned.data()
  return {
    // The runtime reports no signature when it refused before execution. Real signatures are never all zero.
    executed: err === null || meta.signature().some((byte) => byte !== 0),
    err,
    logs: meta.logs(),
    computeUnits: meta.computeUnitsConsumed(),
    innerInstructions: meta.innerInstructions().flatMap((rows, index) => {
      if (rows.length === 0) return []
      const instructions = rows.map((row) => {
        const instruction = row.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: instruction.data(),
          stackHeight: row.stackHeight(),
        }
      })
      return [{ index, instructions }]
    }),
    // Any call leaves an empty return data behind; a node shows none then.
    returnData: data.length === 0 ? null : { programId: encodeBase58(returned.programId()), data },
  }
}

/** Where the upgradeable loader keeps the code of a program: the account behind bytes 4..36 of the program account. */
export function programDataAddress(program: AccountState): string | null {
  const isPointer = program.owner === BPF_UPGRADEABLE_LOADER_PROGRAM && program.data.length === 36
  return isPointer ? encodeBase58(program.data.subarray(4, 36)) : null
}
