import { createHash } from 'node:crypto'
import { EXECUTION_LIMITS } from '../config/execution.ts'
import { readLookupTable } from '../hot-paths/account-layouts.ts'
import { decodeBase58Fixed } from '../hot-paths/base58.ts'
import {
  findSanitizeFault,
  isStaticKeyWritable,
  MAX_WIRE_V1_BYTES,
  MESSAGE_LIMITS,
  parseWireTransaction,
  type WireTransaction,
} from '../hot-paths/wire-transaction.ts'
import type { ExecutionClock, ExecutionInput } from './execution.ts'

/* The strict gate in front of the native class: whatever passes cannot abort the process. What arrives has crossed a
 * thread boundary and is trusted in nothing. */

export type CheckedAccount = {
  readonly key: Uint8Array
  readonly owner: Uint8Array
  readonly lamports: bigint
  readonly data: Uint8Array
}
export type CheckedProgram = {
  readonly address: string
  readonly key: Uint8Array
  readonly isUpgradeable: boolean
  readonly sha256: string
  readonly code: Uint8Array
}
export type CheckedWire = {
  readonly bytes: Uint8Array
  /** Static keys, then what the lookups load as far as their tables are there. */
  readonly keys: readonly Uint8Array[]
  readonly isWritable: readonly boolean[]
  /** Why it fails without being run, in the runtime's own word; null when it may be. */
  readonly refusal: string | null
}
export type CheckedInput = {
  readonly accounts: readonly CheckedAccount[]
  readonly programs: readonly CheckedProgram[]
  readonly lamportsPerByte: bigint
  readonly clocks: readonly ExecutionClock[]
  readonly wires: readonly CheckedWire[]
  readonly runs: readonly { readonly steps: readonly { readonly wire: number; readonly clock: number }[] }[]
  readonly wantsAccounts: boolean
}
export type InputCheck =
  | { readonly ok: true; readonly input: CheckedInput }
  | { readonly ok: false; readonly reason: string }

const MAX_U64 = 2n ** 64n - 1n
/** Far above every rate the chain had (6,960). */
const MAX_LAMPORTS_PER_BYTE = 1_000_000
const LOADER = 'BPFLoader2111111111111111111111111111111111'
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

class Refusal extends Error {}

export function checkInput(given: ExecutionInput): InputCheck {
  try {
    return { ok: true, input: readInput(given) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message }
    throw error
  }
}

function readInput(given: ExecutionInput): CheckedInput {
  if (typeof given !== 'object' || given === null) throw new Refusal('the input is no object')
  const accounts = list(given.accounts, 'accounts', EXECUTION_LIMITS.accounts).map(readAccount)
  const bytes = accounts.reduce((sum, { data }) => sum + data.length, 0)
  if (bytes > EXECUTION_LIMITS.accountBytes) throw new Refusal(`${bytes} bytes of accounts`)
  refuseTwins(accounts.map(({ key }) => key))
  const programs = list(given.programs, 'programs', EXECUTION_LIMITS.programs).map(readProgram)
  refuseTwins([...accounts, ...programs].map(({ key }) => key))
  const tables = new Map(list(given.accounts, 'accounts', EXECUTION_LIMITS.accounts).map(tableOf))
  const clocks = list(given.clocks, 'clocks', EXECUTION_LIMITS.clocks).map(readClock)
  const wires = list(given.wires, 'wires', EXECUTION_LIMITS.wires).map((wire, at) => readWire(wire, at, tables))
  let steps = 0
  const runs = list(given.runs, 'runs', EXECUTION_LIMITS.steps).map((run) => {
    const own = list((run as { steps?: unknown } | null)?.steps, 'steps', EXECUTION_LIMITS.steps)
    steps += own.length
    if (steps > EXECUTION_LIMITS.steps) throw new Refusal(`more than ${EXECUTION_LIMITS.steps} steps`)
    return { steps: own.map((step) => readStep(step, wires.length, clocks.length)) }
  })
  return {
    accounts,
    programs,
    lamportsPerByte: BigInt(whole(given.lamportsPerByte, 'lamportsPerByte', 1, MAX_LAMPORTS_PER_BYTE)),
    clocks,
    wires,
    runs,
    wantsAccounts: given.wantsAccounts === true,
  }
}

function readAccount(given: unknown): CheckedAccount {
  const { address, owner, lamports, data } = record(given, 'account')
  if (typeof lamports !== 'bigint' || lamports < 0n || lamports > MAX_U64) throw new Refusal('lamports of an account')
  return {
    key: keyOf(address, 'account'),
    owner: keyOf(owner, 'owner'),
    lamports,
    data: bytesOf(data, 'account data', EXECUTION_LIMITS.oneAccountBytes),
  }
}

