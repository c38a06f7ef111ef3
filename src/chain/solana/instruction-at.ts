import type { ChainInstruction, ChainTransaction } from './transaction.ts'

/** The instruction at a path (top-level index, then inner index or -1), if it was recorded. */
export function instructionAt(
  transaction: ChainTransaction,
  [top, inner]: readonly [number, number],
): ChainInstruction | undefined {
  return inner < 0 ? transaction.instructions[top] : transaction.innerInstructions[top]?.[inner]
}

/** What the instruction at a path called itself, one level down, in order. Records without stack heights give every
 *  instruction up to the next one of the same program. */
export function callsOf(
  transaction: ChainTransaction,
  [top, inner]: readonly [number, number],
): readonly ChainInstruction[] {
  const group = transaction.innerInstructions[top] ?? []
  const caller = instructionAt(transaction, [top, inner])
  if (caller === undefined) return []
  const height = inner < 0 ? 1 : caller.stackHeight
  const calls: ChainInstruction[] = []
  for (let at = inner + 1; at < group.length; at++) {
    const call = group[at]!
    if (height === null || call.stackHeight === null) {
      calls.push(call)
      // Its event call ends an instruction of such a program; whatever follows belongs to the caller's caller.
      if (call.programId === caller.programId) break
    } else if (call.stackHeight <= height) break
    else if (call.stackHeight === height + 1) calls.push(call)
  }
  return calls
}
