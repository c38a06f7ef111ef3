import type { Route } from '../define-route.ts'
import { health, rootHealth } from './health.ts'
import { usageStats } from './stats.ts'
import { systemUsage } from './usage.ts'

export const systemRoutes: readonly Route[] = [
  health, // GET /api/v2/health
  rootHealth, // GET /health
  usageStats, // GET /api/v2/stats
  systemUsage, // GET /v1/system/usage
]
