import type { ChainTransaction } from './transaction.ts'

/** First eight bytes of a program's call to itself that carries an event. */
export const EVENT_CPI_TAG = Buffer.from('e445a52e51cb9a1d', 'hex')
/** Longest event we look at; the runtime's own bound for inner instruction data is 10 kB. */
const MAX_EVENT_BYTES = 10_240

/** One event of an Anchor program: discriminator and body, and the instruction that announced it. */
export type AnchorEvent = {
  /** Top-level index, then inner index or -1: the instruction that emitted, not the call that carried the event. */
  readonly path: readonly [number, number]
  readonly bytes: Uint8Array
}

/** Every event a program announced in a transaction, once each, in order of the instructions. Some programs announce an
 *  event on two channels (a `Program data:` line and a call to themselves with the same bytes): the calls count, and
 *  the log lines only where no call is recorded, for programs that log alone and records without inner instructions.
 *  Log lines are attributed by the invoke stack, so another program cannot speak for this one. A failed transaction
 *  announces nothing. */
export function anchorEventsOf(transaction: ChainTransaction, programId: string): readonly AnchorEvent[] {
  if (transaction.err !== null) return []
  if (!transaction.accountKeys.includes(programId)) return []
  // Trades are read from them, and then launches.
  if (last.transaction !== transaction) last = { transaction, events: new Map() }
  let events = last.events.get(programId)
  if (events === undefined) {
    events = eventsFromCalls(transaction, programId)
    if (events.length === 0) events = eventsFromLogs(transaction, programId, DATA)
    last.events.set(programId, events)
  }
  return events
}

type Announced = {
  readonly transaction: ChainTransaction | null
  readonly events: Map<string, readonly AnchorEvent[]>
}
/** Of the transaction that was looked at last. */
let last: Announced = { transaction: null, events: new Map() }

/** What a program wrote into its log lines that begin with `prefix` and go on in base64, attributed as events are. */
export function loggedBytesOf(
  transaction: ChainTransaction,
  programId: string,
  prefix: string,
): readonly AnchorEvent[] {
  if (transaction.err !== null || !transaction.accountKeys.includes(programId)) return []
  return eventsFromLogs(transaction, programId, prefix)
}

function topLevelPrograms(transaction: ChainTransaction): readonly string[] {
  return transaction.instructions.map((instruction) => instruction.programId)
}

function eventsFromCalls(transaction: ChainTransaction, programId: string): AnchorEvent[] {
  const events: AnchorEvent[] = []
  transaction.innerInstructions.forEach((group, top) => {
    for (let at = 0; at < group.length; at++) {
      const call = group[at]!
      if (call.programId !== programId || !hasEventTag(call.data)) continue
      const parent = callerOf(transaction, top, at, programId)
      if (parent !== null) events.push({ path: [top, parent], bytes: call.data.subarray(EVENT_CPI_TAG.length) })
    }
  })
  return events
}

/** Index of the instruction of `programId` that made inner call `at`: -1 for the top-level one, null when the caller is
 *  another program. With stack heights the caller is the nearest earlier instruction one level up; records without
 *  heights name the nearest earlier instruction of the program that is no event call itself. */
function callerOf(transaction: ChainTransaction, top: number, at: number, programId: string): number | null {
  const group = transaction.innerInstructions[top]!
  const height = group[at]!.stackHeight
  for (let i = at - 1; i >= 0; i--) {
    const earlier = group[i]!
    if (height === null) {
      if (earlier.programId === programId && !hasEventTag(earlier.data)) return i
    } else if (earlier.stackHeight === height - 1) return earlier.programId === programId ? i : null
  }
  if (height !== null && height !== 2) return null
  return transaction.instructions[top]!.programId === programId ? -1 : null
}

function hasEventTag(data: Uint8Array): boolean {
  if (data.length < 16 || data.length > MAX_EVENT_BYTES) return false
  for (let i = 0; i < 8; i++) if (data[i] !== EVENT_CPI_TAG[i]) return false
  return true
}

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/
const LEAVE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) (?:success$|failed: )/
const DATA = 'Program data: '

/** Reads the event lines. An inner index is the count of inner invocations before it, which is how nodes number
 *  them. */
function eventsFromLogs(transaction: ChainTransaction, programId: string, prefix: string): AnchorEvent[] {
  const { logs } = transaction
  const topLevel = topLevelPrograms(transaction)
  const events: AnchorEvent[] = []
  const stack: { readonly program: string; readonly inner: number }[] = []
  let top = -1
  let inner = -1
  for (const line of logs) {
    if (line.startsWith(prefix)) {
      const current = stack.at(-1)
      if (current?.program !== programId || line.length > MAX_EVENT_BYTES * 2) continue
      // One call may log several buffers, separated by blanks: an event is always one.
      const bytes = Buffer.from(line.slice(prefix.length), 'base64')
      if (bytes.length >= 8) events.push({ path: [top, current.inner], bytes })
      continue
    }
    // Most lines are a program's own words, which the plainest look tells from the runtime's.
    const invoked = line.endsWith(']') ? INVOKE.exec(line) : null
    if (invoked !== null) {
      const program = invoked[1]!
      if (invoked[2] === '1') {
        // Precompiles run without a line, so the next top-level instruction of this program is meant.
        stack.length = 0
        inner = -1
        const next = topLevel.indexOf(program, top + 1)
        if (next < 0) return events
        top = next
        stack.push({ program, inner: -1 })
      } else {
        inner++
        stack.push({ program, inner })
      }
      continue
    }
    if ((line.endsWith('success') || line.includes(' failed: ')) && LEAVE.test(line)) stack.pop()
  }
  return events
}

/** True when the bytes begin with a discriminator given as 16 hex digits' bytes. */
export function startsWith(bytes: Uint8Array, discriminator: Uint8Array): boolean {
  if (bytes.length < discriminator.length) return false
  for (let i = 0; i < discriminator.length; i++) if (bytes[i] !== discriminator[i]) return false
  return true
}
