import { setComputeUnitLimit, setComputeUnitPrice } from '../../chain/solana/instructions.ts'
import { COMPUTE_BUDGET_PROGRAM } from '../../chain/solana/program-ids.ts'
import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { rewriteInstructions, type WireTransaction } from '../../hot-paths/wire-transaction.ts'

const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3
const MICRO = 1_000_000n
const KEY_BYTES = 32

/** What a transaction offers for its execution; null where it does not say. */
export type ComputeBudget = { readonly unitLimit: number | null; readonly unitPrice: bigint | null }

export function readComputeBudget(transaction: WireTransaction): ComputeBudget {
  const { config } = transaction
  if (config !== null) {
    const { computeUnitLimit: limit, priorityFeeLamports: fee } = config
    return { unitLimit: limit, unitPrice: limit === null || fee === null ? null : priceWithin(fee, limit) }
  }
  let [unitLimit, unitPrice]: [number | null, bigint | null] = [null, null]
  for (const { code, data } of budgetSteps(transaction)) {
    if (code === SET_UNIT_LIMIT) unitLimit = readU32(data, 1)
    else unitPrice = readU64(data, 1)
  }
  return { unitLimit, unitPrice }
}

/** The wire with another price or limit where it says them; the signatures no longer fit. */
export function writeComputeBudget(
  wire: Uint8Array,
  transaction: WireTransaction,
  { unitLimit, unitPrice }: ComputeBudget,
): Uint8Array {
  if (transaction.config !== null) return writeConfig(wire, transaction, { unitLimit, unitPrice })
  const data = new Map<number, Uint8Array>()
  for (const { at, code } of budgetSteps(transaction)) {
    if (code === SET_UNIT_LIMIT && unitLimit !== null) data.set(at, setComputeUnitLimit(unitLimit).data)
    if (code === SET_UNIT_PRICE && unitPrice !== null) data.set(at, setComputeUnitPrice(unitPrice).data)
  }
  return rewriteInstructions(wire, transaction, { data })
}

/** Version 1 says the total and the limit in fields of its own, behind the keys. */
function writeConfig(
  wire: Uint8Array,
  { config, instructionCountOffset, keys }: WireTransaction,
  { unitLimit, unitPrice }: ComputeBudget,
): Uint8Array {
  const written = Buffer.from(wire)
  let at = instructionCountOffset + 2 + keys.length * KEY_BYTES
  const limit = unitLimit ?? config?.computeUnitLimit ?? null
  if (config?.priorityFeeLamports != null) {
    if (unitPrice !== null && limit !== null) written.writeBigUInt64LE(priorityLamportsOf(limit, unitPrice), at)
    at += 8
  }
  if (config?.computeUnitLimit != null && unitLimit !== null) written.writeUInt32LE(unitLimit, at)
  return new Uint8Array(written)
}

/** Lamports on top of the signatures, as the runtime counts them. */
export function priorityLamportsOf(unitLimit: number, unitPrice: bigint): bigint {
  return (BigInt(unitLimit) * unitPrice + MICRO - 1n) / MICRO
}

/** The highest price at which a limit costs no more than this. */
export function priceWithin(lamports: bigint, unitLimit: number): bigint {
  return (lamports * MICRO) / BigInt(Math.max(1, unitLimit))
}

function budgetSteps({ instructions, keys }: WireTransaction) {
  return instructions.flatMap(({ programIndex, data }, at) => {
    const [code] = data
    const isLimit = code === SET_UNIT_LIMIT && data.length === 5
    const isPrice = code === SET_UNIT_PRICE && data.length === 9
    if (!(isLimit || isPrice) || encodeBase58(keys[programIndex]!) !== COMPUTE_BUDGET_PROGRAM) return []
    return [{ at, code: code!, data }]
  })
}
