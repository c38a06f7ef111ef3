import { hash } from 'node:crypto'
import { EncodedRows } from '../contract/envelope.ts'
import { statusOf, wireCodeOf } from '../contract/failures.ts'
import { RPC_ERRORS } from '../contract/mcp.ts'
import type { Failure } from '../contract/outcome.ts'
import { NO_JSON } from '../contract/parse-json-body.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** On every answer: what we say a body is, a browser may not take for anything else. */
export const NO_SNIFF = '\r\nX-Content-Type-Options: nosniff'

/** Bytes of `{"success":true,...reply}`. */
export function encodeSuccess(reply: unknown): Buffer {
  const record = reply as Record<string, unknown>
  for (const name in record) {
    if (record[name] instanceof EncodedRows) return spliceMembers(record)
  }
  return Buffer.from(envelope(JSON.stringify(record)))
}

/** Bytes of a failure. The ids of requests need no escape. */
export function encodeFailure({ message, code, members }: Failure, requestId: string): Buffer {
  const error = JSON.stringify(message)
  const more = members === undefined ? '' : `,${JSON.stringify(members).slice(1, -1)}`
  return Buffer.from(`{"success":false,"error":${error},"code":"${code}","requestId":"${requestId}"${more}}`)
}

/** The same on the v1 API, whose codes have the names of trading APIs, with what else is known of the failure. */
export function encodeNamedFailure({ message, code, details }: Failure, requestId: string): Buffer {
  const body = { success: false, error: message, code: wireCodeOf(code), requestId, ...details }
  return Buffer.from(JSON.stringify(body))
}

/** The same as a JSON-RPC error, without an id: nothing was read that has one. JSON-RPC's own codes where it has them,
 *  else the HTTP status, which lies outside of the range that it reserves. */
export function encodeRpcFailure({ message, code }: Failure): Buffer {
  const rpcCode =
    message === NO_JSON.message
      ? RPC_ERRORS.parse
      : code === 'invalid_request' || code === 'method_not_allowed'
        ? RPC_ERRORS.invalidRequest
        : code === 'internal'
          ? RPC_ERRORS.internal
          : statusOf(code)
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code: rpcCode, message, data: { code } } }))
}

/** The same for charting libraries, which read this shape and no status. */
export function encodeUdfFailure({ message, code }: Failure, requestId: string): Buffer {
  return Buffer.from(JSON.stringify({ s: 'error', errmsg: message, code, requestId }))
}

function envelope(objectText: string): string {
  return objectText === '{}' ? '{"success":true}' : `{"success":true,${objectText.slice(1)}`
}

/** A reply with encoded rows: the other members are written as JSON, the rows are copied to where they belong. One
 *  allocation, one copy of each row. */
function spliceMembers(record: Record<string, unknown>): Buffer {
  /** Text before, between and after the lists, and the lists. */
  const texts: string[] = []
  const lists: (readonly Uint8Array[])[] = []
  let text = '{"success":true'
  for (const name in record) {
    const value = record[name]
    if (value instanceof EncodedRows) {
      texts.push(`${text},${JSON.stringify(name)}:[`)
      lists.push(value.rows)
      text = ']'
    } else {
      const json = JSON.stringify(value)
      if (json !== undefined) text += `,${JSON.stringify(name)}:${json}`
    }
  }
  text += '}'
  let bytes = Buffer.byteLength(text)
  for (const before of texts) bytes += Buffer.byteLength(before)
  for (const rows of lists) bytes += listBytes(rows)
  const out = Buffer.allocUnsafe(bytes)
  let at = 0
  for (let i = 0; i < lists.length; i++) {
    at += out.write(texts[i]!, at)
    at = copyRows(lists[i]!, out, at)
  }
  out.write(text, at)
  return out
}

const COMMA = 44

function listBytes(rows: readonly Uint8Array[]): number {
  let bytes = Math.max(0, rows.length - 1)
  for (let i = 0; i < rows.length; i++) bytes += rows[i]!.byteLength
  return bytes
}

/** Copies the rows with commas between them; returns where they end. O(bytes), allocates nothing. */
function copyRows(rows: readonly Uint8Array[], out: Buffer, start: number): number {
  let at = start
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) out[at++] = COMMA
    const row = rows[i]!
    out.set(row, at)
    at += row.byteLength
  }
  return at
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
