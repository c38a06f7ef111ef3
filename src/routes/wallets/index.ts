import type { Route } from '../define-route.ts'
import { decodeTx } from './decode-tx.ts'
import { walletTransactions } from './transactions.ts'
import { walletTxStats } from './tx-stats.ts'

export const walletRoutes: readonly Route[] = [decodeTx, walletTransactions, walletTxStats]
