import { findExtension, readU32 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { type AccountUse, readonlyAccount } from './instructions.ts'
import { addressBytes, findProgramAddress } from './pda.ts'

/* Extra accounts of a transfer hook: the list is an account of the hook program, a TLV entry under the discriminator of
 * `spl-transfer-hook-interface:execute` that holds a count and rows of 35 bytes. Source: the interface's crates
 * spl-transfer-hook-interface and spl-tlv-account-resolution. */

export const HOOK_EXECUTE_TAG = Buffer.from('692565c54bfb661a', 'hex')
const ROW_BYTES = 35
const ROWS_OFFSET = 16
/** More than any instruction could name. */
const MAX_ROWS = 64
const MAX_SEEDS = 16

const HOOK_EXTENSION = 14

/** The hook of a Token-2022 mint, null when it names none; `program` is null when it was switched off. */
export function readTransferHook(
  mintData: Uint8Array,
): { readonly authority: string | null; readonly program: string | null } | null {
  const value = findExtension(mintData, HOOK_EXTENSION)
  if (value === null || value.length < 64) return null
  return { authority: keyOrNull(value.subarray(0, 32)), program: keyOrNull(value.subarray(32, 64)) }
}

/** Where a hook program keeps the list of the extra accounts it wants for a mint. */
export function extraMetasAddress(mint: string, program: string): string {
  return findProgramAddress([Buffer.from('extra-account-metas'), addressBytes(mint)], program).address
}

/** One transfer as the hook sees it. `metas`: the bytes of its list, null when there is none. */
export type HookedTransfer = {
  readonly program: string
  readonly metas: Uint8Array | null
  readonly source: string
  readonly mint: string
  readonly destination: string
  readonly authority: string
  readonly amountRaw: bigint
}
export type HookResolution =
  | { readonly done: true; readonly accounts: readonly AccountUse[] }
  /** An account whose data the list is built from has not been read. */
  | { readonly done: false; readonly wanted: string }
  /** The list cannot be followed. */
  | { readonly done: false; readonly fault: string }

/** What a transfer must name beside its four accounts: the extra accounts in their order, the hook program, the list.
 *  `dataOf` gives an account's bytes, null for one that is not there, undefined for one that has not been read. A list
 *  that does not exist asks for nothing but the program. Extra signers are named without signing: the sender
 *  cannot sign for them either. */
export function resolveHookAccounts(
  transfer: HookedTransfer,
  dataOf: (address: string) => Uint8Array | null | undefined,
): HookResolution {
  const { program, metas } = transfer
  if (metas === null) return { done: true, accounts: [readonlyAccount(program)] }
  const rows = readRows(metas)
  if (rows === null) return { done: false, fault: 'the list of extra accounts cannot be read' }
  const list = extraMetasAddress(transfer.mint, program)
  const addresses = [transfer.source, transfer.mint, transfer.destination, transfer.authority, list]
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(transfer.amountRaw)
  const view: View = { addresses, instruction: Buffer.concat([HOOK_EXECUTE_TAG, amount]), program, dataOf }
  const extras: AccountUse[] = []
  for (const row of rows) {
    const found = resolveRow(row, view)
    if (typeof found !== 'string') return found
    addresses.push(found)
    extras.push({ address: found, isSigner: false, isWritable: row[34] === 1 })
  }
  return { done: true, accounts: [...extras, readonlyAccount(program), readonlyAccount(list)] }
}

type View = {
  readonly addresses: readonly string[]
  readonly instruction: Uint8Array
  readonly program: string
  readonly dataOf: (address: string) => Uint8Array | null | undefined
}
type Unresolved = Exclude<HookResolution, { done: true }>

function readRows(data: Uint8Array): readonly Uint8Array[] | null {
  if (data.length < ROWS_OFFSET || Buffer.compare(data.subarray(0, 8), HOOK_EXECUTE_TAG) !== 0) return null
  const count = readU32(data, 12)
  if (count > MAX_ROWS || ROWS_OFFSET + count * ROW_BYTES > data.length) return null
  return Array.from({ length: count }, (_, at) => data.subarray(ROWS_OFFSET + at * ROW_BYTES).subarray(0, ROW_BYTES))
}

/** First byte: 0 an address, 1 derived from the hook program, 2 an address found in data, from 128 on derived from the
 *  program that stands at that place less 128. */
function resolveRow(row: Uint8Array, view: View): string | Unresolved {
  const kind = row[0]!
  const config = row.subarray(1, 33)
  if (kind === 0) return encodeBase58(config)
  if (kind === 2) return addressInData(config, view)
  if (kind !== 1 && kind < 128) return { done: false, fault: `an extra account of kind ${kind}` }
  const program = kind === 1 ? view.program : view.addresses[kind - 128]
  if (program === undefined) return { done: false, fault: 'an extra account derived from a later one' }
  const seeds = readSeeds(config, view)
  return Array.isArray(seeds) ? findProgramAddress(seeds, program).address : (seeds as Unresolved)
}

/** Seeds: 1 literal (length, bytes), 2 instruction data (offset, length), 3 address (place), 4 data (place, offset,
 *  length); 0 ends them. */
function readSeeds(config: Uint8Array, view: View): Uint8Array[] | Unresolved {
  const seeds: Uint8Array[] = []
  for (let at = 0; at < config.length && config[at] !== 0; ) {
    const [kind, first = 0, second = 0, third = 0] = config.subarray(at, at + 4)
    let seed: Uint8Array | Unresolved | null
    if (kind === 1) {
      seed = sliceOf(config, at + 2, first)
      at += 2 + first
    } else if (kind === 2) {
      seed = sliceOf(view.instruction, first, second)
      at += 3
    } else if (kind === 3) {
      const address = view.addresses[first]
      seed = address === undefined ? null : addressBytes(address)
      at += 2
    } else if (kind === 4) {
      seed = dataSlice(view, first, second, third)
      at += 4
    } else return { done: false, fault: `a seed of kind ${kind}` }
    if (seed === null || (seed instanceof Uint8Array && seed.length > 32))
      return { done: false, fault: 'a seed out of reach' }
    if (!(seed instanceof Uint8Array)) return seed
    seeds.push(seed)
    if (seeds.length >= MAX_SEEDS) return { done: false, fault: 'too many seeds' }
  }
  return seeds
}

/** Kinds: 1 in the instruction's data (offset), 2 in an account's data (place, offset). */
function addressInData(config: Uint8Array, view: View): string | Unresolved {
  const found =
    config[0] === 1
      ? sliceOf(view.instruction, config[1]!, 32)
      : config[0] === 2
        ? dataSlice(view, config[1]!, config[2]!, 32)
        : null
  if (found === null) return { done: false, fault: 'an address out of reach' }
  return found instanceof Uint8Array ? encodeBase58(found) : found
}

function dataSlice(view: View, place: number, offset: number, length: number): Uint8Array | Unresolved | null {
  const address = view.addresses[place]
  if (address === undefined) return null
  const data = view.dataOf(address)
  if (data === undefined) return { done: false, wanted: address }
  return data === null ? null : sliceOf(data, offset, length)
}

function sliceOf(bytes: Uint8Array, offset: number, length: number): Uint8Array | null {
  return offset + length <= bytes.length ? bytes.subarray(offset, offset + length) : null
}

function keyOrNull(key: Uint8Array): string | null {
  return key.every((byte) => byte === 0) ? null : encodeBase58(key)
}
