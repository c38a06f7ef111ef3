import { ED25519_PROGRAM, SECP256K1_PROGRAM, SECP256R1_PROGRAM } from './program-ids.ts'
import type { ChainInstruction, ChainTransaction } from './transaction.ts'

/* A node's answer lists the calls of a transaction twice: in its log, and as its instructions with the inner ones.
 * Where the two differ, one list was cut, repeated, or belongs to another transaction. */

const CALL = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d{1,4})\]$/
/** `Program `, 44 letters, ` invoke [`, a depth of up to four digits, `]`. */
const LONGEST_CALL = 66
const CLOSING_BRACKET = 0x5d
const CUT = 'Log truncated'
const CALLED = ' invoke ['
/** Occurs once in each inner instruction, and nowhere else in a row whose message is in base64. */
const INNER = '"stackHeight":'
const BODY = '"transaction":["'
const BASE64_GROUP = 4
const GROUP_BYTES = 3
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
const HEADER_BYTES = 3
const VERSIONED = 0x80
/** First byte of a version 1 transaction, followed by its header, a mask, the blockhash and the count (SIMD-0385). */
const VERSION_1 = 0x81
const VERSION_1_COUNT_AT = 40
/** Longer counts take two bytes. */
const ONE_BYTE_COUNT = 127
/** Precompiles: checked before a transaction runs, they log nothing. */
const SILENT: ReadonlySet<string> = new Set([ED25519_PROGRAM, SECP256K1_PROGRAM, SECP256R1_PROGRAM])

type Call = { readonly programId: string; readonly height: number | null }

/** How the log of a successful transaction contradicts its instructions; null when it does not, or when the node kept
 *  no log. */
export function differenceOfCalls({ logs, instructions, innerInstructions }: ChainTransaction): string | null {
  if (logs.length === 0) return null
  const calls: Call[] = []
  for (const [at, { programId }] of instructions.entries()) {
    if (!SILENT.has(programId)) calls.push({ programId, height: 1 })
    for (const one of innerInstructions[at] ?? []) if (!SILENT.has(one.programId)) calls.push(callOf(one))
  }
  let next = 0
  for (const line of logs) {
    const found = mayBeCall(line) ? CALL.exec(line) : null
    if (found === null) continue
    const call = calls[next++]
    if (call === undefined || call.programId !== found[1]) return 'its log lists other calls than its instructions'
    if (call.height !== null && call.height !== Number(found[2])) return 'its log lists calls at another depth'
  }
  return next === calls.length || logs.includes(CUT) ? null : 'its log lists fewer calls than its instructions'
}

/** Most lines are no calls, and the expression takes as long as half of what else is done with a transaction's log. */
function mayBeCall(line: string): boolean {
  return line.length <= LONGEST_CALL && line.charCodeAt(line.length - 1) === CLOSING_BRACKET
}

function callOf({ programId, stackHeight }: ChainInstruction): Call {
  return { programId, height: stackHeight }
}

/** Whether the text of a block's row logs as many calls as its message and inner instructions make, because a log that
 *  lost a line may have lost the one a reader looks for. True for failed transactions and where the text does not show
 *  it. Reads a few bytes of the message and searches the text three times. */
export function logsEachCall(text: string): boolean {
  if (!text.includes('"err":null')) return true
  const atTop = instructionCountIn(text)
  return atTop === null || countOf(text, CALLED) === atTop + countOf(text, INNER)
}

function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++
  return count
}

/** Number of top-level instructions in the row's message; null for another encoding, or for more than 127 signatures or
 *  keys. */
function instructionCountIn(text: string): number | null {
  const start = text.indexOf(BODY) + BODY.length
  if (start < BODY.length) return null
  const byteAt = (index: number): number => {
    const group = start + Math.floor(index / GROUP_BYTES) * BASE64_GROUP
    return Buffer.from(text.slice(group, group + BASE64_GROUP), 'base64')[index % GROUP_BYTES] ?? 0
  }
  const signatures = byteAt(0)
  if (signatures === VERSION_1) return byteAt(VERSION_1_COUNT_AT)
  if (signatures === 0 || signatures > ONE_BYTE_COUNT) return null
  const message = 1 + signatures * SIGNATURE_BYTES
  const keysAt = message + (byteAt(message) & VERSIONED ? 1 : 0) + HEADER_BYTES
  const keys = byteAt(keysAt)
  if (keys > ONE_BYTE_COUNT) return null
  const count = byteAt(keysAt + 1 + keys * KEY_BYTES + KEY_BYTES)
  return count > ONE_BYTE_COUNT ? null : count
}
