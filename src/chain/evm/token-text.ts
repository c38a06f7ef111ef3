import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { uintAt, wordsIn } from './words.ts'

const WORD_BYTES = 32

/** A name or symbol as a token returned it: a string of the ABI or, of old tokens, 32 bytes with zeros behind the text.
 *  Without control characters and cut to 64 characters; null for anything else, and for an empty one. */
export function readTokenText(data: string | null): string | null {
  if (data === null) return null
  const bytes = stringBytes(data) ?? wordBytes(data)
  return bytes === null ? null : cleaned(bytes)
}

/** Of `string`: an offset, a length, the bytes. */
function stringBytes(data: string): Buffer | null {
  if (wordsIn(data) < 2 || uintAt(data, 0) !== BigInt(WORD_BYTES)) return null
  const length = uintAt(data, 1)
  const start = 2 + 2 * 2 * WORD_BYTES
  if (length > BigInt((data.length - start) / 2)) return null
  // Characters of four bytes each, at most.
  const kept = Math.min(Number(length), 8 * EVM_LIMITS.textChars)
  return Buffer.from(data.slice(start, start + 2 * kept), 'hex')
}

function wordBytes(data: string): Buffer | null {
  if (wordsIn(data) !== 1) return null
  const bytes = Buffer.from(data.slice(2), 'hex')
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function cleaned(bytes: Buffer): string | null {
  const text = bytes
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/gu, '')
    .trim()
  const cut = [...text].slice(0, EVM_LIMITS.textChars).join('')
  return cut === '' ? null : cut
}
