import { isBase58 } from '../../hot-paths/base58.ts'
import { SpelledInstruction } from './spelled-instruction.ts'
import type { ChainInstruction, ChainTransaction } from './transaction.ts'

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

function eventsFromCalls(transaction: ChainTransaction, programId: string): AnchorEvent[] {
  const { innerInstructions } = transaction
  const events: AnchorEvent[] = []
  let announced: AnnouncedLines | null = null
  for (let top = 0; top < innerInstructions.length; top++) {
    const group = innerInstructions[top]!
    for (let at = 0; at < group.length; at++) {
      const call = group[at]!
      if (call.programId !== programId) continue
      const isLong = call instanceof SpelledInstruction && call.dataBase58.length >= MIN_LETTERS_FROM_LOG
      if (!isLong && !hasEventTag(call.data)) continue
      const parent = callerOf(transaction, top, at, programId)
      // What another program calls this one with is not this one's word.
      if (parent === null) continue
      if (isLong) {
        announced ??= announcedLines(transaction, programId)
        readFromLog(announced, call, [top, parent])
      }
      if (hasEventTag(call.data)) events.push({ path: [top, parent], bytes: call.data.subarray(EVENT_CPI_TAG.length) })
    }
  }
  return events
}

/** Shorter ones are read as fast as they are compared. */
const MIN_LETTERS_FROM_LOG = 100
const LETTERS_PER_BYTE = Math.log(256) / Math.log(58)
const BASE64_LETTERS_PER_BYTE = 4 / 3
/** By how much the length of an event may differ from what its line's letters are good for. */
const LENGTH_TOLERANCE_BYTES = 4
/** Calls and lines come in one order, but for events that are announced on one channel only. */
const LINES_TRIED = 4

/** The lines in which a program announced events, and the call that wrote each, while its calls are read. */
type AnnouncedLines = Spoken & { next: number }

function announcedLines(transaction: ChainTransaction, programId: string): AnnouncedLines {
  const { lines, calls } = spokenIn(transaction)
  const announced = { lines: [] as string[], calls: [] as LoggedCall[], next: 0 }
  for (let at = 0; at < lines.length; at++) {
    if (calls[at]!.program !== programId || !lines[at]!.startsWith(DATA)) continue
    announced.lines.push(lines[at]!)
    announced.calls.push(calls[at]!)
  }
  return announced
}

/** Events that a program announces on both channels are read from its log, where the call spells the same and one
 *  instruction of the program, at `path`, made both. */
