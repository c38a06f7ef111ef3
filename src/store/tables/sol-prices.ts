import { STORAGE } from '../../config/storage.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment } from '../environment.ts'
import type { SolPriceRow, SolPricesTable } from '../store.ts'

type Value = Omit<SolPriceRow, 'tMs'>

/** Key: the time. One row per recording; a second one of the same millisecond replaces the first. */
export function openSolPrices(env: Environment): { readonly table: SolPricesTable; clear(): Promise<void> } {
  const rows = env.table<number>('solPrices.v1')
  const rowOf = (tMs: number, bytes: Buffer): SolPriceRow => ({ tMs, ...decodeDurable<Value>(bytes) })
  const table: SolPricesTable = {
    put: ({ tMs, priceUsd, tier }) => env.put(rows, tMs, encodeDurable({ priceUsd, tier } satisfies Value)),
    latest() {
      for (const { key, value } of rows.getRange({ reverse: true, limit: 1 })) return rowOf(key, value)
      return undefined
    },
    range: (fromMs, toMs) =>
      Array.from(rows.getRange({ start: fromMs, end: toMs, inclusiveEnd: true }), ({ key, value }) =>
        rowOf(key, value),
      ),
    async prune(beforeMs) {
      for (;;) {
        const old = Array.from(rows.getKeys({ end: beforeMs, limit: STORAGE.prunedRowsPerWrite }))
        if (old.length === 0) return
        await env.write(() => {
          for (const key of old) rows.remove(key)
        })
      }
    },
  }
  return { table, clear: () => env.clear(rows as never) }
}
