import type { Route } from '../define-route.ts'
import { recentLaunches } from './recent.ts'

export const launchRoutes: readonly Route[] = [recentLaunches]
