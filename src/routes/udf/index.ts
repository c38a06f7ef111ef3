import type { Route } from '../define-route.ts'
import { udfConfig, udfTime } from './config.ts'
import { udfHistory } from './history.ts'
import { udfQuotes } from './quotes.ts'
import { udfSearch } from './search.ts'
import { udfSymbols } from './symbols.ts'

/** For charting libraries: each route also with a ticket in its path, because a library that only takes an address can
 *  neither set headers nor add to the query. */
export const udfRoutes: readonly Route[] = ['/udf', '/udf/{ticket}'].flatMap((base) =>
  [udfConfig, udfTime, udfSymbols, udfSearch, udfHistory, udfQuotes].map((define) => define(base)),
)
