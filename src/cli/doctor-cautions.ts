import { basename } from 'node:path'
import { MINUTE_MS } from '../config/durations.ts'
import type { Config } from '../config/env.ts'
import { exposedKeyFiles } from '../store/exposed-key-files.ts'
import type { Finding } from './finding.ts'

/** What works as configured and may cost someone money all the same. */
export function cautionsOf(config: Config): readonly Finding[] {
  return [...keyFileCautions(config), ...feeWalletCautions(config)]
}

function keyFileCautions(config: Config): readonly Finding[] {
  return exposedKeyFiles(config).map(({ file, mode }) => ({
    name: basename(file),
    state: 'degraded',
    why: `others than its owner may read or write it (mode ${mode}): chmod 600 ${file}`,
  }))
}

function feeWalletCautions({ mode, recovery, accounts }: Config): readonly Finding[] {
  if (mode !== 'live' || recovery.keyFeeBps === 0 || accounts.strictFeeWallet) return []
  const minutes = Math.round(accounts.feeWalletDelayMs / MINUTE_MS)
  const when = minutes === 0 ? 'at once (FEE_WALLET_DELAY_SECS)' : `after ${minutes} min unless the owner cancels it`
  const why = `RECOVERY_KEY_FEE_BPS pays the fee wallet of a key, and anyone who knows its owner can change that wallet; the change takes effect ${when}. Set it to 1 to require the owner's session`
  return [{ name: 'FEE_WALLET_STRICT', state: 'degraded', why }]
}
