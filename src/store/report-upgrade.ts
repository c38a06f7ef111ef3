import type { Logger } from '../runtime/log.ts'
import type { Integrity } from './integrity.ts'
import { witnessFile } from './seal-witness.ts'
import type { StoreKeyConfig } from './store-key.ts'

/** Rows that got codes without anybody's word, and a key file beside which no witness could be kept, are said once. */
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
      'the rows of this store had no codes of its key and have them now: expected once, at the first start of this version or with a new WALLET_KEY_FILE; otherwise somebody else wrote them',
    )
  if (!integrity.isWitnessKept())
    log.warn(
      { file: witnessFile(config) },
      'an empty file of this name, made by who may write there, would show when somebody passes the store off as an older one: see docs/integrity.md',
    )
}
