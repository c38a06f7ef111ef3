import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { createSigningKey } from '../../src/chain/solana/signing-key.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { secretBytes } from '../../src/runtime/secret-bytes.ts'

/** Loaded into a process before its own program (`--import`), once in each of its threads: keeps two keys that
 *  `memory-dump.ts` must find. One lies there raw and as text; of the other OpenSSL alone has the secret. Which keys
 *  they are is written into the folder PLANT_DIR. */
const folder = process.env['PLANT_DIR']
if (folder !== undefined) {
  const key = randomFillSync(secretBytes(32))
  const held = randomFillSync(secretBytes(32))
  const planted = {
    key,
    hex: Buffer.from(key).toString('hex'),
    base58: encodeBase58(key),
    signer: createSigningKey(held),
  }
  Object.assign(globalThis, { plantedKeys: planted })
  // Backwards, so that what is written here is not what is looked for.
  const told = [key, held].map((bytes) => Buffer.from(bytes.toReversed()).toString('base64'))
  held.fill(0)
  writeFileSync(join(folder, `thread-${threadId}.json`), JSON.stringify(told))
}
