import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config/env.ts'

const NAME = 'webhook.key'

export type WebhookKeyConfig = Pick<Config, 'mode' | 'dataDir'> & {
  readonly webhooks?: Pick<Config['webhooks'], 'secretFile'>
  readonly custody?: Pick<Config['custody'], 'keyFile'>
}

/** The file that seals webhook secrets. In live mode it belongs beside the wallet key and not into the folder of the
 *  store, where who takes the one takes the other; a file that is in that folder from before goes on to count, and so
 *  does the folder where the server may not write beside the wallet key. */
export function webhookKeyFile(config: WebhookKeyConfig): string {
  const given = config.webhooks?.secretFile ?? null
  if (given !== null) return given
  const own = besideStore(config)
  const walletKey = config.custody?.keyFile ?? null
  if (config.mode === 'sandbox' || walletKey === null || existsSync(own)) return own
  const beside = join(dirname(walletKey), NAME)
  return existsSync(beside) || isWritable(dirname(walletKey)) ? beside : own
}

/** Where to move a key that lies beside a live store; null when it lies well or is not there yet. */
export function betterWebhookKeyPlace(config: WebhookKeyConfig): string | null {
  const own = besideStore(config)
  if (config.mode === 'sandbox' || webhookKeyFile(config) !== own || !existsSync(own)) return null
  const walletKey = config.custody?.keyFile ?? null
  return walletKey === null ? 'another folder, named by WEBHOOK_SECRET_FILE' : join(dirname(walletKey), NAME)
}

function besideStore({ dataDir, mode }: WebhookKeyConfig): string {
  return join(dataDir, mode, NAME)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}
