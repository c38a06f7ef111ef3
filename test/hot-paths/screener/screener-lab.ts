import fc from 'fast-check'
import { createPairColumns, type PairColumns } from '../../../src/hot-paths/screener/pair-columns.ts'
import type { Condition } from '../../../src/hot-paths/screener/row-filter.ts'

/** Rows as plain values beside the columns that hold them: what brute force reads. */
export type PlainRow = {
  readonly row: number
  readonly numbers: readonly (number | null)[]
  readonly codes: readonly number[]
  readonly flags: readonly (boolean | null)[]
}

export const COUNTS = { numbers: 4, codes: 2, flags: 2 } as const

/** A generator of its own, so that a seed gives the same rows everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/** Few values, many equal ones, some unknown, some rows without a pair. */
export function fillRows(seed: number, count: number, columns = createPairColumns(COUNTS)) {
  const random = createRandom(seed)
  const rows: PlainRow[] = []
  for (let i = 0; i < count; i++) {
    const row = columns.add()
    const numbers = Array.from({ length: COUNTS.numbers }, () =>
      random() < 0.2 ? null : Math.round(random() * 20 - 10) * (random() < 0.3 ? 1e6 : 0.5),
    )
    const codes = Array.from({ length: COUNTS.codes }, () => Math.floor(random() * 5))
    const flags = Array.from({ length: COUNTS.flags }, () => (random() < 0.3 ? null : random() < 0.5))
    for (const [at, value] of numbers.entries()) columns.setNumber(at, row, value)
    for (const [at, value] of codes.entries()) columns.setCode(at, row, value)
    for (const [at, value] of flags.entries()) columns.setFlag(at, row, value)
    if (random() < 0.1) columns.remove(row)
    else rows.push({ row, numbers, codes, flags })
  }
  return { columns: columns as PairColumns, rows }
}

/** True, false, or null for what is unknown, by the rules of SQL. */
export function judge(condition: Condition, row: PlainRow): boolean | null {
  switch (condition.kind) {
    case 'and': {
      const said = condition.items.map((item) => judge(item, row))
      return said.includes(false) ? false : said.includes(null) ? null : true
    }
    case 'or': {
      const said = condition.items.map((item) => judge(item, row))
      return said.includes(true) ? true : said.includes(null) ? null : false
    }
    case 'not': {
      const said = judge(condition.item, row)
      return said === null ? null : !said
    }
    case 'range': {
      const value = row.numbers[condition.column]!
      return value === null ? null : value >= condition.min && value <= condition.max
    }
    case 'known':
      return row.numbers[condition.column] !== null
    case 'code': {
      const code = row.codes[condition.column]!
      return code === 0 ? null : condition.codes.includes(code)
    }
    case 'flag':
      return row.flags[condition.column]!
  }
}

const column = (count: number) => fc.nat({ max: count - 1 })
const bound = fc.integer({ min: -12, max: 12 }).map((value) => value * 0.5)
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('range' as const),
    column: column(COUNTS.numbers),
    min: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), bound),
    max: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), bound),
  }),
  fc.record({ kind: fc.constant('known' as const), column: column(COUNTS.numbers) }),
  fc.record({
    kind: fc.constant('code' as const),
    column: column(COUNTS.codes),
    codes: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('flag' as const), column: column(COUNTS.flags) }),
)

export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ tree: Condition }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      items: fc.array(tie('tree'), { maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('not' as const), item: tie('tree') }),
  ),
})).tree
