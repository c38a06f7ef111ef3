import { CACHES, type CacheName } from '../config/cache-ttls.ts'
import type { Metrics } from '../runtime/metrics.ts'

/** How a value was got: from memory, from LMDB, by its loader, after its time because the loader failed, or not. */
const RESULTS = ['hit', 'disk', 'load', 'stale', 'failure'] as const
export type MemoResult = (typeof RESULTS)[number]

export type MemoTally = { count(cache: CacheName, result: MemoResult): void }

/** Counts in plain numbers on the hot path and hands them to the metrics when they are read. */
export function createMemoTally(metrics: Metrics): MemoTally {
  const counts = new Map<CacheName, Record<MemoResult, number>>()
  for (const cache of Object.keys(CACHES) as CacheName[]) {
    counts.set(cache, { hit: 0, disk: 0, load: 0, stale: 0, failure: 0 })
  }
  const counter = metrics.counter('mintglass_memo_total', 'Shared values by how they were got.', ['cache', 'result'])
  metrics.onCollect(() => {
    for (const [cache, row] of counts) {
      for (const result of RESULTS) {
        if (row[result] > 0) counter.inc({ cache, result }, row[result])
        row[result] = 0
      }
    }
  })
  return {
    count(cache, result) {
      counts.get(cache)![result]++
    },
  }
}
