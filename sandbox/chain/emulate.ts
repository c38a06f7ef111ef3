import assert from 'node:assert/strict'
import { COMPUTE_BUDGET_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { rewriteInstructions, type WireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import { type ChainCore, peekAccount, unixTimeSec } from './chain-core.ts'
import { foresee } from './foresee.ts'
import type { MessageKeys } from './lookup-tables.ts'
import { EMULATOR_FAILED, encodeOp, isEventSelfCall, positionsOf, scriptHeader, scriptIdOf } from './script.ts'
import type { AccountState, EmulatorCall, ExecutedTransaction, ScriptOp } from './types.ts'

/* Puts scripts in the place of the data of emulated programs' instructions. An emulator sees the state just before its
 * instruction: where earlier instructions of the message touched what it reads, the message is cut before it and
 * simulated. Keys, indexes and order stay, so what the runtime records fits the original message. */

/** Data of one instruction is at most what its two length bytes say. */
const MAX_SCRIPT_BYTES = 65_535
const MAX_FAULT_TEXT = 200
/** Anchor's error for an account that should have signed. */
const CONSTRAINT_SIGNER = 2002

export type ScriptedWire = {
  readonly wire: Uint8Array
  /** Genuine data by script id, to be put back where a script was called by another script. */
  readonly genuineData: ReadonlyMap<number, Uint8Array>
}

type Session = {
  readonly core: ChainCore
  readonly wire: Uint8Array
  readonly transaction: WireTransaction
  readonly keys: MessageKeys
  readonly feeLamports: bigint
  /** Scripts written so far, by index of the top-level instruction. */
  readonly scripts: Map<number, Uint8Array>
  readonly genuineData: Map<number, Uint8Array>
}

export function isEmulated(core: ChainCore, program: string): boolean {
  return core.emulators.has(program)
}

/** Runs the emulators of a message. Returns the wire bytes as they are when none is concerned. */
export function scriptEmulated(
  core: ChainCore,
  wire: Uint8Array,
  transaction: WireTransaction,
  { keys, feeLamports }: { keys: MessageKeys; feeLamports: bigint },
): ScriptedWire {
  const scripts = new Map<number, Uint8Array>()
  const session: Session = { core, wire, transaction, keys, feeLamports, scripts, genuineData: new Map() }
  for (const [index, instruction] of transaction.instructions.entries()) {
    const programId = keys.all[instruction.programIndex]!
    if (!isEmulated(core, programId)) continue
    const accounts = [...instruction.accountIndexes].map((key) => ({
      address: keys.all[key]!,
      isSigner: key < transaction.requiredSignatures,
      isWritable: keys.isWritable[key]!,
    }))
    const call = { programId, accounts, data: instruction.data }
    scripts.set(index, writeScript(session, call, { index, enclose: null }))
  }
  if (scripts.size === 0) return { wire, genuineData: session.genuineData }
  return { wire: rewriteInstructions(wire, transaction, { data: scripts }), genuineData: session.genuineData }
}

/** Inner instructions as the real programs would have left them: no script shows. */
export function restoreGenuineData(
  core: ChainCore,
  inner: ExecutedTransaction['innerInstructions'],
  genuineData: ReadonlyMap<number, Uint8Array>,
): ExecutedTransaction['innerInstructions'] {
  if (genuineData.size === 0) return inner
  return inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((instruction) => {
      const id = scriptIdOf(core.standIn.magic, instruction.data)
      return id === null ? instruction : { ...instruction, data: genuineData.get(id) ?? new Uint8Array(0) }
    }),
  }))
}

type Call = Pick<EmulatorCall, 'programId' | 'accounts' | 'data'>
type Place = {
  readonly index: number
  /** For a call from a script: the top-level script so far, ending in this call with the given data. */
  readonly enclose: ((data: Uint8Array) => Uint8Array) | null
}

