import { STORAGE } from '../../config/storage.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment } from '../environment.ts'
import type { TrendingRanksTable } from '../store.ts'

/** Key: the time of the snapshot. Value: mint to rank, as one map. */
export function openTrendingRanks(env: Environment): { readonly table: TrendingRanksTable; clear(): Promise<void> } {
  const snapshots = env.table<number>('trendingRanks.v1')
  const table: TrendingRanksTable = {
    put: (tMs, ranks) => env.put(snapshots, tMs, encodeDurable(Object.fromEntries(ranks))),
    at(tMs) {
      // In reverse, `start` is the upper end and belongs to the range.
      for (const { key, value } of snapshots.getRange({ start: tMs, reverse: true, limit: 1 })) {
        return { tMs: key, ranks: new Map(Object.entries(decodeDurable<Record<string, number>>(value))) }
      }
      return undefined
    },
    async prune(beforeMs) {
      for (;;) {
        const old = Array.from(snapshots.getKeys({ end: beforeMs, limit: STORAGE.prunedRowsPerWrite }))
        if (old.length === 0) return
        await env.write(() => {
          for (const key of old) snapshots.remove(key)
        })
      }
    },
  }
  return { table, clear: () => env.clear(snapshots as never) }
}
