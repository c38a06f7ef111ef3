import { DatabaseSync } from 'node:sqlite'
import type { TradeEvent } from '../../src/contract/tape-event.ts'
import type { NewSlot } from '../../src/store/tape/types.ts'
import { COLUMNS, cellsOf, eventOfCells, REAL_COLUMNS, TEXT_COLUMNS } from './columns.ts'

/** A table of events in SQLite: WAL, its default `synchronous = FULL` (one fsync a commit), prepared statements. */
export type SqliteTape = {
  /** One transaction. */
  append(slots: readonly NewSlot[], firstSeq: number): void
  replay(pageSize: number, onEvents: (events: readonly TradeEvent[]) => void): void
  close(): void
}

/** `indexed`: with the three indexes that ours has, of mint, pool and maker, each with the number. */
export function openSqlite(path: string, { indexed }: { indexed: boolean }): SqliteTape {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL')
  const kind = (name: string): string => (TEXT_COLUMNS.has(name) ? 'TEXT' : REAL_COLUMNS.has(name) ? 'REAL' : 'INTEGER')
  const columns = COLUMNS.map((name) => (name === 'seq' ? 'seq INTEGER PRIMARY KEY' : `"${name}" ${kind(name)}`))
  db.exec(`CREATE TABLE IF NOT EXISTS events (${columns.join(', ')})`)
  if (indexed)
    for (const name of ['mint', 'pool', 'maker'])
      db.exec(`CREATE INDEX IF NOT EXISTS by_${name} ON events (${name}, seq)`)
  const insert = db.prepare(`INSERT INTO events VALUES (${COLUMNS.map(() => '?').join(', ')})`)
  const select = db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?')
  // Token amounts do not fit a double.
  select.setReadBigInts(true)
  return {
    append(slots, firstSeq) {
      let seq = firstSeq
      db.exec('BEGIN')
      for (const { events } of slots)
        for (const fact of events) if (fact.type === 'trade') insert.run(...cellsOf(fact, seq++))
      db.exec('COMMIT')
    },
    replay(pageSize, onEvents) {
      for (let after = 0; ; ) {
        const rows = select.all(after, pageSize) as unknown as SqliteRow[]
        if (rows.length === 0) return
        const events = rows.map(eventOfRow)
        after = events.at(-1)!.seq
        onEvents(events)
      }
    },
    close: () => db.close(),
  }
}

type SqliteRow = Record<'eventId' | 'signature' | 'pool' | 'mint' | 'quoteMint' | 'maker', string> &
  Record<'priceUsd' | 'amountUsd', number> &
  Record<
    | 'seq'
    | 'slot'
    | 'blockTimeSec'
    | 'txIndex'
    | 'outer'
    | 'inner'
    | 'dex'
    | 'isSell'
    | 'decimals'
    | 'quoteDecimals'
    | 'amountRaw'
    | 'quoteAmountRaw'
    | 'reserveRaw'
    | 'quoteReserveRaw',
    bigint
  >

function eventOfRow(row: SqliteRow): TradeEvent {
  return eventOfCells({
    seq: Number(row.seq),
    eventId: row.eventId,
    slot: Number(row.slot),
    blockTimeSec: Number(row.blockTimeSec),
    txIndex: Number(row.txIndex),
    outer: Number(row.outer),
    inner: Number(row.inner),
    signature: row.signature,
    dex: Number(row.dex),
    pool: row.pool,
    mint: row.mint,
    quoteMint: row.quoteMint,
    isSell: row.isSell === 1n,
    maker: row.maker,
    amountRaw: row.amountRaw,
    quoteAmountRaw: row.quoteAmountRaw,
    decimals: Number(row.decimals),
    quoteDecimals: Number(row.quoteDecimals),
    priceUsd: row.priceUsd,
    amountUsd: row.amountUsd,
    reserveRaw: row.reserveRaw,
    quoteReserveRaw: row.quoteReserveRaw,
  })
}
