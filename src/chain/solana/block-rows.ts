import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'

/* Nodes write their JSON without spaces, and a quote inside a text is escaped: these can only be members. */
const BODY = '"transaction":["'
const BODY_END = '","base64"]'
const META = '"meta":{'
const NO_META = '"meta":null'

const SIGNATURE_BYTES = 64
const SIGNATURE_TEXT = 88
/** First byte of a version 1 transaction, whose signatures stand at its end. */
const VERSION_1 = 0x81
/** Larger counts would need two bytes; 19 signatures fill the largest transaction. */
const MAX_SIGNATURES = 127
const COUNT_BYTES = 1
const BASE64_GROUP = 4
const GROUP_BYTES = 3

/** Says of each row of one block what is wrong with it, null for a transaction that has signatures and a status and did
 *  not stand in the block before. Works on the text, because nearly nothing of a block is parsed. */
export function createRowCheck(): (text: string) => string | null {
  const signatures = new Set<string>()
  return (text) => {
    const isPlain = text.includes(META) || text.includes(NO_META)
    const start = isPlain ? text.indexOf(BODY) : -1
    const end = start === -1 ? -1 : text.indexOf('"', start + BODY.length)
    const body = end !== -1 && text.startsWith(BODY_END, end) ? text.slice(start + BODY.length, end) : bodyOf(text)
    if (body === null) return 'no transaction with a status'
    const signature = firstSignature(body)
    if (signature === null) return 'it has no signature'
    const before = signatures.size
    return signatures.add(signature).size === before ? 'the block lists it twice' : null
  }
}

/** The base64 of a row that is written in another way; null when there is none. */
function bodyOf(text: string): string | null {
  const row = JSON.parse(text) as { readonly transaction?: unknown; readonly meta?: unknown } | null
  const { transaction, meta } = row ?? {}
  if (typeof meta !== 'object' || Array.isArray(meta) || !Array.isArray(transaction)) return null
  const [body, encoding] = transaction as unknown[]
  return typeof body === 'string' && encoding === 'base64' ? body : null
}

/** As text of its bytes; null where there cannot be one. A copy, so that the row's text is not kept for it. */
function firstSignature(body: string): string | null {
  const head = Buffer.from(body.slice(0, SIGNATURE_TEXT), 'base64')
  if (head[0] === VERSION_1) {
    const parsed = parseWireTransaction(Buffer.from(body, 'base64'))
    const first = parsed.ok ? parsed.transaction.signatures[0] : undefined
    return first === undefined ? null : Buffer.from(first).toString('latin1')
  }
  const count = head[0] ?? 0
  const bytes = (body.length / BASE64_GROUP) * GROUP_BYTES
  if (count === 0 || count > MAX_SIGNATURES || bytes < COUNT_BYTES + count * SIGNATURE_BYTES) return null
  return head.length < COUNT_BYTES + SIGNATURE_BYTES
    ? null
    : head.toString('latin1', COUNT_BYTES, COUNT_BYTES + SIGNATURE_BYTES)
}
