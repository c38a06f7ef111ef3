import type { TradeVenue } from '../../contract/tape-event.ts'
import { createPairColumns, type PairColumns } from '../../hot-paths/screener/pair-columns.ts'
import type { RankedList } from '../../hot-paths/screener/ranked-list.ts'
import { CODE_NAMES, type CodeName, FLAG_NAMES, NUMBER_NAMES } from './fields.ts'
import { createKeptOrders, type KeptOrders } from './kept-orders.ts'

export type PairRef = {
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly dex: TradeVenue
}

/** What a row says in words. Null where nobody said it. */
export type PairWords = {
  baseSymbol: string | null
  baseName: string | null
  quoteSymbol: string | null
  quoteName: string | null
  labels: readonly string[]
  safetyGrade: string | null
}

export type PairStore = {
  readonly columns: PairColumns
  rowOf(pool: string): number | undefined
  rowsOf(mint: string): readonly number[]
  /** The row of the pair, made where there is none. */
  take(ref: PairRef): { readonly row: number; readonly isNew: boolean }
  ref(row: number): PairRef
  words(row: number): PairWords
  /** Rows are given out again only after the next call of `recycle`. */
  remove(row: number): void
  recycle(): void
  /** The code of a word, 0 where it has none yet; `word` is the other way round. */
  codeOf(column: CodeName, word: string): number
  wordOf(column: CodeName, code: number): string | null
  setWord(column: CodeName, row: number, word: string): void
  wordsOf(column: CodeName): readonly string[]
  /** The kept order of a column, or null while it is being made; the first call begins that. */
  order(column: number): RankedList | null
  /** Puts the next rows into the orders that are being made; true when there is nothing left to do. */
  buildOrders(rows: number): boolean
  /** Forgets orders that nobody asked for since. */
  dropOrders(sinceMs: number): void
}

/** Words of one column; more than this many share code 0. */
const MOST_CODES = 65_535

export function createPairStore(nowMs: () => number): PairStore {
  return new Pairs(nowMs)
}

class Pairs implements PairStore {
  readonly columns = createPairColumns({
    numbers: NUMBER_NAMES.length,
    codes: CODE_NAMES.length,
    flags: FLAG_NAMES.length,
  })
  private readonly refs: PairRef[] = []
  private readonly said: PairWords[] = []
  private readonly byPool = new Map<string, number>()
  private readonly byMint = new Map<string, number[]>()
  private readonly dictionaries = CODE_NAMES.map(() => ({ words: [] as string[], codes: new Map<string, number>() }))
  private readonly orders: KeptOrders
  private free: number[] = []
  private resting: number[] = []

  constructor(nowMs: () => number) {
    this.orders = createKeptOrders(this.columns, nowMs)
  }

  rowOf(pool: string): number | undefined {
    return this.byPool.get(pool)
  }

  rowsOf(mint: string): readonly number[] {
    return this.byMint.get(mint) ?? []
  }

  take(ref: PairRef): { readonly row: number; readonly isNew: boolean } {
    const known = this.byPool.get(ref.pool)
    if (known !== undefined) return { row: known, isNew: false }
    const again = this.free.pop()
    if (again !== undefined) this.columns.revive(again)
    const row = again ?? this.columns.add()
    this.refs[row] = ref
    this.said[row] = { ...NO_WORDS }
    this.byPool.set(ref.pool, row)
    const ofMint = this.byMint.get(ref.mint)
    if (ofMint === undefined) this.byMint.set(ref.mint, [row])
    else ofMint.push(row)
    return { row, isNew: true }
  }

  ref(row: number): PairRef {
    return this.refs[row]!
  }

  words(row: number): PairWords {
    return this.said[row]!
  }

  remove(row: number): void {
    const { pool, mint } = this.refs[row]!
    this.columns.remove(row)
    this.byPool.delete(pool)
    const left = this.byMint.get(mint)!.filter((one) => one !== row)
    if (left.length === 0) this.byMint.delete(mint)
    else this.byMint.set(mint, left)
    this.resting.push(row)
  }

  recycle(): void {
    this.free = [...this.free, ...this.resting]
    this.resting = []
  }

  codeOf(column: CodeName, word: string): number {
    return this.dictionary(column).codes.get(word) ?? 0
  }

  wordOf(column: CodeName, code: number): string | null {
    return code === 0 ? null : this.dictionary(column).words[code - 1]!
  }

  setWord(column: CodeName, row: number, word: string): void {
    const { words, codes } = this.dictionary(column)
    if (!codes.has(word) && words.length < MOST_CODES) codes.set(word, words.push(word))
    this.columns.setCode(CODE_NAMES.indexOf(column), row, codes.get(word) ?? 0)
  }

  wordsOf(column: CodeName): readonly string[] {
    return this.dictionary(column).words
  }

  order(column: number): RankedList | null {
    return this.orders.get(column)
  }

  buildOrders(rows: number): boolean {
    return this.orders.build(rows)
  }

  dropOrders(sinceMs: number): void {
    this.orders.drop(sinceMs)
  }

  private dictionary(column: CodeName) {
    return this.dictionaries[CODE_NAMES.indexOf(column)]!
  }
}

const NO_WORDS: PairWords = {
  baseSymbol: null,
  baseName: null,
  quoteSymbol: null,
  quoteName: null,
  labels: [],
  safetyGrade: null,
}
