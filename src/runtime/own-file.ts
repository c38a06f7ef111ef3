import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/* Files that a start leaves for the next one, which then believes what is in them: code, a built world. Such a file is
 * the SHA-256 of the rest, then the rest. */

export type OwnFileRead =
  | { readonly ok: true; readonly bytes: Buffer }
  /** `absent`, or what is wrong with the file that is there. */
  | { readonly ok: false; readonly reason: string }

const DIGEST_BYTES = 32
const OTHERS_WRITE = 0o022
const OTHERS_ANY = 0o077

/** What `writeOwnFile` wrote: only when its user alone can have written it, and only whole. */
export function readOwnFile(path: string): OwnFileRead {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return { ok: false, reason: code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : code }
  }
  try {
    const { uid, mode } = fstatSync(file)
    const folder = lstatSync(dirname(path))
    const user = process.getuid?.()
    if (uid !== user || folder.uid !== user) return { ok: false, reason: 'belongs to another user' }
    if ((mode & OTHERS_ANY) !== 0 || (folder.mode & OTHERS_WRITE) !== 0)
      return { ok: false, reason: 'others may write it' }
    const whole = readFileSync(file)
    const bytes = whole.subarray(DIGEST_BYTES)
    const isWhole = digestOf(bytes).equals(whole.subarray(0, DIGEST_BYTES))
    return isWhole ? { ok: true, bytes } : { ok: false, reason: 'damaged' }
  } finally {
    closeSync(file)
  }
}

/** Writes a file so that a reader finds all of it or none, for its user alone, in a folder that it makes. */
export function writeOwnFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, Buffer.concat([digestOf(bytes), bytes]), { mode: 0o600, flag: 'wx' })
  renameSync(temporary, path)
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
