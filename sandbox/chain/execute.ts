import { ADDRESS_LOOKUP_TABLE_PROGRAM, SLOT_HASHES_SYSVAR, VOTE_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { WireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import { isBlockhashAlive } from './blockhash-ring.ts'
import { type ChainCore, newestBlockhash, noteChange, peekAccount, refreshSlotHashes } from './chain-core.ts'
import {
  areSignaturesValid,
  checkWire,
  fillTrustedSignatures,
  messageDigest,
  refuseInvalid,
  refuseParams,
  refusePreflight,
  refuseSignatures,
} from './check-wire.ts'
import { restoreGenuineData, scriptEmulated } from './emulate.ts'
import { MAX_COMPUTE_UNITS, transactionFeeLamports } from './fee.ts'
import { addTransaction } from './ledger.ts'
import { isSwitchedOff, type MessageKeys, resolveKeys } from './lookup-tables.ts'
import { advancedNonce, durableNonceOf } from './nonce.ts'
import type { RunResult } from './runtime.ts'
import { createDecimalsReader, isTokenProgram, tokenBalanceRow } from './token-balances.ts'
import type {
  AccountState,
  ExecutedTransaction,
  SendFailure,
  SendResult,
  Simulation,
  TokenBalanceRow,
} from './types.ts'

const SLOT_HASH_READERS = new Set([ADDRESS_LOOKUP_TABLE_PROGRAM, VOTE_PROGRAM, SLOT_HASHES_SYSVAR])

/** What the runtime says of a payer that cannot pay. */
const PAYER_FAULTS = new Set(['AccountNotFound', 'InsufficientFundsForFee', 'InvalidAccountForFee'])

/** A transaction that may run: its keys are resolved and it can pay its way in. */
type Admitted = {
  readonly transaction: WireTransaction
  readonly keys: MessageKeys
  readonly feeLamports: bigint
  readonly digest: string
  /** Set when the message lives by a durable nonce. */
  readonly nonce: string | null
}
type Admission = { readonly ok: true; readonly admitted: Admitted } | SendFailure

/** State of a message's keys at one moment, aligned with them; `states` holds no programs. */
type KeyStates = {
  readonly balances: readonly bigint[]
  readonly states: ReadonlyMap<string, AccountState | null>
  readonly tokenBalances: readonly TokenBalanceRow[]
}

/** Checks, executes and records a transaction in the open block. */
export function sendTransaction(
  core: ChainCore,
  given: Uint8Array,
  {
    skipPreflight = false,
    trustUnsigned = false,
    trustSigned = false,
  }: { skipPreflight?: boolean; trustUnsigned?: boolean; trustSigned?: boolean },
): SendResult {
  const signed = takeSigned(given, { trustUnsigned, trustSigned })
  if (!signed.ok) return signed
  const { wire, transaction } = signed
  const admission = admit(core, wire, transaction, { isBlockhashReplaced: false })
  if (!admission.ok) return admission
  const { admitted } = admission
  const { keys, nonce } = admitted

  const scripted = scriptEmulated(core, wire, transaction, admitted)
  const before = readKeyStates(core, keys, null)
  const run = core.runtime.execute(scripted.wire)
  if (!run.executed) {
    const isTaken = core.takesUnpaid && skipPreflight && nonce === null && PAYER_FAULTS.has(String(run.err))
    return isTaken
      ? recordNoOp(core, wire, admitted, { err: run.err, before })
      : refusePreflight(run.err ?? 'SanitizeFailure')
  }
  if (run.err !== null && !skipPreflight) {
    // A failed run changes the payer's balance and nothing else.
    const payer = keys.all[0]!
    core.runtime.write(payer, before.states.get(payer) ?? null)
    return refusePreflight(run.err, run)
  }
  if (nonce !== null) {
    const advanced = advancedNonce(core.runtime.account(nonce), newestBlockhash(core))
    if (advanced !== null) core.runtime.write(nonce, advanced)
  }
  const after = readKeyStates(core, keys, before)
  const executed = toExecuted(core, { wire, admitted, run, before, after, genuineData: scripted.genuineData })
  record(core, executed, admitted.digest)
  const changed = noteChanges(core, keys, before, after)
  core.events.emit('transaction', executed)
  for (const [address, state] of changed) core.events.emit('account', address, state, core.open.slot)
  return { ok: true, signature: executed.signature, transaction: executed }
}

/** A transaction whose payer cannot pay, taken into the block: it counts as processed and does nothing (SIMD-0290). It
 *  reports all of the compute units that it asked for. */
function recordNoOp(
  core: ChainCore,
  wire: Uint8Array,
  admitted: Admitted,
  { err, before }: { readonly err: RunResult['err']; readonly before: KeyStates },
): SendResult {
  const computeUnits = BigInt(admitted.transaction.config?.computeUnitLimit ?? MAX_COMPUTE_UNITS)
  const run = { executed: false, err, logs: [], computeUnits, innerInstructions: [], returnData: null }
  const done = toExecuted(core, { wire, admitted, run, before, after: before, genuineData: new Map() })
  const executed = { ...done, feeLamports: 0n, isNoOp: true } as const
  record(core, executed, admitted.digest)
  core.events.emit('transaction', executed)
  return { ok: true, signature: executed.signature, transaction: executed }
}

function record(core: ChainCore, executed: ExecutedTransaction, digest: string): void {
  core.open.transactions.push(executed)
  core.open.digests.push(digest)
  core.ring.processed.set(digest, core.open.slot)
  addTransaction(core.ledger, executed)
}

/** Own copy of wire bytes that passed codec and signatures. */
function takeSigned(
  given: Uint8Array,
  { trustUnsigned, trustSigned }: { trustUnsigned: boolean; trustSigned: boolean },
): { readonly ok: true; readonly wire: Uint8Array; readonly transaction: WireTransaction } | SendFailure {
  const wire = new Uint8Array(given)
  const checked = checkWire(wire)
  if (!checked.ok) return checked
  if (trustSigned) return { ok: true, wire, transaction: checked.transaction }
  if (!trustUnsigned)
    return areSignaturesValid(wire, checked.transaction)
      ? { ok: true, wire, transaction: checked.transaction }
      : refuseSignatures()
  // The views of the parsed transaction see what is filled in.
  return fillTrustedSignatures(wire, checked.transaction)
    ? { ok: true, wire, transaction: checked.transaction }
    : refuseSignatures()
}

/** Runs a transaction without leaving a trace. */
export function simulateTransaction(
  core: ChainCore,
  given: Uint8Array,
  { sigVerify = false, replaceRecentBlockhash = false }: { sigVerify?: boolean; replaceRecentBlockhash?: boolean },
): Simulation | SendFailure {
  if (sigVerify && replaceRecentBlockhash) return refuseParams('sigVerify may not be used with replaceRecentBlockhash')
  const checked = checkWire(given)
  if (!checked.ok) return checked
  if (sigVerify && !areSignaturesValid(given, checked.transaction)) return refuseSignatures()
  const { transaction } = checked
  const admission = admit(core, given, transaction, { isBlockhashReplaced: replaceRecentBlockhash })
  if (!admission.ok) return admission.err === null ? admission : failedSimulation(admission)
  const { admitted } = admission
  const scripted = scriptEmulated(core, given, transaction, admitted)
  const run = core.runtime.simulate(scripted.wire)
  const postAccounts = run.postAccounts === null ? null : new Map(run.postAccounts)
  for (const hidden of core.hidden) if (postAccounts?.has(hidden)) postAccounts.set(hidden, null)
  return {
    err: run.err,
    logs: run.logs,
    unitsConsumed: run.computeUnits,
    feeLamports: admitted.feeLamports,
    returnData: run.returnData,
    innerInstructions: restoreGenuineData(core, run.innerInstructions, scripted.genuineData),
    postAccounts,
  }
}

function failedSimulation(refused: SendFailure): Simulation {
  return {
    err: refused.err,
    logs: refused.logs,
    unitsConsumed: 0n,
    feeLamports: 0n,
    returnData: null,
    innerInstructions: [],
    postAccounts: null,
  }
}

/** Resolves tables; checks duplicates and the life of the blockhash. */
function admit(
  core: ChainCore,
  wire: Uint8Array,
  transaction: WireTransaction,
  { isBlockhashReplaced }: { isBlockhashReplaced: boolean },
): Admission {
  const account = (address: string) => peekAccount(core, address)
  const oldestSlot = core.ring.entries[0]!.slot
  const resolution = resolveKeys(transaction, {
    slot: core.open.slot,
    account,
    intern: core.intern,
    isRecentSlot: (slot) => slot >= BigInt(oldestSlot),
  })
  if (!resolution.ok)
    return resolution.err === 'AccountLoadedTwice' ? refusePreflight(resolution.err) : refuseInvalid(resolution.err)
  const { keys } = resolution
  if (mayReadSlotHashes(core, transaction, keys)) refreshSlotHashes(core)
  const digest = messageDigest(wire, transaction)
  const feeLamports = transactionFeeLamports(transaction, keys.staticKeys)
  const admitted = { transaction, keys, feeLamports, digest, nonce: null }
  if (isBlockhashReplaced) return { ok: true, admitted }
  if (core.ring.processed.has(digest)) return refusePreflight('AlreadyProcessed')
  if (isBlockhashAlive(core.ring, encodeBase58(transaction.blockhash), core.open.blockHeight))
    return { ok: true, admitted }
  const nonce = durableNonceOf(transaction, keys, { account, latestBlockhash: newestBlockhash(core) })
  return nonce === null ? refusePreflight('BlockhashNotFound') : { ok: true, admitted: { ...admitted, nonce } }
}

/** The programs that read the hashes are lookup tables and votes; of a real program no one knows. */
function mayReadSlotHashes(core: ChainCore, transaction: WireTransaction, keys: MessageKeys): boolean {
  if (core.realPrograms.size > 0) return true
  // Of a lookup table only one that was switched off needs them: to tell how long ago that was.
  if (transaction.lookups.some(({ table }) => isSwitchedOff(peekAccount(core, encodeBase58(table))))) return true
  return keys.all.some((key) => SLOT_HASH_READERS.has(key))
}

/** Balances of all keys and the states of the writable ones, which alone can change: from the index before a run
 *  (`before` is null), from the runtime after it. */
function readKeyStates(core: ChainCore, keys: MessageKeys, before: KeyStates | null): KeyStates {
  const states = new Map<string, AccountState | null>()
  const balances: bigint[] = []
  const tokenBalances: TokenBalanceRow[] = []
  const hasTokenProgram = keys.all.some(isTokenProgram)
  const decimalsOf = createDecimalsReader((mint) => states.get(mint) ?? peekAccount(core, mint))
  for (const [index, address] of keys.all.entries()) {
    const isWritable = keys.isWritable[index]!
    const isProgram = before !== null && isWritable && isProgramBefore(before, index, address)
    if (isProgram) core.runtime.forgetProgramBalance(address)
    const mayHaveChanged = before !== null && isWritable && !isProgram
    const state =
      mayHaveChanged && !core.hidden.has(address) ? core.runtime.account(address) : peekUnlessProgram(core, address)
    if (isWritable) states.set(address, state)
    balances.push(state?.lamports ?? (core.hidden.has(address) ? 0n : core.runtime.lamports(address)))
    const row = hasTokenProgram ? tokenBalanceRow(index, state, decimalsOf) : null
    if (row !== null) tokenBalances.push(row)
  }
  return { balances, states, tokenBalances }
}

/** Null also for programs, whose code may be large and does not change in a transaction. */
function peekUnlessProgram(core: ChainCore, address: string): AccountState | null {
  const known = core.index.states.get(address)
  if (known !== undefined) return known.executable ? null : known
  return core.hidden.has(address) ? null : core.runtime.accountUnlessProgram(address)
}

function isProgramBefore(before: KeyStates, index: number, address: string): boolean {
  return before.states.get(address) === null && before.balances[index]! > 0n
}

function noteChanges(
  core: ChainCore,
  keys: MessageKeys,
  before: KeyStates,
  after: KeyStates,
): [string, AccountState | null][] {
  const changed: [string, AccountState | null][] = []
  for (const [index, address] of keys.all.entries()) {
    if (!keys.isWritable[index]) continue
    const change = { before: before.states.get(address) ?? null, after: after.states.get(address) ?? null }
    if (isSameState(change.before, change.after)) continue
    noteChange(core, address, change)
    changed.push([address, change.after])
  }
  return changed
}

function isSameState(one: AccountState | null, other: AccountState | null): boolean {
  if (one === null || other === null) return one === other
  return one.lamports === other.lamports && one.owner === other.owner && Buffer.compare(one.data, other.data) === 0
}

function toExecuted(
  core: ChainCore,
  parts: {
    readonly wire: Uint8Array
    readonly admitted: Admitted
    readonly run: RunResult
    readonly before: KeyStates
    readonly after: KeyStates
    readonly genuineData: ReadonlyMap<number, Uint8Array>
  },
): ExecutedTransaction {
  const { wire, admitted, run, before, after, genuineData } = parts
  const { transaction, keys } = admitted
  return {
    signature: encodeBase58(transaction.signatures[0]!),
    slot: core.open.slot,
    indexInBlock: core.open.transactions.length,
    ...(core.open.bank === 0 ? {} : { bank: core.open.bank }),
    wire,
    version: transaction.version,
    accountKeys: keys.staticKeys,
    loadedAddresses: { writable: keys.loadedWritable, readonly: keys.loadedReadonly },
    err: run.err,
    feeLamports: admitted.feeLamports,
    computeUnits: run.computeUnits,
    logs: run.logs.map(core.intern),
    preBalances: before.balances,
    postBalances: after.balances,
    preTokenBalances: before.tokenBalances,
    postTokenBalances: after.tokenBalances,
    innerInstructions: restoreGenuineData(core, run.innerInstructions, genuineData),
    returnData: run.returnData,
  }
}
