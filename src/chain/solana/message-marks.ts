import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import {
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  RECENT_BLOCKHASHES_SYSVAR,
  SYSTEM_PROGRAM,
} from './program-ids.ts'
import type { ChainTransaction } from './transaction.ts'

/** What a message asks of the scheduler. Null members where it does not say. */
export type ComputeBudget = {
  readonly unitLimit: number | null
  /** Versions without a total say a price. */
  readonly unitPriceMicroLamports: bigint | null
  /** Version 1 says it; for the others price times limit, rounded up, where both are set. */
  readonly priorityFeeLamports: bigint | null
}
export type DurableNonce = { readonly account: string; readonly authority: string }

const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3
const ADVANCE_NONCE = 4
const MICRO_PER_LAMPORT = 1_000_000n

/** The compute budget a transaction was signed with, by its top-level instructions or its version 1 header. */
export function computeBudgetOf({ budget, instructions }: ChainTransaction): ComputeBudget {
  if (budget !== null)
    return {
      unitLimit: budget.computeUnitLimit,
      unitPriceMicroLamports: null,
      priorityFeeLamports: budget.priorityFeeLamports,
    }
  let unitLimit: number | null = null
  let unitPriceMicroLamports: bigint | null = null
  for (const { programId, data } of instructions) {
    if (programId !== COMPUTE_BUDGET_PROGRAM) continue
    if (data[0] === SET_UNIT_LIMIT && data.length >= 5) unitLimit = readU32(data, 1)
    if (data[0] === SET_UNIT_PRICE && data.length >= 9) unitPriceMicroLamports = readU64(data, 1)
  }
  const isPriced = unitLimit !== null && unitPriceMicroLamports !== null
  const micro = isPriced ? BigInt(unitLimit!) * unitPriceMicroLamports! : 0n
  return {
    unitLimit,
    unitPriceMicroLamports,
    priorityFeeLamports: isPriced ? (micro + MICRO_PER_LAMPORT - 1n) / MICRO_PER_LAMPORT : null,
  }
}

/** The durable nonce a transaction lives by: its first instruction advances it. */
export function nonceOf({ instructions }: ChainTransaction): DurableNonce | null {
  const first = instructions[0]
  if (first === undefined || first.programId !== SYSTEM_PROGRAM || first.data.length < 4) return null
  const [account, sysvar, authority] = first.accounts
  if (readU32(first.data, 0) !== ADVANCE_NONCE || sysvar !== RECENT_BLOCKHASHES_SYSVAR) return null
  return account === undefined || authority === undefined ? null : { account, authority }
}

const MEMO_BYTES = 128
const UTF8 = new TextDecoder()

/** Texts of the memos a transaction was signed with, in order, each once, the first 128 bytes of each; what is no UTF-8
 *  is read with replacement characters. Memos that programs write on their own are left out. */
export function memosOf({ instructions }: ChainTransaction): readonly string[] {
  const memos = new Set<string>()
  for (const { programId, data } of instructions)
    if ((programId === MEMO_PROGRAM || programId === MEMO_V1_PROGRAM) && data.length > 0)
      memos.add(UTF8.decode(data.subarray(0, MEMO_BYTES)))
  return [...memos]
}
