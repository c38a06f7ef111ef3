import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58, decodeBase58Fixed, encodeBase58, isBase58 } from '../../hot-paths/base58.ts'
import {
  type InstructionPlace,
  isWritableOf,
  locateWireTransaction,
  type WirePlaces,
  type WireTransaction,
} from '../../hot-paths/wire-transaction.ts'
import {
  address,
  describe,
  type Faults,
  integer,
  lamports,
  list,
  object,
  optionalAddress,
  optionalInteger,
  text,
} from './checked-json.ts'
import { encodeParsedInstruction } from './encode-parsed-instruction.ts'
import { executionOutcome, NOT_EXECUTED } from './execution-outcome.ts'
import { textOfKeyAt } from './key-texts.ts'
import { SpelledInstruction } from './spelled-instruction.ts'
import type { ChainInstruction, ChainTransaction, MessageBudget, TokenBalance } from './transaction.ts'

/** What a block says about its transactions and a record inside it does not. */
export type BlockPlace = {
  readonly slot: number
  readonly blockTimeSec: number | null
  readonly indexInBlock: number
}

/** Bounds of what a node may hand us; the runtime's own are lower. */
const MAX_KEYS = 512
const MAX_INSTRUCTIONS = 512
const MAX_INNER_GROUPS = 512
const MAX_INNER = 1_024
/** Of all groups together, for a record may name one instruction again and again; whoever looks for a call's caller goes
 *  back through its group. */
const MAX_INNER_IN_ALL = 2_048
const MAX_LOG_LINES = 20_000
const MAX_TOKEN_ROWS = 512

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

type Message = {
  /** Undefined where there is none. */
  readonly signature: string | undefined
  readonly accountKeys: readonly string[]
  readonly writable: readonly boolean[]
  readonly signerCount: number
  readonly lookupTables: readonly string[]
  readonly budget: MessageBudget | null
  readonly instructions: readonly ChainInstruction[]
}

/** Decodes what a node answers to `getTransaction`, or one entry of `getBlock`'s `transactions` (then `place` says
 *  where it stood), in the encodings base64, json and jsonParsed. Nothing in the answer is trusted: types, keys,
 *  indexes and sizes are checked. Under jsonParsed, instructions that the node has taken apart and we cannot put
 *  together again have neither accounts nor data. Fails `not_found` for null and `upstream_failed` for what is no such
 *  record, among it a transaction version that we do not know. */
export function decodeTransaction(answer: unknown, place?: BlockPlace): Outcome<ChainTransaction> {
  if (answer === null || answer === undefined) return fail('not_found', 'transaction not found')
  const faults: Faults = { first: null }
  const record = object(faults, answer, 'transaction record')
  const meta = object(faults, record['meta'], 'meta')
  const stated = readVersion(record['version'])
  if (stated === null) return fail('upstream_failed', `unknown transaction version ${describe(record['version'])}`)
  if (faults.first !== null) return malformed(faults)

  const loaded = readLoaded(faults, meta['loadedAddresses'])
  const body = record['transaction']
  const wire = readWire(faults, body)
  if (faults.first !== null) return malformed(faults)
  const version = wire?.places.version ?? stated
  if (version !== stated && record['version'] !== undefined)
    return fail('upstream_failed', `transaction bytes are version ${version}, the record says ${stated}`)
  const message = wire === null ? jsonMessage(faults, body, loaded) : wireMessage(faults, wire, loaded)
  const { accountKeys } = message
  const preBalances = readBalances(faults, meta['preBalances'], accountKeys.length)
  const innerInstructions = readInner(faults, meta['innerInstructions'], accountKeys, message.instructions.length)
  const transaction: ChainTransaction = {
    signature: message.signature ?? '',
    slot: place?.slot ?? integer(faults, record['slot'], 'slot'),
    blockTimeSec: place === undefined ? optionalInteger(faults, record['blockTime'], 'blockTime') : place.blockTimeSec,
    indexInBlock: place?.indexInBlock ?? optionalInteger(faults, record['transactionIndex'], 'transactionIndex'),
    version,
    feeLamports: lamports(faults, meta['fee'], 'fee'),
    feePayer: accountKeys[0] ?? '',
    err: meta['err'] ?? null,
    signers: accountKeys.slice(0, message.signerCount),
    lookupTables: message.lookupTables,
    budget: message.budget,
    accountKeys,
    writable: message.writable,
    instructions: message.instructions,
    innerInstructions,
    preBalances,
    postBalances: readBalances(faults, meta['postBalances'], accountKeys.length, {
      rows: list(faults, meta['preBalances'], 'balances', MAX_KEYS),
      values: preBalances,
    }),
    preTokenBalances: readTokenBalances(faults, meta['preTokenBalances'], accountKeys.length),
    postTokenBalances: readTokenBalances(faults, meta['postTokenBalances'], accountKeys.length),
    logs: readLogs(faults, meta['logMessages']),
    computeUnits: optionalInteger(faults, meta['computeUnitsConsumed'], 'computeUnitsConsumed'),
  }
  if (message.signature === undefined || accountKeys.length === 0) faults.first ??= 'no signature or no accounts'
  return faults.first === null ? ok(withOutcome(transaction)) : malformed(faults)
}

