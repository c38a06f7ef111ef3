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

type Parts = { readonly config: Pick<Config, 'mode' | 'dataDir' | 'wallets'>; readonly table: WalletsTable }

/** Lends the master seed: read from its sealed form and overwritten afterwards, so that nobody holds it, nor the key that
 *  opens it, in between. Made with the first wallet. About 200 µs. Fails `unconfigured` without a key in live mode, and
 *  when the key is not the one the seed was sealed with. */
export function withMasterSeed<T>({ config, table }: Parts, use: (seed: Uint8Array) => T): Outcome<T> {
  const file = keyFileOf(config)
  if (file === null) return fail('unconfigured', 'custodial wallets are not configured: set WALLET_KEY_FILE')
  return withSecret(readKeyBytes(file), (key) => {
    const sealed = table.sealedSeed() ?? table.keepSealedSeed(makeSealedSeed(key))
    const seed = openBytes(key, sealed, OWNER)
    return seed === null
      ? fail('unconfigured', 'the wallet key is not the one that sealed the master seed')
      : ok(withSecret(seed, use))
  })
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
