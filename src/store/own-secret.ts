import { randomBytes } from 'node:crypto'
import type { Environment, Table } from './environment.ts'

const SECRET_BYTES = 32
const SECRET_KEY = 'secret'

/** The secret that a table holds; the first process that opens the environment makes it. */
export function readOrMakeSecret(env: Environment, table: Table<string>): Buffer {
  return env.writeNow(() => {
    const known = table.get(SECRET_KEY)
    // A copy: what LMDB lends is valid until the next read only.
    if (known !== undefined) return Buffer.from(known)
    const made = randomBytes(SECRET_BYTES)
    table.put(SECRET_KEY, made)
    return made
  })
}