/** No reader takes one that was never executed for a success, whatever its record says. */
function withOutcome(transaction: ChainTransaction): ChainTransaction {
  if (transaction.err !== null || executionOutcome(transaction) !== 'not_executed') return transaction
  return changesNothing(transaction) ? { ...transaction, err: NOT_EXECUTED } : transaction
}

function changesNothing(transaction: ChainTransaction): boolean {
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction
  const before = new Map(preTokenBalances.map((row) => [row.accountIndex, row.amountRaw]))
  return (
    preBalances.every((lamports, at) => postBalances[at] === lamports) &&
    preTokenBalances.length === postTokenBalances.length &&
    postTokenBalances.every((row) => before.get(row.accountIndex) === row.amountRaw)
  )
}

function malformed(faults: Faults): Outcome<never> {
  return fail('upstream_failed', `the node's transaction record is malformed: ${faults.first}`)
}

/** A record without the member was asked for without versions: it is a legacy transaction. */
function readVersion(value: unknown): 'legacy' | 0 | 1 | null {
  if (value === undefined || value === 'legacy') return 'legacy'
  return value === 0 || value === 1 ? value : null
}

type Wire = { readonly bytes: Uint8Array; readonly places: WirePlaces }

function readWire(faults: Faults, body: unknown): Wire | null {
  if (!Array.isArray(body) && typeof body !== 'string') return null
  const [encoded, encoding] = Array.isArray(body) ? body : [body, 'base58']
  const bytes =
    typeof encoded !== 'string'
      ? null
      : encoding === 'base64'
        ? Buffer.from(encoded, 'base64')
        : encoding === 'base58'
          ? decodeBase58(encoded)
          : null
  if (bytes === null) {
    faults.first ??= `transaction in an unknown encoding ${describe(encoding)}`
    return null
  }
  const located = locateWireTransaction(bytes)
  if (located.ok) return { bytes, places: located.places }
  faults.first ??= `transaction bytes: ${located.reason}`
  return null
}

type Loaded = { readonly writable: readonly string[]; readonly readonly: readonly string[] }

function readLoaded(faults: Faults, value: unknown): Loaded {
  if (value === undefined || value === null) return { writable: [], readonly: [] }
  const loaded = object(faults, value, 'loadedAddresses')
  return {
    writable: addressesIn(faults, loaded['writable'] ?? [], 'loadedAddresses.writable', 'writable'),
    readonly: addressesIn(faults, loaded['readonly'] ?? [], 'loadedAddresses.readonly', 'readonly'),
  }
}

function addressesIn(faults: Faults, value: unknown, what: string, each: string): readonly string[] {
  const rows = list(faults, value, what, MAX_KEYS)
  const addresses: string[] = []
  for (let at = 0; at < rows.length; at++) addresses.push(address(faults, rows[at], each))
  return addresses
}

