import type { EngineRule } from './engine-rule.ts'
import { PUBLIC_RPC_RULES } from './recovery/public-rpc-rules.ts'
import { REFUND_RULES } from './recovery/refund-rules.ts'

/** Every rule of recovery, refunds, accounts and the public helpers, with the test that holds it and a change that turns
 *  that test red (`bench/mutation/break-rules.ts --table recovery`). */
export const RECOVERY_TABLE: readonly EngineRule[] = [...REFUND_RULES, ...PUBLIC_RPC_RULES]
