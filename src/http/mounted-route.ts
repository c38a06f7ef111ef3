import type { Route } from '../routes/define-route.ts'
import type { QueryNames } from './validate.ts'

/** A route as the HTTP server runs it: everything that is the same for each request is worked out once. */
export type MountedRoute = {
  readonly route: Route
  /** `GET /api/v2/tokens/{mint}/intel`: the route's name in usage, metrics and logs. */
  readonly name: string
  readonly segments: readonly string[]
  readonly params: Route['params']
  readonly query: Route['query']
  readonly queryNames: QueryNames | null
  /** Parameter names in the order of the path. */
  readonly pathNames: readonly string[]
  /** First part of the cache keys: our version and the name, so that an upgrade never serves an older shape. */
  readonly cachePrefix: string
  /** What the route needs and no provider supplies, for the 503; null when nothing is missing. */
  readonly missing: string | null
  /** `Cache-Control` and `Vary` lines of a success, each after CRLF. */
  readonly successLines: string
  readonly counts: RouteCounts
}

/** What answers at one path. */
export type PathEntry = {
  readonly segments: readonly string[]
  readonly byMethod: ReadonlyMap<string, MountedRoute>
  /** For `Allow` and preflights. */
  readonly allow: string
  /** Any page may read what answers here. */
  readonly isOpen: boolean
}

export type RouteTable = {
  readonly mounted: readonly MountedRoute[]
  readonly byName: ReadonlyMap<string, MountedRoute>
  /** The entry of a path as it came (not decoded) and the texts at its parameters. Fixed segments win over parameters,
   *  from left to right. */
  match(path: string): { readonly entry: PathEntry; readonly values: readonly string[] } | undefined
}

/** Route and cache key of a request that may be answered from the cache. */
export type Spelled = { readonly mounted: MountedRoute; readonly key: string }

/** Answers of one route, in plain numbers: counting one costs nanoseconds. */
export type RouteCounts = {
  /** Answers by HTTP status. */
  readonly byStatus: Float64Array
  /** Answers by duration bucket of `LATENCY_BOUNDS_SECONDS`; the last one is above all bounds. Not cumulative. */
  readonly byDuration: Float64Array
  totalMs: number
}