function wireMessage(faults: Faults, { bytes, places }: Wire, loaded: Loaded): Message {
  const { keysOffset, keyCount, signatureCount, signaturesOffset } = places
  const accountKeys: string[] = []
  const writable: boolean[] = []
  for (let at = 0; at < keyCount; at++) {
    accountKeys.push(textOfKeyAt(bytes, keysOffset + at * KEY_BYTES))
    writable.push(isWritableOf(places, keyCount, at))
  }
  for (const key of loaded.writable) {
    accountKeys.push(key)
    writable.push(true)
  }
  for (const key of loaded.readonly) {
    accountKeys.push(key)
    writable.push(false)
  }
  const instructions: ChainInstruction[] = []
  for (let at = 0; at < places.instructions.length; at++)
    instructions.push(wireCall(faults, bytes, places.instructions[at]!, accountKeys))
  const signature = bytes.subarray(signaturesOffset, signaturesOffset + SIGNATURE_BYTES)
  return {
    signature: signatureCount === 0 ? undefined : encodeBase58(signature),
    accountKeys,
    writable,
    signerCount: places.requiredSignatures,
    lookupTables: places.lookups.map(({ tableOffset }) => textOfKeyAt(bytes, tableOffset)),
    budget: wireBudget(places),
    instructions,
  }
}

function wireCall(
  faults: Faults,
  bytes: Uint8Array,
  place: InstructionPlace,
  accountKeys: readonly string[],
): WireCall {
  const programId = keyAt(faults, accountKeys, place.programIndex)
  const end = place.accountsOffset + place.accountCount
  for (let at = place.accountsOffset; at < end; at++)
    if (bytes[at]! >= accountKeys.length) keyAt(faults, accountKeys, bytes[at])
  return new WireCall(programId, bytes, place, accountKeys)
}

/** An instruction of the message. Its accounts and its data are made when they are asked for: of most programs nobody
 *  asks. */
class WireCall implements ChainInstruction {
  readonly programId: string
  readonly stackHeight = 1
  readonly #bytes: Uint8Array
  readonly #place: InstructionPlace
  readonly #accountKeys: readonly string[]
  #accounts: readonly string[] | null = null
  #data: Uint8Array | null = null

  constructor(programId: string, bytes: Uint8Array, place: InstructionPlace, accountKeys: readonly string[]) {
    this.programId = programId
    this.#bytes = bytes
    this.#place = place
    this.#accountKeys = accountKeys
  }

