import { BUBBLE_MAP_ROUTE_RULES, BUBBLE_MAP_RULES } from './bubble-map-rules.ts'
import { CHART_RULES } from './chart-rules.ts'
import { CHIP_RULES } from './chip-rules.ts'
import { DEEP_SCAN_RULES } from './deep-scan-rules.ts'
import { DEV_HISTORY_RULES } from './dev-history-rules.ts'
import { DEX_RULES } from './dex-rules.ts'
import type { EngineRule } from './engine-rule.ts'
import { MARKET_RULES } from './market-rules.ts'
import { SCORE_RULES } from './score-rules.ts'
import { SNIPER_RULES } from './sniper-rules.ts'
import { TOKEN_MARKET_RULES } from './token-market-rules.ts'

/** Every rule of the routes that return what the engines, the charts and the market history find (spec 2.2, 2.3, 3, 4.1,
 *  4.3, 7 and 8), with the test that holds it and the code it lives in (`eval/mutation/break-rules.ts`
 *  `--table engine`). */
export const ENGINE_RULES: readonly EngineRule[] = [
  ...CHIP_RULES,
  ...DEEP_SCAN_RULES,
  ...SCORE_RULES,
  ...BUBBLE_MAP_RULES,
  ...BUBBLE_MAP_ROUTE_RULES,
  ...DEV_HISTORY_RULES,
  ...SNIPER_RULES,
  ...CHART_RULES,
  ...TOKEN_MARKET_RULES,
  ...MARKET_RULES,
  ...DEX_RULES,
]
