import { SCREENS } from '../../config/screens.ts'
import {
  BLOCK_ROWS,
  BLOCK_WORDS,
  blocksOf,
  compileFilter,
  filterBlock,
  holdsFor,
  type RowFilter,
} from '../../hot-paths/screener/row-filter.ts'
import type { ScreenMember, ScreenRecord } from '../../store/screen-rows.ts'
import { fieldsIn, readTree, type Tree, toCondition } from '../screener/conditions.ts'
import { AGE_FIELD, CODE_NAMES, type ScreenerWindow } from '../screener/fields.ts'
import type { PairStore } from '../screener/pair-store.ts'
import { createHeldRows, type HeldRows, type Verdict } from './held-rows.ts'

/** A screen as it is compared with the rows of one index. */
export type WatchedScreen = {
  readonly record: ScreenRecord
  readonly rows: HeldRows
  /** Makes the filter for this moment. */
  prepare(nowMs: number): void
  /** Compares one row. */
  look(row: number, nowMs: number): void
  /** Compares all rows, a few blocks with each step. */
  lookAtAll(nowMs: number): Generator<void>
  /** Rows that match, as many as a screen holds. */
  matches(): Generator<void, number[]>
  verdict(row: number): Verdict
  /** Whether time alone changes what matches, and all rows are due for a look. */
  isDue(nowMs: number): boolean
}

/** Null for a filter that this version cannot read. */
export function watchScreen(record: ScreenRecord, store: PairStore): WatchedScreen | null {
  const tree = readTree(JSON.parse(record.filterJson))
  return tree.ok ? new Watched(record, store, tree.value) : null
}

class Watched implements WatchedScreen {
  readonly record: ScreenRecord
  readonly rows: HeldRows
  private readonly store: PairStore
  private readonly tree: Tree
  private readonly hasAge: boolean
  private match: RowFilter = NOTHING
  private contrary: RowFilter = NOTHING
  private words = -1
  private lookedAtMs = Number.NEGATIVE_INFINITY

  constructor(record: ScreenRecord, store: PairStore, tree: Tree) {
    this.record = record
    this.store = store
    this.tree = tree
    this.hasAge = fieldsIn(tree).has(AGE_FIELD)
    this.rows = createHeldRows(record.holdSecs * 1_000)
  }

  prepare(nowMs: number): void {
    // Words that came since have codes that the compiled filter does not know.
    const words = CODE_NAMES.reduce((sum, column) => sum + this.store.wordsOf(column).length, 0)
    if (words === this.words && !this.hasAge) return
    this.words = words
    const condition = toCondition(this.tree, { store: this.store, window: this.record.window as ScreenerWindow, nowMs })
    this.match = compileFilter(condition)
    this.contrary = compileFilter(condition, true)
  }

  verdict(row: number): Verdict {
    const { columns } = this.store
    if (!columns.isAlive(row)) return 'gone'
    if (holdsFor(columns, this.match, row)) return 'match'
    return holdsFor(columns, this.contrary, row) ? 'noMatch' : 'unknown'
  }

  look(row: number, nowMs: number): void {
    const { rows } = this
    const isOfInterest = rows.members.has(row) || rows.waiting.has(row)
    const { columns } = this.store
    if (!isOfInterest && !(columns.isAlive(row) && holdsFor(columns, this.match, row))) return
    rows.note(row, isOfInterest ? this.verdict(row) : 'match', nowMs)
  }

  *lookAtAll(nowMs: number): Generator<void> {
    this.lookedAtMs = nowMs
    let looked = 0
    for (const row of [...this.rows.members.keys(), ...this.rows.waiting.keys()]) {
      this.look(row, nowMs)
      if (++looked % SCREENS.comparedPerTurn === 0) yield
    }
    for (const row of this.matching()) {
      if (row === null) yield
      else this.rows.note(row, 'match', nowMs)
    }
  }

  *matches(): Generator<void, number[]> {
    const found: number[] = []
    for (const row of this.matching()) {
      if (row === null) yield
      else if (found.push(row) >= SCREENS.members) break
    }
    return found
  }

  isDue(nowMs: number): boolean {
    return this.rows.takeRoom() || (this.hasAge && nowMs - this.lookedAtMs >= SCREENS.ageEveryMs)
  }

  /** Rows that match; null where a turn of the loop should end. */
  private *matching(): Generator<number | null> {
    const { columns } = this.store
    const bits = new Uint32Array(BLOCK_WORDS)
    for (let block = 0; block < blocksOf(columns); block++) {
      if (block % SCREENS.blocksPerTurn === SCREENS.blocksPerTurn - 1) yield null
      if (!filterBlock(columns, this.match, block, bits)) continue
      for (let word = 0; word < BLOCK_WORDS; word++)
        for (let left = bits[word]!; left !== 0; left &= left - 1)
          yield block * BLOCK_ROWS + (word << 5) + 31 - Math.clz32(left & -left)
    }
  }
}

const NOTHING: RowFilter = { kind: 'or', items: [] }

export function memberOf(store: PairStore, row: number, enteredAtMs: number): ScreenMember {
  return { ...store.ref(row), enteredAtMs }
}