  get accounts(): readonly string[] {
    if (this.#accounts !== null) return this.#accounts
    const { accountsOffset, accountCount } = this.#place
    const accounts: string[] = []
    for (let at = accountsOffset; at < accountsOffset + accountCount; at++)
      accounts.push(this.#accountKeys[this.#bytes[at]!]!)
    this.#accounts = accounts
    return accounts
  }

  get data(): Uint8Array {
    const { dataOffset, dataLength } = this.#place
    this.#data ??= this.#bytes.subarray(dataOffset, dataOffset + dataLength)
    return this.#data
  }

  toJSON(): ChainInstruction {
    const { programId, accounts, data, stackHeight } = this
    return { programId, accounts, data, stackHeight }
  }
}

/** The budget a message states itself: version 1 only. */
export function wireBudget({ config }: Pick<WireTransaction, 'config'>): MessageBudget | null {
  if (config === null) return null
  return { priorityFeeLamports: config.priorityFeeLamports, computeUnitLimit: config.computeUnitLimit }
}

function jsonMessage(faults: Faults, body: unknown, loaded: Loaded): Message {
  const transaction = object(faults, body, 'transaction')
  const message = object(faults, transaction['message'], 'message')
  const signatures = list(faults, transaction['signatures'], 'signatures', MAX_KEYS).map((one) => {
    const signature = text(faults, one, 'signature')
    if (decodeBase58Fixed(signature, 64) === null) faults.first ??= 'a signature is not 64 bytes'
    return signature
  })
  const rows = list(faults, message['accountKeys'], 'accountKeys', MAX_KEYS)
  const isParsed = rows.some((row) => typeof row === 'object')
  const keys = isParsed ? parsedKeys(faults, rows) : plainKeys(faults, rows, message['header'], loaded)
  const instructions = list(faults, message['instructions'], 'instructions', MAX_INSTRUCTIONS).map((one) =>
    readInstruction(faults, one, keys.accountKeys, 1),
  )
  const lookupTables = list(faults, message['addressTableLookups'] ?? [], 'addressTableLookups', MAX_KEYS).map((one) =>
    address(faults, object(faults, one, 'table lookup')['accountKey'], 'lookup table'),
  )
  const [signature] = signatures
  return { signature, ...keys, lookupTables, budget: jsonBudget(faults, message['transactionConfig']), instructions }
}

function jsonBudget(faults: Faults, value: unknown): MessageBudget | null {
  if (value === undefined || value === null) return null
  const config = object(faults, value, 'transactionConfig')
  const fee = config['priorityFee'] ?? null
  return {
    priorityFeeLamports: fee === null ? null : lamports(faults, fee, 'priorityFee'),
    computeUnitLimit: optionalInteger(faults, config['computeUnitLimit'], 'computeUnitLimit'),
  }
}

function plainKeys(faults: Faults, rows: readonly unknown[], header: unknown, loaded: Loaded) {
  const statics = rows.map((row) => address(faults, row, 'account key'))
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = object(
    faults,
    header,
    'header',
  )
  const signerCount = integer(faults, numRequiredSignatures, 'numRequiredSignatures')
  const readonlySigned = integer(faults, numReadonlySignedAccounts, 'numReadonlySignedAccounts')
  const readonlyUnsigned = integer(faults, numReadonlyUnsignedAccounts, 'numReadonlyUnsignedAccounts')
  if (signerCount > statics.length) faults.first ??= 'more signers than accounts'
  const writable = statics.map((_, index) =>
    index < signerCount ? index < signerCount - readonlySigned : index < statics.length - readonlyUnsigned,
  )
  return {
    accountKeys: [...statics, ...loaded.writable, ...loaded.readonly],
    writable: [...writable, ...loaded.writable.map(() => true), ...loaded.readonly.map(() => false)],
    signerCount,
  }
}

/** Under jsonParsed the keys carry their flags and the looked-up ones already follow the static ones. */
function parsedKeys(faults: Faults, rows: readonly unknown[]) {
  const keys = rows.map((row) => object(faults, row, 'account key'))
  return {
    accountKeys: keys.map((key) => address(faults, key['pubkey'], 'account key')),
    writable: keys.map((key) => key['writable'] === true),
    signerCount: keys.filter((key) => key['signer'] === true).length,
  }
}

function readInner(
  faults: Faults,
  value: unknown,
  accountKeys: readonly string[],
  topLevelCount: number,
): readonly (readonly ChainInstruction[])[] {
  const groups: ChainInstruction[][] = []
  for (let at = 0; at < topLevelCount; at++) groups.push([])
  let count = 0
  for (const one of list(faults, value ?? [], 'innerInstructions', MAX_INNER_GROUPS)) {
    const group = object(faults, one, 'inner instructions')
    const rows = list(faults, group['instructions'], 'inner instructions', MAX_INNER)
    const target = groups[integer(faults, group['index'], 'inner instruction index')]
    count += rows.length
    if (target === undefined) faults.first ??= 'inner instructions of an instruction that does not exist'
    else if (count > MAX_INNER_IN_ALL) faults.first ??= `more than ${MAX_INNER_IN_ALL} inner instructions`
    else for (let at = 0; at < rows.length; at++) target.push(readInstruction(faults, rows[at], accountKeys, null))
  }
  return groups
}

function readInstruction(
  faults: Faults,
  value: unknown,
  accountKeys: readonly string[],
  topHeight: number | null,
): ChainInstruction {
  const row = object(faults, value, 'instruction')
  const stackHeight = topHeight ?? optionalInteger(faults, row['stackHeight'], 'stackHeight')
  const programId =
    row['programId'] === undefined
      ? keyAt(faults, accountKeys, row['programIdIndex'])
      : address(faults, row['programId'], 'programId')
  if (row['parsed'] !== undefined) {
    const raw = encodeParsedInstruction(String(row['program']), row['parsed'])
    return { programId, accounts: raw?.accounts ?? [], data: raw?.data ?? new Uint8Array(0), stackHeight }
  }
  const places = list(faults, row['accounts'], 'accounts', MAX_KEYS)
  const isCounted = areIndexes(places, accountKeys.length)
  const accounts = isCounted
    ? null
    : places.map((one) => (typeof one === 'string' ? address(faults, one, 'account') : keyAt(faults, accountKeys, one)))
  const dataBase58 = text(faults, row['data'], 'data')
  if (!isBase58(dataBase58)) faults.first ??= 'instruction data is not base58'
  return new SpelledInstruction({
    programId,
    dataBase58,
    stackHeight,
    accounts,
    accountKeys,
    places: isCounted ? places : [],
  })
}

function areIndexes(places: readonly unknown[], count: number): places is readonly number[] {
  for (let at = 0; at < places.length; at++) {
    const place = places[at]
    if (typeof place !== 'number' || !(place >= 0 && place < count) || !Number.isInteger(place)) return false
  }
  return true
}

/** The record's own list: it is copied only where a line is none. */
function readLogs(faults: Faults, value: unknown): readonly string[] {
  const lines = list(faults, value ?? [], 'logMessages', MAX_LOG_LINES)
  for (const line of lines) if (typeof line !== 'string') return lines.map((one) => text(faults, one, 'log line'))
  return lines as readonly string[]
}

type ReadBefore = { readonly rows: readonly unknown[]; readonly values: readonly bigint[] }

/** `known`: balances that were read already; most accounts' are the same after as before. */
function readBalances(faults: Faults, value: unknown, count: number, known?: ReadBefore): readonly bigint[] {
  const rows = list(faults, value, 'balances', MAX_KEYS)
  if (rows.length !== count) faults.first ??= `${counted(rows.length, 'balance')} for ${counted(count, 'account')}`
  const balances: bigint[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    const same = known !== undefined && known.rows[at] === row ? known.values[at] : undefined
    balances.push(same ?? lamports(faults, row, 'balance'))
  }
  return balances
}

function readTokenBalances(faults: Faults, value: unknown, keyCount: number): readonly TokenBalance[] {
  const rows = list(faults, value ?? [], 'token balances', MAX_TOKEN_ROWS)
  const balances: TokenBalance[] = []
  for (let at = 0; at < rows.length; at++) balances.push(readTokenBalance(faults, rows[at], keyCount))
  return balances
}

function readTokenBalance(faults: Faults, value: unknown, keyCount: number): TokenBalance {
  const row = object(faults, value, 'token balance')
  const amount = object(faults, row['uiTokenAmount'], 'uiTokenAmount')
  const accountIndex = integer(faults, row['accountIndex'], 'accountIndex')
  if (accountIndex >= keyCount) faults.first ??= 'a token balance of an account that does not exist'
  return {
    accountIndex,
    mint: address(faults, row['mint'], 'mint'),
    owner: optionalAddress(faults, row['owner'], 'owner'),
    programId: optionalAddress(faults, row['programId'], 'programId'),
    amountRaw: lamports(faults, amount['amount'], 'token amount'),
    decimals: integer(faults, amount['decimals'], 'decimals'),
  }
}

function keyAt(faults: Faults, accountKeys: readonly string[], index: unknown): string {
  const key = typeof index === 'number' ? accountKeys[index] : undefined
  if (key === undefined) faults.first ??= `account index ${describe(index)} out of range`
  return key ?? ''
}
