import type { EngineRule } from './engine-rule.ts'
import { LANDING_RULES } from './trading/landing.ts'
import { READ_RULES } from './trading/reads.ts'
import { SWAP_ORDER_RULES } from './trading/swap-orders.ts'
import { TRADE_RULES } from './trading/trades.ts'
import { WALLET_RULES } from './trading/wallets.ts'

/** Every rule of swaps, limit orders, DCA, the trading API and its wallets (spec 4.5 and 4.9, and what 2.5, 2.6, 3, 5,
 *  7 and 8 say of them), with the test that holds it and the code it lives in (`eval/mutation/break-rules.ts --table
 *  trading`). */
export const TRADING_RULES: readonly EngineRule[] = [
  ...SWAP_ORDER_RULES,
  ...READ_RULES,
  ...TRADE_RULES,
  ...LANDING_RULES,
  ...WALLET_RULES,
]
