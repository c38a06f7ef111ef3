import assert from 'node:assert/strict'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { encodeCount, MESSAGE_LIMITS } from '../../hot-paths/wire-transaction.ts'
import type { Instruction } from './instructions.ts'
import { type Keypair, signBytes } from './keypair.ts'
import { addressBytes } from './pda.ts'

export type LookupTable = { readonly address: string; readonly addresses: readonly string[] }
/** Version 1 says these in the message. The first two are required: the runtime takes an absent one as zero. */
export type V1Config = {
  readonly computeUnitLimit: number
  readonly loadedAccountsDataSizeLimit: number
  /** Total, on top of the signature fees. */
  readonly priorityFeeLamports?: bigint
  readonly heapSizeBytes?: number
}
type MessageInput = {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}
export type CompiledMessage = {
  readonly version: 'legacy' | 0 | 1
  readonly bytes: Uint8Array
  /** Who must sign, in the order of the signatures. */
  readonly signers: readonly string[]
  /** Those from lookup tables included. */
  readonly keyCount: number
  readonly instructionCount: number
}
export type SignedTransaction = { readonly wire: Uint8Array; readonly signature: string }

type KeyUse = { isSigner: boolean; isWritable: boolean; isInvoked: boolean }
type Keys = {
  readonly ordered: readonly string[]
  readonly header: readonly [number, number, number]
  readonly signers: readonly string[]
}

export function compileLegacyMessage(input: MessageInput): CompiledMessage {
  const keys = orderKeys(collectKeys(input))
  const index = indexOf(keys.ordered)
  const bytes = Buffer.concat([...headAndKeys(keys, input.blockhash), ...compactInstructions(input, index)])
  return { version: 'legacy', bytes, signers: keys.signers, ...countsOf(keys, input) }
}

/** Keys that neither sign nor are invoked are taken from the tables where these hold them. */
export function compileV0Message(
  input: MessageInput & { readonly lookupTables?: readonly LookupTable[] },
): CompiledMessage {
  const uses = collectKeys(input)
  const lookups = (input.lookupTables ?? []).map((table) => drainTable(uses, table)).filter((one) => one !== null)
  const keys = orderKeys(uses)
  const loaded = [...lookups.flatMap((one) => one.writable), ...lookups.flatMap((one) => one.readonly)]
  const index = indexOf([...keys.ordered, ...loaded.map((entry) => entry.address)])
  const tables = lookups.flatMap(({ table, writable, readonly }) => [
    addressBytes(table),
    encodeCount(writable.length),
    Uint8Array.from(writable, (entry) => entry.position),
    encodeCount(readonly.length),
    Uint8Array.from(readonly, (entry) => entry.position),
  ])
  const head = headAndKeys(keys, input.blockhash)
  const body = compactInstructions(input, index)
  const bytes = Buffer.concat([Uint8Array.of(0x80), ...head, ...body, encodeCount(lookups.length), ...tables])
  const counts = countsOf(keys, input)
  return { version: 0, bytes, signers: keys.signers, ...counts, keyCount: counts.keyCount + loaded.length }
}

export function compileV1Message(input: MessageInput & { readonly config: V1Config }): CompiledMessage {
  const { config, instructions } = input
  const keys = orderKeys(collectKeys(input))
  const index = indexOf(keys.ordered)
  const fee = config.priorityFeeLamports
  const heap = config.heapSizeBytes
  const mask = (fee === undefined ? 0 : 3) | 4 | 8 | (heap === undefined ? 0 : 16)
  const values = Buffer.alloc((fee === undefined ? 0 : 8) + 8 + (heap === undefined ? 0 : 4))
  let at = fee === undefined ? 0 : values.writeBigUInt64LE(fee, 0)
  at = values.writeUInt32LE(config.computeUnitLimit, at)
  at = values.writeUInt32LE(config.loadedAccountsDataSizeLimit, at)
  if (heap !== undefined) values.writeUInt32LE(heap, at)
  const bytes = Buffer.concat([
    Uint8Array.of(0x81, ...keys.header, mask, 0, 0, 0),
    addressBytes(input.blockhash),
    Uint8Array.of(instructions.length, keys.ordered.length),
    ...keys.ordered.map(addressBytes),
    values,
    ...instructions.map(({ programId, accounts, data }) =>
      Uint8Array.of(index(programId), accounts.length, data.length & 255, data.length >> 8),
    ),
    ...instructions.flatMap(({ accounts, data }) => [Uint8Array.from(accounts, (use) => index(use.address)), data]),
  ])
  return { version: 1, bytes, signers: keys.signers, ...countsOf(keys, input) }
}

function countsOf(keys: Keys, { instructions }: MessageInput) {
  return { keyCount: keys.ordered.length, instructionCount: instructions.length }
}

