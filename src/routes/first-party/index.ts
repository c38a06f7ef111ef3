import type { Route } from '../define-route.ts'
import { tokenTapeCandles } from './token-candles.ts'
import { tokenTapeStats } from './token-stats.ts'
import { tokenTapeTraders } from './token-traders.ts'
import { tokenTapeTrades } from './token-trades.ts'
import { walletTapePnl } from './wallet-pnl.ts'
import { walletTapeTokens } from './wallet-tokens.ts'
import { walletTapeTrades } from './wallet-trades.ts'

export const firstPartyRoutes: readonly Route[] = [
  walletTapeTrades,
  walletTapePnl,
  walletTapeTokens,
  tokenTapeTrades,
  tokenTapeCandles,
  tokenTapeTraders,
  tokenTapeStats,
]
