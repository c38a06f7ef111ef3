import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { type EvmLog, readAddress, readHash, readLog, readQuantity } from './log.ts'
import { receiptsRoot } from './receipts-root.ts'
import { isWantedTopic, WANTED_TOPICS } from './topics.ts'

/** What is read of the receipts of a block: logs with a topic of ours, and the transactions that have one. */
export type EvmReceipts = {
  readonly logs: readonly EvmLog[]
  /** By the index of the transaction. */
  readonly senders: ReadonlyMap<number, { readonly hash: string; readonly from: string }>
  readonly count: number
  /** Where they were hashed: null when one of them has no form that could be. */
  readonly root?: string | null
}

/* Of some four hundred logs of a block the tape wants forty. Parsing all of the text costs more than everything that is
 * done with them after, so the text is walked: from log to log by their braces, and only what has a topic of ours is
 * parsed, with its receipt. That needs the text as nodes write it, without spaces and with flat logs; any other text
 * is parsed as a whole, with the same result. */

const LOGS = '"logs":['
const TOPIC = '"topics":["'
const TOPIC_CHARS = 66
const OPEN_BRACE = 0x7b
const COMMA = 0x2c
const CLOSE_BRACKET = 0x5d
const RESULT = '"result":['

/** The receipts of a JSON-RPC reply in place of its `result`: null there when they do not hold together. Throws for what
 *  is no JSON. */
export function parseReceiptsReply(text: string): unknown {
  const walked = walkReply(text)
  if (walked !== null) return walked
  const reply = JSON.parse(text) as unknown
  if (typeof reply !== 'object' || reply === null || !('result' in reply)) return reply
  return { ...reply, result: readReceipts((reply as { readonly result: unknown }).result) }
}

/** The same with the root of all receipts, which costs some times the `JSON.parse` of the text. Nothing is walked here:
 *  what is read has to be what was hashed, and text can be written so that the two differ. */
export function parseAndHashReceipts(text: string): unknown {
  const reply = JSON.parse(text) as unknown
  if (typeof reply !== 'object' || reply === null || !('result' in reply)) return reply
  const { result } = reply
  const read = readReceipts(result)
  if (read === null) return { ...reply, result: null }
  const hashed = { ...read, root: receiptsRoot(result as readonly unknown[]) }
  made.add(hashed)
  return { ...reply, result: hashed }
}

const made = new WeakSet<EvmReceipts>()

/** Whether a value is what `parseReceiptsReply` made, and not what a node wrote. */
export function isEvmReceipts(value: unknown): value is EvmReceipts {
  return typeof value === 'object' && value !== null && made.has(value as EvmReceipts)
}

function walkReply(text: string): unknown {
  const at = text.indexOf(RESULT)
  if (at === -1) return null
  const walked = walkReceipts(text, at + RESULT.length)
  if (walked === null) return null
  const rest = parseOrNull(`${text.slice(0, at + RESULT.length)}${text.slice(walked.end)}`)
  return rest === null ? null : { ...rest, result: walked.receipts }
}

/** From the character after the bracket that opens the list; null for text of another form. `end` is where the bracket
 *  that closes it stands. */
function walkReceipts(
  text: string,
  start: number,
): { readonly receipts: EvmReceipts | null; readonly end: number } | null {
  // Text of the receipts that matter, each with the logs that do: parsed at once, which costs less than one by one.
  const found: string[] = []
  let count = 0
  let at = start
  if (text.charCodeAt(at) === CLOSE_BRACKET) return { receipts: joined([], 0), end: at }
  for (;;) {
    if (text.charCodeAt(at) !== OPEN_BRACE) return null
    const opened = text.indexOf(LOGS, at)
    if (opened === -1) return null
    const logs = opened + LOGS.length
    const walked = walkLogs(text, logs)
    if (walked === null) return null
    const end = text.indexOf('}', walked.end)
    if (end === -1) return null
    if (walked.wanted.length > 0)
      found.push(`${text.slice(at, logs)}${walked.wanted.join(',')}${text.slice(walked.end, end + 1)}`)
    count++
    const next = text.charCodeAt(end + 1)
    if (next === CLOSE_BRACKET) {
      const receipts = parseOrNull(`[${found.join(',')}]`)
      return Array.isArray(receipts) ? { receipts: joined(receipts, count), end: end + 1 } : null
    }
    if (next !== COMMA) return null
    at = end + 2
  }
}

/** Text of the logs with a topic of ours, and where the bracket that closes the list stands. */
function walkLogs(text: string, start: number): { readonly wanted: readonly string[]; readonly end: number } | null {
  const wanted: string[] = []
  let at = start
  if (text.charCodeAt(at) === CLOSE_BRACKET) return { wanted, end: at }
  for (;;) {
    if (text.charCodeAt(at) !== OPEN_BRACE) return null
    const end = text.indexOf('}', at)
    if (end === -1) return null
    const topic = text.indexOf(TOPIC, at) + TOPIC.length
    // A log without topics: the next one's were found.
    const hasTopic = topic >= TOPIC.length && topic < end
    if (hasTopic && mayBeWanted(text, topic) && isWantedTopic(text.slice(topic, topic + TOPIC_CHARS)))
      wanted.push(text.slice(at, end + 1))
    const next = text.charCodeAt(end + 1)
    if (next === CLOSE_BRACKET) return { wanted, end: end + 1 }
    if (next !== COMMA) return null
    at = end + 2
  }
}

/** By three of its digits, which spares most topics a lookup. */
function mayBeWanted(text: string, topic: number): boolean {
  return firstDigits.has(digitsAt(text, topic))
}

function digitsAt(text: string, topic: number): number {
  return (text.charCodeAt(topic + 2) << 16) | (text.charCodeAt(topic + 3) << 8) | text.charCodeAt(topic + 4)
}

const firstDigits = new Set(WANTED_TOPICS.map((topic) => digitsAt(topic, 0)))

function parseOrNull(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

/** The same of receipts that were parsed. */
function readReceipts(value: unknown): EvmReceipts | null {
  return Array.isArray(value) ? joined(value, value.length) : null
}

/** Null when a receipt or log with something of ours does not hold together. */
function joined(receipts: readonly unknown[], count: number): EvmReceipts | null {
  if (count > EVM_LIMITS.maxTransactions) return null
  const logs: EvmLog[] = []
  const senders = new Map<number, { readonly hash: string; readonly from: string }>()
  for (const value of receipts) {
    if (typeof value !== 'object' || value === null) return null
    const raw = value as Readonly<Record<string, unknown>>
    if (!Array.isArray(raw.logs)) return null
    const wanted = raw.logs.filter(hasWantedTopic)
    if (wanted.length === 0) continue
    const hash = readHash(raw.transactionHash)
    const from = readAddress(raw.from)
    const index = readQuantity(raw.transactionIndex)
    if (hash === null || from === null || index === null || senders.has(index)) return null
    // What failed has no logs.
    if (raw.status === '0x0') return null
    senders.set(index, { hash, from })
    for (const one of wanted) {
      const log = readLog(one, logs.at(-1))
      if (log === null || log.txIndex !== index || log.txHash !== hash) return null
      logs.push(log)
    }
  }
  const receiptsRead = { logs, senders, count }
  made.add(receiptsRead)
  return receiptsRead
}

function hasWantedTopic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { topics } = value as { readonly topics?: unknown }
  return Array.isArray(topics) && typeof topics[0] === 'string' && isWantedTopic(topics[0])
}
