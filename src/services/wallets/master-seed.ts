import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config/env.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { openBytes, sealBytes } from '../../runtime/seal-bytes.ts'
import { makeKeyFile, readKeyBytes, secretBytes, withSecret } from '../../runtime/secret-bytes.ts'
import type { WalletsTable } from '../../store/wallet-rows.ts'

const SEED_BYTES = 32
/** What the sealed seed is bound to. */
const OWNER = 'mintglass master seed 1'
const OWN_KEY_FILE = 'wallet.key'

type Parts = {
  readonly config: Pick<Config, 'mode' | 'dataDir' | 'wallets'>
  readonly table: Pick<WalletsTable, 'sealedSeed' | 'keepSealedSeed'>
}

/** Lends the master seed: read from its sealed form and overwritten afterwards, so that nobody holds it, nor the key that
 *  opens it, in between. Made with the first wallet. About 200 µs. Fails `unconfigured` without a key in live mode,
 *  while its file cannot be read, and when the key is not the one the seed was sealed with. */
export function withMasterSeed<T>({ config, table }: Parts, use: (seed: Uint8Array) => T): Outcome<T> {
  const file = keyFileOf(config)
  if (file === null) return fail('unconfigured', 'custodial wallets are not configured: set WALLET_KEY_FILE')
  const read = readKey(file)
  if (!read.ok) return read
  return withSecret(read.value, (key) => {
    const sealed = table.sealedSeed() ?? table.keepSealedSeed(makeSealedSeed(key))
    const seed = openBytes(key, sealed, OWNER)
    return seed === null
      ? fail('unconfigured', 'the wallet key is not the one that sealed the master seed')
      : ok(withSecret(seed, use))
  })
}

/** The file is the operator's, who may move it at any time; callers are not told its name. */
function readKey(file: string): Outcome<Uint8Array<ArrayBuffer>> {
  try {
    return ok(readKeyBytes(file))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return fail('unconfigured', 'the wallet key cannot be read: WALLET_KEY_FILE must hold 64 hex digits')
  }
}

function makeSealedSeed(key: Uint8Array): Buffer {
  return withSecret(secretBytes(SEED_BYTES), (seed) => sealBytes(key, randomFillSync(seed), OWNER))
}

/** The sandbox makes a key of its own; where money is real the operator gives one. */
function keyFileOf({ mode, dataDir, wallets }: Parts['config']): string | null {
  if (wallets.keyFile !== null) return wallets.keyFile
  if (mode === 'live') return null
  const file = join(dataDir, mode, OWN_KEY_FILE)
  makeKeyFile(file)
  return file
}
