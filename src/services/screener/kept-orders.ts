import type { PairColumns } from '../../hot-paths/screener/pair-columns.ts'
import { createRankedList, type RankedList } from '../../hot-paths/screener/ranked-list.ts'
import { scaleOf } from './fields.ts'

/** The orders of those columns that somebody sorts by, kept as numbers change. */
export type KeptOrders = {
  /** Null while it is being made; the first call begins that. */
  get(column: number): RankedList | null
  /** Puts the next rows into the orders that are being made; true when there is nothing left to do. */
  build(rows: number): boolean
  /** Forgets orders that nobody asked for since. */
  drop(sinceMs: number): void
}

type Order = { readonly list: RankedList; nextRow: number; usedAtMs: number }

export function createKeptOrders(columns: PairColumns, nowMs: () => number): KeptOrders {
  const startedAtMs = nowMs()
  const orders = new Map<number, Order>()
  columns.listen({
    added(row) {
      for (const order of orders.values()) if (row < order.nextRow) order.list.set(row, null)
    },
    removed(row) {
      for (const { list } of orders.values()) list.drop(row)
    },
    changed(column, row, value) {
      const order = orders.get(column)
      if (order !== undefined && row < order.nextRow) order.list.set(row, value)
    },
  })

  return {
    get(column) {
      const order = orders.get(column)
      if (order === undefined) {
        orders.set(column, { list: createRankedList(scaleOf(column, startedAtMs)), nextRow: 0, usedAtMs: nowMs() })
        return null
      }
      order.usedAtMs = nowMs()
      return order.nextRow >= columns.rows ? order.list : null
    },
    build(rows) {
      let left = rows
      for (const [column, order] of orders) {
        const end = Math.min(columns.rows, order.nextRow + left)
        left -= Math.max(0, end - order.nextRow)
        for (; order.nextRow < end; order.nextRow++)
          if (columns.isAlive(order.nextRow)) order.list.set(order.nextRow, columns.number(column, order.nextRow))
        // Rows that come from now on are put in as they come.
        if (order.nextRow >= columns.rows) order.nextRow = Number.POSITIVE_INFINITY
        if (left <= 0) return false
      }
      return true
    },
    drop(sinceMs) {
      for (const [column, { usedAtMs }] of orders) if (usedAtMs < sinceMs) orders.delete(column)
    },
  }
}