function writeScript(session: Session, call: Call, place: Place): Uint8Array {
  const { core, genuineData } = session
  const id = genuineData.size
  genuineData.set(id, call.data)
  const head = scriptHeader(core.standIn.magic, id)
  try {
    const positionOf = positionsOf(call.accounts)
    const parts = [head]
    // Only the program itself can sign for its event authority, so no one else's event call gets through.
    if (isEventSelfCall(call.data))
      return Buffer.concat([head, encodeOp({ op: 'fail', customCode: CONSTRAINT_SIGNER }, positionOf)])
    for (const op of runEmulator(session, call, place, head)) {
      const isOwnEvent = op.op === 'cpi' && op.program === call.programId && isEventSelfCall(op.data)
      if (op.op === 'cpi' && isEmulated(core, op.program) && !isOwnEvent) {
        const before = [...parts]
        const withData = (data: Uint8Array) => Buffer.concat([...before, encodeOp({ ...op, data }, positionOf)])
        const enclose = (data: Uint8Array) => place.enclose?.(withData(data)) ?? withData(data)
        const inner = { programId: op.program, accounts: op.accounts, data: op.data }
        parts.push(encodeOp({ ...op, data: writeScript(session, inner, { index: place.index, enclose }) }, positionOf))
      } else parts.push(encodeOp(op, positionOf))
    }
    const script = Buffer.concat(parts)
    assert(script.length <= MAX_SCRIPT_BYTES, `script of ${script.length} bytes (max ${MAX_SCRIPT_BYTES})`)
    return script
  } catch (error) {
    core.onEmulatorFault(call.programId, error)
    return failingScript(head, error)
  }
}

function runEmulator(session: Session, call: Call, place: Place, head: Uint8Array): readonly ScriptOp[] {
  const { core } = session
  const emulator = core.emulators.get(call.programId)
  assert(emulator, `no emulator of ${call.programId}`)
  return emulator.run({
    ...call,
    read: createReader(session, place, head),
    slot: core.open.slot,
    unixTimeSec: unixTimeSec(core),
    minimumBalanceLamports: core.runtime.minimumBalanceLamports,
  })
}

/** Reads state as it is just before the instruction. */
function createReader(session: Session, { index, enclose }: Place, head: Uint8Array) {
  const { core, transaction, keys, feeLamports } = session
  const touched = new Set<string>()
  const last = enclose === null ? index : index + 1
  for (const { accountIndexes } of transaction.instructions.slice(0, last))
    for (const key of accountIndexes) if (keys.isWritable[key]) touched.add(keys.all[key]!)
  const now = (address: string): AccountState | null => {
    const state = peekAccount(core, address)
    return address === keys.all[0] && state !== null ? { ...state, lamports: state.lamports - feeLamports } : state
  }
  const foreseen =
    enclose === null && touched.size > 0
      ? foresee(prefixOf(session, index), now, core.runtime.minimumBalanceLamports)
      : undefined
  let post: ReadonlyMap<string, AccountState | null> | null | undefined
  return (address: string): AccountState | null => {
    if (touched.has(address)) {
      const state = foreseen?.(address)
      if (state !== undefined) return state
      // An empty script in the place of the call: everything before it has happened, nothing of it has.
      if (post === undefined) post = simulatePrefix(session, index, enclose?.(head) ?? null)
      // When the cut message fails, so will the whole one, and before this instruction: any answer will do.
      if (post?.has(address)) return core.hidden.has(address) ? null : post.get(address)!
    }
    return touched.has(address) ? peekAccount(core, address) : now(address)
  }
}

/** The instructions before one, by address. */
function prefixOf({ transaction, keys }: Session, index: number) {
  return transaction.instructions.slice(0, index).map(({ programIndex, accountIndexes, data }) => ({
    programId: keys.all[programIndex]!,
    accounts: [...accountIndexes].map((key) => ({ address: keys.all[key]!, isWritable: keys.isWritable[key]! })),
    data,
  }))
}

function simulatePrefix(
  { core, wire, transaction, keys, scripts }: Session,
  index: number,
  partial: Uint8Array | null,
): ReadonlyMap<string, AccountState | null> | null {
  const data = new Map(scripts)
  if (partial !== null) data.set(index, partial)
  const keep: number[] = []
  for (const [at, { programIndex }] of transaction.instructions.entries()) {
    // The compute budget holds for the whole message wherever its instructions stand.
    const isBudget = keys.all[programIndex] === COMPUTE_BUDGET_PROGRAM
    if (at < index || (at === index && partial !== null) || isBudget) keep.push(at)
  }
  return core.runtime.simulateAccounts(rewriteInstructions(wire, transaction, { keep, data }))
}

function failingScript(head: Uint8Array, error: unknown): Uint8Array {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAULT_TEXT)
  const nobody = () => 0
  return Buffer.concat([
    head,
    encodeOp({ op: 'log', text: `sandbox emulator failed: ${text}` }, nobody),
    encodeOp({ op: 'fail', customCode: EMULATOR_FAILED }, nobody),
  ])
}
