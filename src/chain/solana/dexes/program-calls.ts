import { anchorEventsOf, EVENT_CPI_TAG, startsWith } from '../anchor-event.ts'
import { readTransfers } from '../token-flows.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'

/** One instruction that a program ran, at the top level or called by another, with the events it announced. */
export type ProgramCall = {
  /** Top-level index, then inner index or -1. */
  readonly path: readonly [number, number]
  readonly instruction: ChainInstruction
  /** Discriminator and body of each, in order. */
  readonly events: readonly Uint8Array[]
}

/** Every instruction of a program in a transaction in the order they ran, its calls to itself that only carry an event
 *  left out. A failed transaction ran nothing. */
export function callsOfProgram(transaction: ChainTransaction, programId: string): readonly ProgramCall[] {
  if (transaction.err !== null || !transaction.accountKeys.includes(programId)) return []
  // Trades are read from them, and then launches.
  if (last?.transaction !== transaction) last = { transaction, calls: new Map() }
  let calls = last.calls.get(programId)
  if (calls === undefined) {
    calls = readCalls(transaction, programId)
    last.calls.set(programId, calls)
  }
  return calls
}

/** Of the transaction that was looked at last. */
let last: {
  readonly transaction: ChainTransaction
  readonly calls: Map<string, readonly ProgramCall[]>
} | null = null

function readCalls(transaction: ChainTransaction, programId: string): readonly ProgramCall[] {
  const { instructions, innerInstructions } = transaction
  const calls: ProgramCall[] = []
  const events = new EventsOfCalls(transaction, programId)
  for (let top = 0; top < instructions.length; top++) {
    const instruction = instructions[top]!
    if (isCall(instruction, programId)) calls.push(new CallOfProgram(events, instruction, [top, -1]))
    const group = innerInstructions[top]
    if (group === undefined) continue
    for (let inner = 0; inner < group.length; inner++)
      if (isCall(group[inner]!, programId)) calls.push(new CallOfProgram(events, group[inner]!, [top, inner]))
  }
  return calls
}

function isCall(instruction: ChainInstruction, programId: string): boolean {
  return instruction.programId === programId && !startsWith(instruction.data, EVENT_CPI_TAG)
}

const NO_EVENTS: readonly Uint8Array[] = []

class CallOfProgram implements ProgramCall {
  readonly path: readonly [number, number]
  readonly instruction: ChainInstruction
  readonly #events: EventsOfCalls

  constructor(events: EventsOfCalls, instruction: ChainInstruction, path: readonly [number, number]) {
    this.path = path
    this.instruction = instruction
    this.#events = events
  }

  get events(): readonly Uint8Array[] {
    return this.#events.at(this.path)
  }
}

/** Reading the log for them is what costs most, and not every reader asks. */
class EventsOfCalls {
  readonly #transaction: ChainTransaction
  readonly #programId: string
  #byPath: ReadonlyMap<number, readonly Uint8Array[]> | null = null

  constructor(transaction: ChainTransaction, programId: string) {
    this.#transaction = transaction
    this.#programId = programId
  }

  at(path: readonly [number, number]): readonly Uint8Array[] {
    this.#byPath ??= eventsByPath(this.#transaction, this.#programId)
    return this.#byPath.get(placeOf(path)) ?? NO_EVENTS
  }
}

/** More than a group has calls. */
const PLACES_OF_TOP = 2 ** 16

function placeOf([top, inner]: readonly [number, number]): number {
  return top * PLACES_OF_TOP + inner + 1
}

function eventsByPath(transaction: ChainTransaction, programId: string): ReadonlyMap<number, readonly Uint8Array[]> {
  const events = new Map<number, Uint8Array[]>()
  for (const { path, bytes } of anchorEventsOf(transaction, programId)) {
    const place = placeOf(path)
    const known = events.get(place)
    if (known === undefined) events.set(place, [bytes])
    else known.push(bytes)
  }
  return events
}

/** Base units that left one token account and that reached another while a call ran, whatever depth the transfers were
 *  made at; null for records that do not say how deep each instruction was called. */
export function movedWithin(
  transaction: ChainTransaction,
  { path: [top, inner], instruction }: Pick<ProgramCall, 'path' | 'instruction'>,
  accounts: { readonly from: string; readonly to: string },
): { readonly sentRaw: bigint; readonly receivedRaw: bigint } | null {
  const height = inner < 0 ? 1 : instruction.stackHeight
  if (height === null) return null
  const group = transaction.innerInstructions[top] ?? []
  let sentRaw = 0n
  let receivedRaw = 0n
  for (let at = inner + 1; at < group.length; at++) {
    const call = group[at]!
    if (call.stackHeight === null) return null
    if (call.stackHeight <= height) break
    for (const transfer of readTransfers(call)) {
      if (transfer.from === accounts.from) sentRaw += transfer.amountRaw
      if (transfer.to === accounts.to) receivedRaw += transfer.amountRaw
    }
  }
  return { sentRaw, receivedRaw }
}