function readFromLog(announced: AnnouncedLines, call: SpelledInstruction, path: readonly [number, number]): void {
  const { lines, calls, next } = announced
  for (let at = next; at < lines.length && at < next + LINES_TRIED; at++) {
    const line = lines[at]!
    const { path: own } = calls[at]!
    if (own[0] !== path[0] || own[1] !== path[1]) continue
    const expected = call.dataBase58.length / LETTERS_PER_BYTE - EVENT_CPI_TAG.length
    if (Math.abs((line.length - DATA.length) / BASE64_LETTERS_PER_BYTE - expected) > LENGTH_TOLERANCE_BYTES) continue
    const event = Buffer.from(line.slice(DATA.length), 'base64')
    const bytes = new Uint8Array(EVENT_CPI_TAG.length + event.length)
    bytes.set(EVENT_CPI_TAG)
    bytes.set(event, EVENT_CPI_TAG.length)
    if (!call.takeBytes(bytes)) continue
    announced.next = at + 1
    return
  }
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

const DATA = 'Program data: '
const PROGRAM = 'Program '
const INVOKE = ' invoke ['
const SUCCESS = ' success'
const FAILED = ' failed: '
const MIN_ADDRESS_LETTERS = 32
const MAX_ADDRESS_LETTERS = 44
const TOP_DEPTH = '1]'
const CLOSING_BRACKET = 0x5d
const ZERO = 0x30
const MAX_DEPTH_DIGITS = 4

type LoggedCall = { readonly program: string; readonly path: readonly [number, number] }
/** The lines that programs wrote themselves, and beside each the call that wrote it. */
type Spoken = { readonly lines: readonly string[]; readonly calls: readonly LoggedCall[] }

/** Reads the event lines. */
function eventsFromLogs(transaction: ChainTransaction, programId: string, prefix: string): AnchorEvent[] {
  const { lines, calls } = spokenIn(transaction)
  const events: AnchorEvent[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const { program, path } = calls[at]!
    if (program !== programId || line.length > MAX_EVENT_BYTES * 2 || !line.startsWith(prefix)) continue
    // One call may log several buffers, separated by blanks: an event is always one.
    const bytes = Buffer.from(line.slice(prefix.length), 'base64')
    if (bytes.length >= 8) events.push({ path, bytes })
  }
  return events
}

/** Read once for all who ask: the events of each program are looked for in turn. */
function spokenIn(transaction: ChainTransaction): Spoken {
  if (lastSpoken?.transaction !== transaction) lastSpoken = { transaction, spoken: readSpoken(transaction) }
  return lastSpoken.spoken
}

let lastSpoken: { readonly transaction: ChainTransaction; readonly spoken: Spoken } | null = null

/** An inner index is the count of inner invocations before it, which is how nodes number them. */
function readSpoken({ logs, instructions }: ChainTransaction): Spoken {
  const lines: string[] = []
  const calls: LoggedCall[] = []
  const stack: LoggedCall[] = []
  let top = -1
  let inner = -1
  for (let at = 0; at < logs.length; at++) {
    const line = logs[at]!
    const end = line.indexOf(' ', PROGRAM.length)
    const letters = end - PROGRAM.length
    // What a program says itself comes after "log:" or "data:", and no address is that short.
    if (letters < MIN_ADDRESS_LETTERS || letters > MAX_ADDRESS_LETTERS || !line.startsWith(PROGRAM)) {
      const call = stack.at(-1)
      if (call === undefined) continue
      lines.push(line)
      calls.push(call)
    } else if (line.charCodeAt(line.length - 1) === CLOSING_BRACKET && line.startsWith(INVOKE, end)) {
      const program = line.slice(PROGRAM.length, end)
      // `differenceOfCalls` counts no others, and would not miss an event that went to one.
      if (!isDepth(line, end + INVOKE.length) || !isBase58(program)) continue
      if (line.endsWith(TOP_DEPTH) && line.length === end + INVOKE.length + TOP_DEPTH.length) {
        // Precompiles run without a line, so the next top-level instruction of this program is meant.
        top = nextOf(instructions, program, top + 1)
        if (top < 0) break
        inner = -1
        stack.length = 0
      } else inner++
      stack.push({ program, path: [top, inner] })
    } else if (line.startsWith(FAILED, end) || (line.length === end + SUCCESS.length && line.endsWith(SUCCESS)))
      stack.pop()
  }
  return { lines, calls }
}

/** Whether one to four digits alone stand before the closing bracket. */
function isDepth(line: string, from: number): boolean {
  const end = line.length - 1
  if (end <= from || end > from + MAX_DEPTH_DIGITS) return false
  for (let at = from; at < end; at++) {
    const digit = line.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return false
  }
  return true
}

function nextOf(instructions: readonly ChainInstruction[], programId: string, from: number): number {
  for (let at = from; at < instructions.length; at++) if (instructions[at]!.programId === programId) return at
  return -1
}

/** True when the bytes begin with a discriminator given as 16 hex digits' bytes. */
export function startsWith(bytes: Uint8Array, discriminator: Uint8Array): boolean {
  if (bytes.length < discriminator.length) return false
  for (let i = 0; i < discriminator.length; i++) if (bytes[i] !== discriminator[i]) return false
  return true
}
