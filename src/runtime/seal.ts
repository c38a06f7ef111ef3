import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Keeps secrets at rest with AES-256-GCM under a master key. */
export type Sealer = {
  /** Base64 of nonce, ciphertext and tag. `owner` is bound to it: a sealed secret cannot be moved to another row. */
  seal(secret: string, owner: string): string
  /** Null when it was sealed with another key or for another owner, or is damaged. */
  open(sealed: string, owner: string): string | null
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** `readKey` is called when the first secret is sealed or opened. */
export function createSealer(readKey: () => Buffer): Sealer {
  let key: Buffer | undefined
  const held = (): Buffer => {
    key ??= readKey()
    return key
  }
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, held(), nonce).setAAD(Buffer.from(owner))
      return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      )
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, held(), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const first = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([first, decipher.final()]).toString('utf8')
      } catch (error) {
        if (error instanceof Error) return null
        throw error
      }
    },
  }
}

/** The 32 bytes of a key file (64 hex digits). Throws, naming the file but nothing of what is in it, when it is absent
 *  or holds something else. */
export function readMasterKey(file: string): Buffer {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`${file} cannot be read: it must hold ${KEY_BYTES * 2} hex digits`, { cause })
  }
  if (!new RegExp(`^[0-9a-f]{${KEY_BYTES * 2}}$`, 'i').test(text))
    throw new Error(`${file} must hold ${KEY_BYTES * 2} hex digits, it has ${text.length} characters`)
  return Buffer.from(text, 'hex')
}

/** The same, of a file that is made when there is none: readable by its owner only, whole from its first moment, and of
 *  several processes that make it the first one wins. */
export function readOrMakeMasterKey(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readMasterKey(file)
}
