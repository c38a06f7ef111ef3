import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { WireTransaction } from '../../hot-paths/wire-transaction.ts'

/** One instruction of a message, as far as it is known without running it. */
export type Step =
  /** SOL or tokens from one account to another; of a transfer that does not name its mint that is null. */
  | {
      readonly kind: 'pay'
      readonly from: string
      readonly to: string
      readonly raw: bigint
      readonly isToken: boolean
    }
  | { readonly kind: 'advanceNonce'; readonly nonce: string; readonly authority: string }
  /** Makes someone's associated token account. */
  | { readonly kind: 'open'; readonly account: string; readonly owner: string }
  /** Puts lamports into a new account of a program. */
  | { readonly kind: 'fund'; readonly account: string; readonly program: string }
  /** Makes such an account someone's token account. */
  | { readonly kind: 'initialize'; readonly account: string; readonly owner: string }
  /** Ends a token account; its lamports go to `to`. */
  | { readonly kind: 'close'; readonly account: string; readonly to: string }
  /** Of the chain's own programs, with no effect but on the price of the transaction and on wrapped SOL's own books. */
  | { readonly kind: 'setup' }
  /** Of the chain's own programs, and nothing that a trade is made of. */
  | { readonly kind: 'odd'; readonly name: string; readonly accounts: readonly string[]; readonly data: Uint8Array }
  | { readonly kind: 'call'; readonly accounts: readonly string[]; readonly data: Uint8Array }

export type Steps = {
  readonly feePayer: string
  readonly signers: readonly string[]
  /** The most that it offers beyond the fee for its signatures. */
  readonly priorityLamports: bigint
  readonly steps: readonly (Step & { readonly programId: string })[]
}

/** Placeholder for an account of a lookup table: no address looks like it. */
const LOOKED_UP = 'looked-up'

const SYSTEM_NAMES: Readonly<Record<number, string>> = {
  1: 'assign',
  5: 'withdrawNonce',
  6: 'initializeNonce',
  7: 'authorizeNonce',
  8: 'allocate',
  9: 'allocateWithSeed',
  10: 'assignWithSeed',
  11: 'transferWithSeed',
  12: 'upgradeNonce',
}
const TOKEN_NAMES: Readonly<Record<number, string>> = {
  4: 'approve',
  5: 'revoke',
  6: 'setAuthority',
  7: 'mintTo',
  8: 'burn',
  10: 'freezeAccount',
  11: 'thawAccount',
  13: 'approveChecked',
  14: 'mintToChecked',
  15: 'burnChecked',
  38: 'withdrawExcessLamports',
  45: 'unwrapLamports',
  255: 'batch',
}
const CREATE_ACCOUNT = 0
const TRANSFER_LAMPORTS = 2
const CREATE_ACCOUNT_WITH_SEED = 3
const ADVANCE_NONCE = 4
const TRANSFER = 3
const CLOSE_ACCOUNT = 9
const TRANSFER_CHECKED = 12
const SYNC_NATIVE = 17
const TRANSFER_FEE_EXTENSION = 26
const HARVEST_WITHHELD = 4
/** The three spellings of initialising a token account: the first names the owner among the accounts. */
const INITIALIZE_ACCOUNT = 1
const INITIALIZE_WITH_OWNER = new Set([16, 18])
const KEY_BYTES = 32
/** Data of the System program's instructions that make an account ends with the program it is to belong to. */
const CREATE_ACCOUNT_BYTES = 52
const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3
/** What the runtime allows at most, also where nothing is said. */
const MAX_UNITS = 1_400_000n
const MICRO = 1_000_000n

/** Reads the instructions of a transaction that passed the runtime's sanitising. */
export function readSteps(transaction: WireTransaction): Steps {
  const keys = transaction.keys.map((key) => encodeBase58(key))
  const steps = transaction.instructions.map(({ programIndex, accountIndexes, data }) => {
    const programId = keys[programIndex]!
    const accounts = Array.from(accountIndexes, (index) => keys[index] ?? LOOKED_UP)
    return { programId, ...readStep(programId, accounts, data) }
  })
  const signers = keys.slice(0, transaction.requiredSignatures)
  return { feePayer: keys[0]!, signers, priorityLamports: priorityOf(transaction, keys), steps }
}