function readProgram(given: unknown): CheckedProgram {
  const { address, loader, sha256, code } = record(given, 'program')
  const key = keyOf(address, 'program')
  if (loader !== LOADER && loader !== UPGRADEABLE_LOADER) throw new Refusal('a loader that cannot be cloned')
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new Refusal('the hash of a program')
  return {
    address: address as string,
    key,
    isUpgradeable: loader === UPGRADEABLE_LOADER,
    sha256,
    code: bytesOf(code, 'program code', EXECUTION_LIMITS.oneAccountBytes),
  }
}

/** The seconds of a clock are signed on chain, but no time before 1970 is asked for. */
function readClock(given: unknown): ExecutionClock {
  const { slot, epoch, unixTimeSec, epochStartSec } = record(given, 'clock')
  const max = Number.MAX_SAFE_INTEGER
  return {
    slot: whole(slot, 'slot', 0, max),
    epoch: whole(epoch, 'epoch', 0, max),
    unixTimeSec: whole(unixTimeSec, 'unixTimeSec', 0, max),
    epochStartSec: whole(epochStartSec, 'epochStartSec', 0, max),
  }
}

function readStep(given: unknown, wires: number, clocks: number) {
  const { wire, clock } = record(given, 'step')
  return { wire: whole(wire, 'wire of a step', 0, wires - 1), clock: whole(clock, 'clock of a step', 0, clocks - 1) }
}

type Tables = ReadonlyMap<string, readonly Uint8Array[]>

function readWire(given: unknown, at: number, tables: Tables): CheckedWire {
  // A copy: the sender could share the memory and change it after the check.
  const bytes = bytesOf(given, `wire ${at}`, MAX_WIRE_V1_BYTES).slice()
  const parsed = parseWireTransaction(bytes)
  if (!parsed.ok) throw new Refusal(`wire ${at}: ${parsed.reason}`)
  const { transaction } = parsed
  const limit = MESSAGE_LIMITS[transaction.version].wireBytes
  if (bytes.length > limit) throw new Refusal(`wire ${at}: ${bytes.length} bytes, limit ${limit}`)
  const fault = findSanitizeFault(transaction)
  if (fault !== null) throw new Refusal(`wire ${at}: ${fault}`)
  const { keys, isWritable } = resolveKeys(transaction, tables)
  const isTwice = new Set(keys.map(textOf)).size < keys.length
  return { bytes, keys, isWritable, refusal: isTwice ? 'AccountLoadedTwice' : null }
}

function resolveKeys(transaction: WireTransaction, tables: Tables) {
  const keys: Uint8Array[] = [...transaction.keys]
  const isWritable = keys.map((_, index) => isStaticKeyWritable(transaction, index))
  for (const part of ['writable', 'readonly'] as const)
    for (const lookup of transaction.lookups) {
      const addresses = tables.get(textOf(lookup.table)) ?? []
      for (const index of lookup[part]) {
        const key = addresses[index]
        if (key === undefined) continue
        keys.push(key)
        isWritable.push(part === 'writable')
      }
    }
  return { keys, isWritable }
}

function tableOf(given: unknown): [string, readonly Uint8Array[]] {
  const { address, owner, data } = given as { address: string; owner: string; data: Uint8Array }
  const table = owner === LOOKUP_TABLE_PROGRAM ? readLookupTable(data) : null
  return [textOf(keyOf(address, 'account')), table?.addresses ?? []]
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** 32 bytes as a map key. */
export function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
}

function refuseTwins(keys: readonly Uint8Array[]): void {
  if (new Set(keys.map(textOf)).size < keys.length) throw new Refusal('an address is given twice')
}

function list(given: unknown, what: string, max: number): readonly unknown[] {
  if (!Array.isArray(given)) throw new Refusal(`${what} is no list`)
  if (given.length > max) throw new Refusal(`${given.length} ${what}, limit ${max}`)
  return given
}

function record(given: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) throw new Refusal(`${what} is no object`)
  return given as Readonly<Record<string, unknown>>
}

function keyOf(given: unknown, what: string): Uint8Array {
  const key = typeof given === 'string' && given.length <= 44 ? decodeBase58Fixed(given, 32) : null
  if (key === null) throw new Refusal(`${what} is no address`)
  return key
}

function bytesOf(given: unknown, what: string, max: number): Uint8Array {
  if (!(given instanceof Uint8Array)) throw new Refusal(`${what} is no byte array`)
  if (given.length > max) throw new Refusal(`${what} of ${given.length} bytes, limit ${max}`)
  return given
}

function whole(given: unknown, what: string, min: number, max: number): number {
  if (typeof given !== 'number' || !Number.isSafeInteger(given) || given < min || given > max)
    throw new Refusal(`${what} out of range`)
  return given
}
