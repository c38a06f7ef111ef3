import { closeSync, openSync, readSync } from 'node:fs'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

/** How a secret can lie in memory. */
export const FORMS = ['raw', 'hex', 'base58', 'base64', 'numbers'] as const
export type Form = (typeof FORMS)[number]
export type Secret = { readonly bytes: Uint8Array; readonly publicKey?: Uint8Array }
export type Found<S extends Secret> = {
  readonly secret: S
  readonly form: Form
  /** In the file. */
  readonly at: number
  readonly around: Buffer
}

type Pattern<S extends Secret> = { readonly secret: S; readonly form: Form; readonly bytes: Buffer }

const CHUNK_BYTES = 64 * 1_024 * 1_024
/** More than the longest pattern has. */
const OVERLAP_BYTES = 4_096
const SHOWN_BYTES = 64
const PREFIXES = 0x1_0000
const BLOCK_BYTES = 65_536
const ZEROS = Buffer.alloc(BLOCK_BYTES + 4)

/** Every place of a file where one of the secrets lies: raw, or as hex (either case), base58 (of 32 bytes, and of the
 *  64 with the public key that wallets export), base64 or a list of numbers, each in Latin-1 and in UTF-16. One
 *  pass. */
export function findSecrets<S extends Secret>(file: string, secrets: readonly S[]): Found<S>[] {
  const patterns = secrets.flatMap(patternsOf)
  const isPrefix = new Uint8Array(PREFIXES)
  const byHead = new Map<number, Pattern<S>[]>()
  for (const pattern of patterns) {
    isPrefix[pattern.bytes.readUInt16LE(0)] = 1
    const head = pattern.bytes.readUInt32LE(0)
    byHead.set(head, [...(byHead.get(head) ?? []), pattern])
  }
  const found: Found<S>[] = []
  const fd = openSync(file, 'r')
  const chunk = Buffer.alloc(CHUNK_BYTES + OVERLAP_BYTES)
  try {
    for (let start = 0; ; start += CHUNK_BYTES) {
      const length = readSync(fd, chunk, 0, chunk.length, start)
      scan(chunk.subarray(0, length), Math.min(length, CHUNK_BYTES), (at) => {
        for (const { secret, form, bytes } of byHead.get(chunk.readUInt32LE(at)) ?? []) {
          if (at + bytes.length > length || bytes.compare(chunk, at, at + bytes.length) !== 0) continue
          const around = Buffer.from(chunk.subarray(Math.max(0, at - SHOWN_BYTES), at + bytes.length + SHOWN_BYTES))
          found.push({ secret, form, at: start + at, around })
        }
      })
      if (length < chunk.length) return found
    }
  } finally {
    closeSync(fd)
  }

  function scan(bytes: Buffer, end: number, look: (at: number) => void): void {
    const last = Math.min(end, bytes.length - 4)
    for (let from = 0; from < last; from += BLOCK_BYTES) {
      const to = Math.min(from + BLOCK_BYTES, last)
      // Most of a dump: compared with zeros by native code.
      if (bytes.compare(ZEROS, 0, to - from + 4, from, to + 4) === 0) continue
      for (let at = from; at < to; at++) if (isPrefix[bytes[at]! | (bytes[at + 1]! << 8)] === 1) look(at)
    }
  }
}

function patternsOf<S extends Secret>(secret: S): Pattern<S>[] {
  const raw = Buffer.from(secret.bytes)
  const hex = raw.toString('hex')
  const texts: readonly (readonly [Form, string])[] = [
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ['base58', encodeBase58(secret.bytes)],
    ...(secret.publicKey === undefined
      ? []
      : [['base58', encodeBase58(Buffer.concat([raw, secret.publicKey]))] as const]),
    // Whole digits of both: the last ones depend on what follows.
    ['base64', raw.toString('base64').slice(0, 42)],
    ['base64', raw.toString('base64url').slice(0, 42)],
    ['numbers', raw.join(',')],
    ['numbers', raw.join(', ')],
  ]
  const written = new Map(texts.map(([form, text]) => [text, form]))
  return [
    { secret, form: 'raw', bytes: raw },
    ...[...written].flatMap(([text, form]) => [
      { secret, form, bytes: Buffer.from(text, 'latin1') },
      { secret, form, bytes: Buffer.from(text, 'utf16le') },
    ]),
  ]
}
