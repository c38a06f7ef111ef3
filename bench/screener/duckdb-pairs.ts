import { createRequire } from 'node:module'
import { SEGMENT_BITS, SEGMENT_ROWS } from '../../src/hot-paths/screener/pair-columns.ts'
import type { PairStore } from '../../src/services/screener/pair-store.ts'
import { hasPeer } from '../peers.ts'

type Reader = { getRowsJson(): Promise<unknown[][]> }
type Connection = {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<Reader>
  createAppender(table: string): Promise<{ appendDataChunk(chunk: unknown): void; closeSync(): void }>
}
type DuckDb = {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
  DuckDBDataChunk: {
    create(types: readonly unknown[], rows: number): { setColumns(columns: readonly unknown[]): void }
  }
  DOUBLE: unknown
}

/** Rows of a DuckDB data chunk. */
const CHUNK = 2_048

/** Answers a `select` of row numbers. */
export type DuckPairs = { ask(sql: string): Promise<number[]> }

/** The same rows and columns (`id`, `c0`, `c1`, ..., `dex`) in DuckDB's memory; null where it cannot be installed. */
export async function openDuckPairs(store: PairStore, numbers: number): Promise<DuckPairs | null> {
  if (!hasPeer('@duckdb/node-api')) return null
  const duckDb = createRequire(new URL('../package.json', import.meta.url))('@duckdb/node-api') as DuckDb
  const connection = await (await duckDb.DuckDBInstance.create(':memory:')).connect()
  const names = ['id', ...Array.from({ length: numbers }, (_, column) => `c${column}`), 'dex']
  await connection.run(`create table pairs (${names.map((name) => `${name} double`).join(', ')})`)
  const appender = await connection.createAppender('pairs')
  const { columns } = store
  for (let at = 0; at < columns.rows; at += CHUNK) {
    const count = Math.min(CHUNK, columns.rows - at)
    const { codes } = columns.segments[at >>> SEGMENT_BITS]!
    const start = at & (SEGMENT_ROWS - 1)
    const chunk = duckDb.DuckDBDataChunk.create(
      names.map(() => duckDb.DOUBLE),
      count,
    )
    chunk.setColumns([
      Array.from({ length: count }, (_, i) => at + i),
      ...Array.from({ length: numbers }, (_, column) =>
        Array.from({ length: count }, (__, i) => columns.number(column, at + i)),
      ),
      Array.from(codes[0]!.subarray(start, start + count)),
    ])
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  return {
    async ask(sql) {
      const rows = await (await connection.runAndReadAll(sql)).getRowsJson()
      return rows.map(([id]) => Number(id))
    },
  }
}