/** Joins a message with its signatures (in the order of `signers`) to wire bytes. Asserts the size limit. */
export function joinSignatures(message: CompiledMessage, signatures: readonly Uint8Array[]): Uint8Array {
  assert.equal(signatures.length, message.signers.length, 'one signature for each signer')
  for (const signature of signatures) assert.equal(signature.length, 64, 'a signature has 64 bytes')
  const wire =
    message.version === 1
      ? Buffer.concat([message.bytes, ...signatures])
      : Buffer.concat([encodeCount(signatures.length), ...signatures, message.bytes])
  const limit = MESSAGE_LIMITS[message.version].wireBytes
  assert(wire.length <= limit, `transaction of ${wire.length} bytes, limit ${limit}`)
  return wire
}

/** Signs with the key pairs of all signers, in any order; asserts that none is missing. */
export function signMessage(message: CompiledMessage, keypairs: readonly Keypair[]): SignedTransaction {
  const signatures = message.signers.map((address) => {
    const keypair = keypairs.find((one) => one.address === address)
    assert(keypair, `no key for signer ${address}`)
    return signBytes(keypair, message.bytes)
  })
  return { wire: joinSignatures(message, signatures), signature: encodeBase58(signatures[0]!) }
}

/** Wire bytes with all signatures zero, for simulation and for senders that the chain trusts. */
export function joinWithoutSignatures(message: CompiledMessage): Uint8Array {
  return joinSignatures(
    message,
    message.signers.map(() => new Uint8Array(64)),
  )
}

/** Uses in order of first appearance, payer first; a program comes before its accounts. */
function collectKeys({ payer, instructions }: MessageInput): Map<string, KeyUse> {
  const uses = new Map<string, KeyUse>([[payer, { isSigner: true, isWritable: true, isInvoked: false }]])
  const useOf = (address: string): KeyUse => {
    let use = uses.get(address)
    if (use === undefined) {
      use = { isSigner: false, isWritable: false, isInvoked: false }
      uses.set(address, use)
    }
    return use
  }
  for (const { programId, accounts } of instructions) {
    useOf(programId).isInvoked = true
    for (const account of accounts) {
      const use = useOf(account.address)
      use.isSigner ||= account.isSigner
      use.isWritable ||= account.isWritable
    }
  }
  return uses
}

type DrainedEntry = { readonly address: string; readonly position: number }

/** Takes the keys a table can serve out of `uses`; null when it serves none. */
function drainTable(uses: Map<string, KeyUse>, table: LookupTable) {
  const position = new Map(table.addresses.map((address, at) => [address, at]))
  const writable: DrainedEntry[] = []
  const readonly: DrainedEntry[] = []
  for (const [address, use] of uses) {
    const at = position.get(address)
    if (at === undefined || at > 255 || use.isSigner || use.isInvoked) continue
    const entries = use.isWritable ? writable : readonly
    entries.push({ address, position: at })
    uses.delete(address)
  }
  return writable.length + readonly.length === 0 ? null : { table: table.address, writable, readonly }
}

function orderKeys(uses: ReadonlyMap<string, KeyUse>): Keys {
  const pick = (isSigner: boolean, isWritable: boolean): string[] =>
    [...uses]
      .filter(([, use]) => use.isSigner === isSigner && use.isWritable === isWritable)
      .map(([address]) => address)
  const writableSigners = pick(true, true)
  const readonlySigners = pick(true, false)
  const readonlyOthers = pick(false, false)
  const signers = [...writableSigners, ...readonlySigners]
  const ordered = [...signers, ...pick(false, true), ...readonlyOthers]
  assert(ordered.length <= 256, `at most 256 keys, got ${ordered.length}`)
  return { ordered, signers, header: [signers.length, readonlySigners.length, readonlyOthers.length] }
}

function indexOf(addresses: readonly string[]): (address: string) => number {
  const positions = new Map(addresses.map((address, at) => [address, at]))
  return (address) => {
    const at = positions.get(address)
    assert(at !== undefined && at < 256, `key without index: ${address}`)
    return at
  }
}

function headAndKeys(keys: Keys, blockhash: string): Uint8Array[] {
  const count = encodeCount(keys.ordered.length)
  return [Uint8Array.from(keys.header), count, ...keys.ordered.map(addressBytes), addressBytes(blockhash)]
}

function compactInstructions({ instructions }: MessageInput, index: (address: string) => number): Uint8Array[] {
  return [
    encodeCount(instructions.length),
    ...instructions.flatMap(({ programId, accounts, data }) => [
      Uint8Array.of(index(programId)),
      encodeCount(accounts.length),
      Uint8Array.from(accounts, (use) => index(use.address)),
      encodeCount(data.length),
      data,
    ]),
  ]
}
