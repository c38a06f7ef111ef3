import type { Route } from '../define-route.ts'
import { decodeTx } from './decode-tx.ts'
import { walletInformed } from './informed.ts'
import { walletProfile } from './profile.ts'
import { walletRoast } from './roast.ts'
import { walletTransactions } from './transactions.ts'
import { walletTxStats } from './tx-stats.ts'
import { walletWrapped } from './wrapped.ts'

export const walletRoutes: readonly Route[] = [
  decodeTx,
  walletTransactions,
  walletTxStats,
  walletProfile,
  walletWrapped,
  walletRoast,
  walletInformed,
]
