import { randomFillSync } from 'node:crypto'
import { closeSync, fstatSync, linkSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/* Secrets as bytes that are overwritten after use and never become text. */

const KEY_BYTES = 32
const HEX_DIGITS = KEY_BYTES * 2
/** Digits, a line end, and one more byte that shows a file which is longer. */
const READ_BYTES = HEX_DIGITS + 3

/** Zeroed memory outside of the JavaScript heap: the collector copies small arrays of its own around and leaves their
 *  bytes behind. */
export function secretBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length))
}

/** Runs `use` with bytes that are overwritten when it returns or throws. `use` must not keep them. */
export function withSecret<S extends Uint8Array, T>(secret: S, use: (secret: S) => T): T {
  try {
    return use(secret)
  } finally {
    secret.fill(0)
  }
}

/** The 32 bytes of a key file (64 hex digits) for the caller to overwrite. Throws, naming the file but nothing of what
 *  is in it, when it is absent or holds something else. */
export function readKeyBytes(file: string): Uint8Array<ArrayBuffer> {
  return withSecret(secretBytes(READ_BYTES), (text) => {
    const length = readInto(file, text)
    const key = secretBytes(KEY_BYTES)
    if (!isEnd(text, length) || !decodeHex(text, key)) {
      key.fill(0)
      throw new Error(`${file} must hold ${HEX_DIGITS} hex digits and nothing else`)
    }
    return key
  })
}

/** Makes a key file of random bytes unless there is one: readable by its owner only, whole from its first moment, and
 *  of several processes that make it the first one wins. */
export function makeKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  withSecret(secretBytes(KEY_BYTES), (key) => {
    randomFillSync(key)
    withSecret(secretBytes(HEX_DIGITS + 1), (text) => {
      encodeHex(key, text)
      text[HEX_DIGITS] = 0x0a
      const fd = openSync(draft, 'w', 0o600)
      try {
        writeSync(fd, text)
      } finally {
        closeSync(fd)
      }
    })
  })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readInto(file: string, text: Uint8Array): number {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch (cause) {
    throw new Error(`${file} cannot be read: it must hold ${HEX_DIGITS} hex digits`, { cause })
  }
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${file} is no file: it must hold ${HEX_DIGITS} hex digits`)
    let length = 0
    for (;;) {
      const read = readSync(fd, text, length, text.length - length, null)
      if (read === 0) return length
      length += read
      if (length === text.length) return length
    }
  } finally {
    closeSync(fd)
  }
}

/** Only white space may follow the digits. */
function isEnd(text: Uint8Array, length: number): boolean {
  if (length < HEX_DIGITS || length === text.length) return false
  return text.subarray(HEX_DIGITS, length).every((byte) => byte === 0x0a || byte === 0x0d || byte === 0x20)
}

function decodeHex(text: Uint8Array, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) {
    const high = hexValue(text[2 * i]!)
    const low = hexValue(text[2 * i + 1]!)
    if (high < 0 || low < 0) return false
    key[i] = (high << 4) | low
  }
  return true
}

function encodeHex(key: Uint8Array, text: Uint8Array): void {
  const digit = (value: number): number => (value < 10 ? 0x30 + value : 0x57 + value)
  for (const [i, byte] of key.entries()) {
    text[2 * i] = digit(byte >> 4)
    text[2 * i + 1] = digit(byte & 15)
  }
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
