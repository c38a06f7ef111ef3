import { CALIBRATION_RULES } from './calibration-rules.ts'
import { CHAIN_RULES } from './chain-rules.ts'
import type { EngineRule } from './engine-rule.ts'
import { ENGINE_RULES } from './engine-rules.ts'
import { INTEL_RULES } from './intel-rules.ts'
import { PUSH_RULES } from './push-rules.ts'
import { RECOVERY_TABLE } from './recovery-rules.ts'
import { SCREENER_RULES } from './screener-rules.ts'
import { SCREENS_RULES } from './screens-rules.ts'
import { TRADING_RULES } from './trading-rules.ts'
import { WALLET_FAMILY_RULES } from './wallet-rules.ts'
import { WHALE_RULES } from './whale-rules.ts'

/** The tables by the name that `eval/mutation/break-rules.ts --table` takes. */
export const RULE_TABLES: ReadonlyMap<string, readonly EngineRule[]> = new Map([
  ['engine', ENGINE_RULES],
  ['push', PUSH_RULES],
  ['trading', TRADING_RULES],
  ['recovery', RECOVERY_TABLE],
  ['wallets', WALLET_FAMILY_RULES],
  ['whales', WHALE_RULES],
  ['screener', SCREENER_RULES],
  ['screens', SCREENS_RULES],
  ['calibration', CALIBRATION_RULES],
  ['intel', INTEL_RULES],
  ['chains', CHAIN_RULES],
])

export const ALL_RULES: readonly EngineRule[] = [...RULE_TABLES.values()].flat()
