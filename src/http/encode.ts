import { hash } from 'node:crypto'
import { EncodedRows } from '../contract/envelope.ts'
import type { Failure } from '../contract/outcome.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Bytes of `{"success":true,...reply}`. */
export function encodeSuccess(reply: unknown): Buffer {
  const record = reply as Record<string, unknown>
  for (const name in record) {
    if (record[name] instanceof EncodedRows) return spliceMembers(record)
  }
  return Buffer.from(envelope(JSON.stringify(record)))
}

export function encodeFailure({ message }: Failure): Buffer {
  return Buffer.from(`{"success":false,"error":${JSON.stringify(message)}}`)
}

function envelope(objectText: string): string {
  return objectText === '{}' ? '{"success":true}' : `{"success":true,${objectText.slice(1)}`
}

/** A reply with encoded rows: the other members are written as JSON, the rows are copied in where they belong. */
function spliceMembers(record: Record<string, unknown>): Buffer {
  const parts: Buffer[] = []
  let text = '{"success":true'
  for (const name in record) {
    const value = record[name]
    if (value instanceof EncodedRows) {
      parts.push(Buffer.from(`${text},${JSON.stringify(name)}:`), spliceRows(value.rows))
      text = ''
    } else {
      const json = JSON.stringify(value)
      if (json !== undefined) text += `,${JSON.stringify(name)}:${json}`
    }
  }
  parts.push(Buffer.from(`${text}}`))
  return Buffer.concat(parts)
}

const COMMA = 44
const OPEN = 91
const CLOSE = 93

/** JSON array of rows that are JSON text already: one allocation, one copy of each row. O(bytes). */
export function spliceRows(rows: readonly Uint8Array[]): Buffer {
  let bytes = 2 + Math.max(0, rows.length - 1)
  for (let i = 0; i < rows.length; i++) bytes += rows[i]!.byteLength
  const out = Buffer.allocUnsafe(bytes)
  out[0] = OPEN
  let at = 1
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) out[at++] = COMMA
    out.set(rows[i]!, at)
    at += rows[i]!.byteLength
  }
  out[at] = CLOSE
  return out
}

/** Strong entity tag over the body's bytes. */
export function entityTag(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/** Whether `If-None-Match` names this tag. Comparison is weak, as RFC 9110 13.1.2 asks. */
export function namesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}
