import type { Logger } from '../runtime/log.ts'
import type { Integrity } from './integrity.ts'
import { witnessFile } from './seal-witness.ts'
import type { StoreKeyConfig } from './store-key.ts'

/** Logs once that rows got codes without a command, and that no witness could be kept beside the key file. */
export function reportUpgrade(parts: {
  readonly integrity: Integrity
  readonly config: StoreKeyConfig
  readonly log: Logger
}): void {
  const { integrity, config, log } = parts
  const upgraded = integrity.upgraded()
  if (upgraded !== null)
    log.warn(
      upgraded,
      'the rows of this store had no codes of its key and have them now: expected once, at the first start of this version or with a new WALLET_KEY_FILE; otherwise another program wrote them',
    )
  if (!integrity.isWitnessKept())
    log.warn(
      { file: witnessFile(config) },
      'create an empty file of this name, as a user who may write there: it shows when the store is replaced by an older one, see docs/integrity.md',
    )
}
