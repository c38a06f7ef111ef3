import type { Config } from '../../config/env.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { openBytes } from '../../runtime/seal-bytes.ts'
import { readKeyBytes, withSecret } from '../../runtime/secret-bytes.ts'
import type { CustodyTable } from '../../store/custody-rows.ts'
import { storeKeyFile } from '../../store/store-key.ts'

type Parts = {
  readonly config: Pick<Config, 'mode' | 'dataDir' | 'custody'>
  readonly table: Pick<CustodyTable, 'sealedSeed' | 'seedOwner'>
}

/** Lends the master seed: read from its sealed form and overwritten afterwards, so that no one holds it, nor the key
 *  that opens it, in between. It was made with the store. About 200 µs. Fails `unconfigured` without a key in live
 *  mode, while its file cannot be read, when the key is not the one the seed was sealed with, and in a store whose rows
 *  cannot be authenticated. */
export function withMasterSeed<T>({ config, table }: Parts, use: (seed: Uint8Array) => T): Outcome<T> {
  const { file, source } = storeKeyFile(config)
  if (source !== 'wallet') return fail('unconfigured', 'custodial wallets are not configured: set WALLET_KEY_FILE')
  const read = readKey(file)
  if (!read.ok) return read
  return withSecret(read.value, (key) => {
    const [sealed, owner] = [table.sealedSeed(), table.seedOwner()]
    if (sealed === undefined || owner === null)
      return fail('unconfigured', 'the store is not open for custodial wallets: see `doctor`')
    const seed = openBytes(key, sealed, owner)
    return seed === null
      ? fail('unconfigured', 'the wallet key is not the one that sealed the master seed')
      : ok(withSecret(seed, use))
  })
}

/** The file is the operator's, who may move it at any time; answers to callers do not name it. */
function readKey(file: string): Outcome<Uint8Array<ArrayBuffer>> {
  try {
    return ok(readKeyBytes(file))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return fail('unconfigured', 'the wallet key cannot be read: WALLET_KEY_FILE must hold 64 hex digits')
  }
}
