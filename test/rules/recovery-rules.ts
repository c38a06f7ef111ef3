import type { EngineRule } from './engine-rule.ts'
import { ACCOUNT_RULES } from './recovery/account-rules.ts'
import { PUBLIC_RPC_RULES } from './recovery/public-rpc-rules.ts'
import { RECOVERY_RULES } from './recovery/recovery-rules.ts'
import { REFUND_RULES } from './recovery/refund-rules.ts'

/** Every rule of recovery, refunds, accounts and the public helpers, with the test that holds it and the code it
 *  lives in (`eval/mutation/break-rules.ts --table recovery`). */
export const RECOVERY_TABLE: readonly EngineRule[] = [
  ...RECOVERY_RULES,
  ...REFUND_RULES,
  ...ACCOUNT_RULES,
  ...PUBLIC_RPC_RULES,
]
