import type { Route } from '../define-route.ts'
import { screenerFacets } from './facets.ts'
import { screenerGraduating } from './graduating.ts'
import { screenerGainers, screenerLosers } from './movers.ts'
import { screenerNew } from './new-pairs.ts'
import { screenerPairs } from './pairs.ts'
import { screenerPairsByTree } from './pairs-by-tree.ts'
import { screenerSearch } from './search.ts'
import { screenerPair } from './show-pair.ts'
import { screenerTokenPairs } from './token-pairs.ts'
import { screenerTrending } from './trending.ts'

export const screenerRoutes: readonly Route[] = [
  screenerPairs,
  screenerPairsByTree,
  screenerTrending,
  screenerNew,
  screenerGainers,
  screenerLosers,
  screenerGraduating,
  screenerPair,
  screenerTokenPairs,
  screenerSearch,
  screenerFacets,
]
