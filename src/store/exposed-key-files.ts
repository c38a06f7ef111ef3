import { statSync } from 'node:fs'
import { storeKeyFile } from './store-key.ts'
import { type WebhookKeyConfig, webhookKeyFile } from './webhook-key-file.ts'

/** Where systemd lends credentials: their group bits are the mask of an access list for the unit's user alone. */
const CREDENTIALS = '/run/credentials/'
/** Bits of a file's mode that let its group or everyone read or write it. */
const OTHERS = 0o066

export type ExposedKeyFile = { readonly file: string; readonly mode: string }

/** The key files of these settings that more than their owner may read or write: who reads `wallet.key` and a backup
 *  has every wallet. Files that are not there yet are made for their owner alone. */
export function exposedKeyFiles(config: WebhookKeyConfig): readonly ExposedKeyFile[] {
  const files = new Set([storeKeyFile(config).file, webhookKeyFile(config)])
  return [...files].flatMap((file) => {
    if (file.startsWith(CREDENTIALS)) return []
    const mode = modeOf(file)
    return (mode & OTHERS) === 0 ? [] : [{ file, mode: (mode & 0o777).toString(8).padStart(4, '0') }]
  })
}

/** 0 for a file that is not there, or that is not for us to look at: what needs it says so. */
function modeOf(file: string): number {
  try {
    return statSync(file).mode
  } catch (error) {
    if (error instanceof Error) return 0
    throw error
  }
}
