import type { Route } from '../define-route.ts'
import { walletCreate } from './create.ts'
import { walletList } from './list.ts'
import { walletShow } from './show.ts'
import { walletWithdraw } from './withdraw.ts'

/** Custodial wallets (design 10.2). */
export const custodyRoutes: readonly Route[] = [walletCreate, walletList, walletShow, walletWithdraw]
