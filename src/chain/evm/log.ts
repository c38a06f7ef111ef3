import { isWantedTopic } from './topics.ts'

/* Logs as nodes send them, as far as we read them. */

/** A log of an executed transaction. Texts are hex in lower case with `0x`. */
export type EvmLog = {
  /** 20 bytes. */
  readonly address: string
  /** One to four words of 32 bytes. */
  readonly topics: readonly string[]
  /** Whole bytes. */
  readonly data: string
  /** Among all logs of the block. */
  readonly logIndex: number
  readonly txIndex: number
  /** 32 bytes. */
  readonly txHash: string
  /** 32 bytes. */
  readonly blockHash: string
}

const MAX_QUANTITY_CHARS = 2 + 13
const MAX_TOPICS = 4

/** Words are many and mostly right: a comparison of two numbers for each character costs less than a pattern. */
function isHex(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return false
  }
  return true
}

/** `bytes` bytes of hex in lower case; null for anything else. Capital letters become small ones. */
export function readHex(value: unknown, bytes: number): string | null {
  if (typeof value !== 'string' || value.length !== 2 + 2 * bytes || !value.startsWith('0x')) return null
  if (isHex(value, 2)) return value
  const lower = value.toLowerCase()
  return isHex(lower, 2) ? lower : null
}

export const readAddress = (value: unknown): string | null => readHex(value, 20)
export const readHash = (value: unknown): string | null => readHex(value, 32)

/** Whole bytes of any length, in lower case. */
export function readBytes(value: unknown): string | null {
  return typeof value === 'string' && value.length % 2 === 0 ? readHex(value, (value.length - 2) / 2) : null
}

/** A quantity (`0x1f`) of at most 2^52; null for anything else. */
export function readQuantity(value: unknown): number | null {
  if (typeof value !== 'string' || value.length < 3 || value.length > MAX_QUANTITY_CHARS) return null
  if (!value.startsWith('0x') || !(isHex(value, 2) || isHex(value.toLowerCase(), 2))) return null
  return Number.parseInt(value.slice(2), 16)
}

/** A quantity as nodes take it. */
export function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}

/** Null for what is no log of a block: a pending or removed one among them. `before` is one that was read right before:
 *  hashes that they share are not read again, as most of a block are the same. */
export function readLog(value: unknown, before?: Pick<EvmLog, 'txHash' | 'blockHash'>): EvmLog | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Readonly<Record<string, unknown>>
  const address = readAddress(raw.address)
  const topics = readTopics(raw.topics)
  const data = readBytes(raw.data)
  const logIndex = readQuantity(raw.logIndex)
  const txIndex = readQuantity(raw.transactionIndex)
  const txHash =
    before !== undefined && raw.transactionHash === before.txHash ? before.txHash : readHash(raw.transactionHash)
  const blockHash =
    before !== undefined && raw.blockHash === before.blockHash ? before.blockHash : readHash(raw.blockHash)
  if (address === null || topics === null || data === null || logIndex === null) return null
  if (txIndex === null || txHash === null || blockHash === null || raw.removed === true) return null
  return { address, topics, data, logIndex, txIndex, txHash, blockHash }
}

function readTopics(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_TOPICS) return null
  const topics: string[] = []
  for (const one of value) {
    const topic = typeof one === 'string' && isWantedTopic(one) ? one : readHash(one)
    if (topic === null) return null
    topics.push(topic)
  }
  return topics
}
