import type { Route } from '../define-route.ts'
import { listOfChains } from './list.ts'
import { resolveChainText } from './resolve.ts'
import { oneChain } from './show.ts'
import { chainsSummary } from './summary.ts'

export const chainRoutes: readonly Route[] = [listOfChains, chainsSummary, resolveChainText, oneChain]
