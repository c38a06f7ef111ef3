import type { Route } from '../define-route.ts'
import { walletActivity } from './activity.ts'
import { walletCohort } from './cohort.ts'
import { walletCohortJob } from './cohort-job.ts'
import { decodeTx } from './decode-tx.ts'
import { walletDefiPositions } from './defi-positions.ts'
import { walletFunding } from './funding.ts'
import { walletHistory } from './history.ts'
import { walletInformed } from './informed.ts'
import { walletNfts } from './nfts.ts'
import { walletPnl } from './pnl.ts'
import { walletPortfolio } from './portfolio.ts'
import { walletProfile } from './profile.ts'
import { walletRelated } from './related.ts'
import { walletRoast } from './roast.ts'
import { walletSandwich, walletSandwiches } from './sandwiches.ts'
import { walletStake } from './stake.ts'
import { walletTrades } from './trades.ts'
import { walletTransactions } from './transactions.ts'
import { walletTransfers } from './transfers.ts'
import { walletTxStats } from './tx-stats.ts'
import { walletWrapped } from './wrapped.ts'

export const walletRoutes: readonly Route[] = [
  walletCohort,
  walletCohortJob,
  decodeTx,
  walletTransactions,
  walletPortfolio,
  walletFunding,
  walletTransfers,
  walletActivity,
  walletTrades,
  walletHistory,
  walletRelated,
  walletTxStats,
  walletProfile,
  walletWrapped,
  walletRoast,
  walletInformed,
  walletPnl,
  walletSandwiches,
  walletSandwich,
  walletStake,
  walletDefiPositions,
  walletNfts,
]
