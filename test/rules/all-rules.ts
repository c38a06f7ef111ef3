import type { EngineRule } from './engine-rule.ts'
import { ENGINE_RULES } from './engine-rules.ts'
import { PUSH_RULES } from './push-rules.ts'
import { RECOVERY_TABLE } from './recovery-rules.ts'
import { TRADING_RULES } from './trading-rules.ts'
import { WALLET_FAMILY_RULES } from './wallet-rules.ts'

/** The tables by the name that `eval/mutation/break-rules.ts --table` takes. */
export const RULE_TABLES: ReadonlyMap<string, readonly EngineRule[]> = new Map([
  ['engine', ENGINE_RULES],
  ['push', PUSH_RULES],
  ['trading', TRADING_RULES],
  ['recovery', RECOVERY_TABLE],
  ['wallets', WALLET_FAMILY_RULES],
])

export const ALL_RULES: readonly EngineRule[] = [...RULE_TABLES.values()].flat()
