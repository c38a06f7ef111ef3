import {
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'

const TRANSFER = 2
const TRANSFER_BYTES = 12

/** Why a fee payer must not sign these bytes; null when it may: its only part in them is to pay the chain's fee, and
 *  one transfer of the same transaction, all or nothing with the rest, brings at least that back from the wallet that
 *  it pays for. */
export function findUnpaid(
  wire: Uint8Array,
  {
    feePayer,
    wallet,
    feeLamports,
  }: { readonly feePayer: string; readonly wallet: string; readonly feeLamports: bigint },
): string | null {
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) return parsed.reason
  const { keys, instructions, lookups, requiredSignatures } = parsed.transaction
  const addresses = keys.map((key) => encodeBase58(key))
  if (addresses[0] !== feePayer) return 'another account pays'
  if (requiredSignatures !== 2 || addresses[1] !== wallet) return 'signers beside the wallet'
  if (lookups.length > 0) return 'addresses from lookup tables'
  let repaid = 0n
  for (const { programIndex, accountIndexes, data } of instructions) {
    const program = addresses[programIndex]
    if (!ALLOWED.has(program ?? '')) return `a program that has no part in closing: ${program}`
    const places = [...accountIndexes].flatMap((index, place) => (index === 0 ? [place] : []))
    if (places.length === 0) continue
    const isRepayment =
      program === SYSTEM_PROGRAM &&
      data.length === TRANSFER_BYTES &&
      readU32(data, 0) === TRANSFER &&
      accountIndexes.length === 2 &&
      accountIndexes[0] === 1 &&
      places.length === 1 &&
      places[0] === 1
    if (!isRepayment) return 'an instruction that uses the fee payer'
    repaid += readU64(data, 4)
  }
  return repaid >= feeLamports ? null : `brings back ${repaid} of ${feeLamports} lamports`
}

const ALLOWED: ReadonlySet<string> = new Set([
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
])
