import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { MESSAGE_LIMITS, type MessageVersion } from '../../hot-paths/wire-transaction.ts'
import {
  type CompiledMessage,
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  type LookupTable,
  type V1Config,
} from './compile-message.ts'
import {
  type Instruction,
  requestHeapFrame,
  setComputeUnitLimit,
  setComputeUnitPrice,
  setLoadedAccountsDataSizeLimit,
} from './instructions.ts'
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from './program-ids.ts'

/** A message before it has a version. Its budget stands in its instructions, as versions before 1 write it, or in
 *  `config`, as version 1 does; then the instructions name none. */
export type Message = {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
  /** Of use to version 0 alone. */
  readonly lookupTables?: readonly LookupTable[]
  readonly config?: V1Config | null
}

const HEAP_FRAME = 1
const UNIT_LIMIT = 2
const UNIT_PRICE = 3
const DATA_LIMIT = 4
const ADVANCE_NONCE = 4
const MICRO = 1_000_000n
const SIGNATURE_BYTES = 64
/** What the runtime gives a message that names none. */
const UNITS_EACH = 200_000
const MAX_UNITS = 1_400_000
const MAX_LOADED_BYTES = 64 * 1024 * 1024

/** The only place that knows how a version writes a message: the same message in any of them. */
export function compileMessage(version: MessageVersion, message: Message): CompiledMessage {
  const { payer, blockhash, instructions, lookupTables = [], config = null } = message
  if (version === 1) {
    const list = instructions.filter((one) => !isBudget(one))
    return compileV1Message({ payer, blockhash, instructions: list, config: config ?? configOf(instructions) })
  }
  const list = config === null ? instructions : withBudget(instructions, budgetInstructions(config))
  return version === 0
    ? compileV0Message({ payer, blockhash, instructions: list, lookupTables })
    : compileLegacyMessage({ payer, blockhash, instructions: list })
}

/** What version 1 says in place of the budget instructions. Both limits are named always: the runtime takes an absent
 *  one as zero. */
export function configOf(instructions: readonly Instruction[]): V1Config {
  let [units, price, loadedBytes, heapBytes]: [number | null, bigint, number, number | null] = [
    null,
    0n,
    MAX_LOADED_BYTES,
    null,
  ]
  for (const { data } of instructions.filter(isBudget)) {
    if (data[0] === HEAP_FRAME && data.length >= 5) heapBytes = readU32(data, 1)
    if (data[0] === UNIT_LIMIT && data.length >= 5) units = readU32(data, 1)
    if (data[0] === UNIT_PRICE && data.length >= 9) price = readU64(data, 1)
    if (data[0] === DATA_LIMIT && data.length >= 5) loadedBytes = readU32(data, 1)
  }
  const others = instructions.filter((one) => !isBudget(one)).length
  const computeUnitLimit = Math.min(units ?? UNITS_EACH * others, MAX_UNITS)
  const priorityFeeLamports = (BigInt(computeUnitLimit) * price + MICRO - 1n) / MICRO
  return {
    computeUnitLimit,
    loadedAccountsDataSizeLimit: loadedBytes,
    ...(priorityFeeLamports === 0n ? {} : { priorityFeeLamports }),
    ...(heapBytes === null ? {} : { heapSizeBytes: heapBytes }),
  }
}

/** The same for versions before 1. Their price is for a unit: it never comes to more than the total. */
export function budgetInstructions(config: V1Config): Instruction[] {
  const { computeUnitLimit, loadedAccountsDataSizeLimit, priorityFeeLamports = 0n, heapSizeBytes } = config
  const price = (priorityFeeLamports * MICRO) / BigInt(Math.max(1, computeUnitLimit))
  return [
    setComputeUnitLimit(computeUnitLimit),
    ...(price === 0n ? [] : [setComputeUnitPrice(price)]),
    setLoadedAccountsDataSizeLimit(loadedAccountsDataSizeLimit),
    ...(heapSizeBytes === undefined ? [] : [requestHeapFrame(heapSizeBytes)]),
  ]
}

/** Bytes that a message takes on the wire with its signatures. */
export function wireBytesOf({ bytes, signers, version }: CompiledMessage): number {
  return (version === 1 ? 0 : 1) + signers.length * SIGNATURE_BYTES + bytes.length
}

/** Why the chain would not take a message of this size; null when it would. */
export function whyTooLarge(message: CompiledMessage): string | null {
  const { wireBytes, keys, instructions } = MESSAGE_LIMITS[message.version]
  const bytes = wireBytesOf(message)
  if (bytes > wireBytes) return `the transaction has ${bytes} bytes, the chain takes ${wireBytes}`
  if (message.keyCount > keys) return `the transaction names ${message.keyCount} accounts, the chain takes ${keys}`
  return message.instructionCount > instructions
    ? `the transaction has ${message.instructionCount} instructions, the chain takes ${instructions}`
    : null
}

function isBudget({ programId }: Instruction): boolean {
  return programId === COMPUTE_BUDGET_PROGRAM
}

/** A nonce is advanced first. */
function withBudget(instructions: readonly Instruction[], budget: readonly Instruction[]): Instruction[] {
  const [first, ...rest] = instructions
  const isNonce =
    first?.programId === SYSTEM_PROGRAM && first.data.length >= 4 && readU32(first.data, 0) === ADVANCE_NONCE
  return isNonce ? [first, ...budget, ...rest] : [...budget, ...instructions]
}