/** Version 1 says it outright; before that it is the product of two instructions. */
function priorityOf({ version, config, instructions }: WireTransaction, keys: readonly string[]): bigint {
  if (version === 1) return config?.priorityFeeLamports ?? 0n
  let [units, price] = [MAX_UNITS, 0n]
  for (const { programIndex, data } of instructions) {
    if (keys[programIndex] !== COMPUTE_BUDGET_PROGRAM) continue
    if (data[0] === SET_UNIT_LIMIT && data.length === 5) units = BigInt(readU32(data, 1))
    if (data[0] === SET_UNIT_PRICE && data.length === 9) price = readU64(data, 1)
  }
  return ((units < MAX_UNITS ? units : MAX_UNITS) * price + MICRO - 1n) / MICRO
}

function readStep(programId: string, accounts: readonly string[], data: Uint8Array): Step {
  if (programId === SYSTEM_PROGRAM) return readSystem(accounts, data)
  if (programId === TOKEN_PROGRAM || programId === TOKEN_2022_PROGRAM) return readToken(accounts, data)
  if (programId === ASSOCIATED_TOKEN_PROGRAM) {
    // Create, also without data, and create unless it is there; the third recovers nested accounts.
    if (data.length > 1 || (data[0] ?? 0) > 1) return odd('recoverNested', accounts, data)
    return { kind: 'open', account: accounts[1] ?? LOOKED_UP, owner: accounts[2] ?? LOOKED_UP }
  }
  return programId === COMPUTE_BUDGET_PROGRAM ? { kind: 'setup' } : { kind: 'call', accounts, data }
}

function readSystem(accounts: readonly string[], data: Uint8Array): Step {
  const code = data.length >= 4 ? readU32(data, 0) : -1
  const [from = LOOKED_UP, to = LOOKED_UP, authority = LOOKED_UP] = accounts
  if (code === TRANSFER_LAMPORTS && data.length === 12)
    return { kind: 'pay', from, to, raw: readU64(data, 4), isToken: false }
  if (code === ADVANCE_NONCE) return { kind: 'advanceNonce', nonce: from, authority }
  if ((code === CREATE_ACCOUNT || code === CREATE_ACCOUNT_WITH_SEED) && data.length >= CREATE_ACCOUNT_BYTES)
    return { kind: 'fund', account: to, program: encodeBase58(data.subarray(-KEY_BYTES)) }
  return odd(SYSTEM_NAMES[code] ?? `system instruction ${code}`, accounts, data)
}

function readToken(accounts: readonly string[], data: Uint8Array): Step {
  const code = data[0] ?? -1
  const [from = LOOKED_UP, second = LOOKED_UP, third = LOOKED_UP] = accounts
  if (code === TRANSFER && data.length === 9)
    return { kind: 'pay', from, to: second, raw: readU64(data, 1), isToken: true }
  if (code === TRANSFER_CHECKED && data.length === 10)
    return { kind: 'pay', from, to: third, raw: readU64(data, 1), isToken: true }
  if (code === CLOSE_ACCOUNT) return { kind: 'close', account: from, to: second }
  if (code === INITIALIZE_ACCOUNT) return { kind: 'initialize', account: from, owner: third }
  if (INITIALIZE_WITH_OWNER.has(code) && data.length === 1 + KEY_BYTES)
    return { kind: 'initialize', account: from, owner: encodeBase58(data.subarray(1)) }
  if (code === SYNC_NATIVE) return { kind: 'setup' }
  // Withheld fees go to the mint, whose they are: no one's balance changes.
  if (code === TRANSFER_FEE_EXTENSION && data[1] === HARVEST_WITHHELD) return { kind: 'setup' }
  return odd(TOKEN_NAMES[code] ?? `token instruction ${code}`, accounts, data)
}

function odd(name: string, accounts: readonly string[], data: Uint8Array): Step {
  return { kind: 'odd', name, accounts, data }
}
