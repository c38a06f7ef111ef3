import type { Route } from '../define-route.ts'
import { whaleDiscover } from './discover.ts'
import { whalesFeatured } from './featured.ts'
import { whaleLabels } from './labels.ts'
import { leaderboardFeatured } from './leaderboard.ts'

export const whaleRoutes: readonly Route[] = [whaleLabels, whaleDiscover, whalesFeatured, leaderboardFeatured]
