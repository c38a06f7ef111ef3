import {
  BPF_LOADER_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
  SECP256R1_PROGRAM,
  SYSTEM_PROGRAM,
  VOTE_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import { readU32, readU64 } from '../../src/hot-paths/account-layouts.ts'
import type { WireTransaction } from '../../src/hot-paths/wire-transaction.ts'

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO_LAMPORTS = 1_000_000n
export const MAX_COMPUTE_UNITS = 1_400_000
const DEFAULT_UNITS = 200_000
const BUILTIN_UNITS = 3_000
/** Programs that are part of the runtime: an instruction of theirs adds 3,000 units to the default limit. */
const BUILTINS = new Set([
  SYSTEM_PROGRAM,
  VOTE_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  BPF_LOADER_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  'BPFLoader1111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
])
/** Programs whose first data byte counts signatures that are paid like those of the message. */
const SIGNATURE_PROGRAMS = new Set([ED25519_PROGRAM, SECP256K1_PROGRAM, SECP256R1_PROGRAM])

/** What the payer is charged: 5,000 lamports a signature, plus the priority fee on the compute-unit *limit* (legacy and
 *  0) or the total named in the message (1). */
export function transactionFeeLamports(transaction: WireTransaction, staticKeys: readonly string[]): bigint {
  let signatures = transaction.requiredSignatures
  let priceMicroLamports = 0n
  let limit: number | null = null
  let defaultLimit = 0
  for (const { programIndex, data } of transaction.instructions) {
    const program = staticKeys[programIndex]!
    if (SIGNATURE_PROGRAMS.has(program)) signatures += data[0] ?? 0
    if (program === COMPUTE_BUDGET_PROGRAM) {
      if (data[0] === 2 && data.length >= 5) limit = readU32(data, 1)
      if (data[0] === 3 && data.length >= 9) priceMicroLamports = readU64(data, 1)
    }
    defaultLimit += BUILTINS.has(program) ? BUILTIN_UNITS : DEFAULT_UNITS
  }
  const base = BigInt(signatures) * LAMPORTS_PER_SIGNATURE
  if (transaction.config !== null) return base + (transaction.config.priorityFeeLamports ?? 0n)
  const units = BigInt(Math.min(limit ?? defaultLimit, MAX_COMPUTE_UNITS))
  return base + (units * priceMicroLamports + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS
}
