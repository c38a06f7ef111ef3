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
  let events: ReadonlyMap<string, readonly Uint8Array[]> | null = null
  const eventsAt = (path: string): readonly Uint8Array[] => {
    events ??= eventsByPath(transaction, programId)
    return events.get(path) ?? []
  }
  const calls: ProgramCall[] = []
  const note = (instruction: ChainInstruction, path: readonly [number, number]): void => {
    if (instruction.programId !== programId || startsWith(instruction.data, EVENT_CPI_TAG)) return
    calls.push({
      path,
      instruction,
      // Reading the log for them is what costs most, and not every reader asks.
      get events() {
        return eventsAt(path.join())
      },
    })
  }
  for (const [top, instruction] of transaction.instructions.entries()) {
    note(instruction, [top, -1])
    for (const [inner, call] of (transaction.innerInstructions[top] ?? []).entries()) note(call, [top, inner])
  }
  return calls
}

function eventsByPath(transaction: ChainTransaction, programId: string): ReadonlyMap<string, readonly Uint8Array[]> {
  const events = new Map<string, Uint8Array[]>()
  for (const { path, bytes } of anchorEventsOf(transaction, programId)) {
    const known = events.get(path.join())
    if (known === undefined) events.set(path.join(), [bytes])
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
