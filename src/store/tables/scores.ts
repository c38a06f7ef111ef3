import { createHash } from 'node:crypto'
import { CALIBRATION, HORIZONS, type Horizon } from '../../config/calibration.ts'
import { splitChained } from '../audit-chain.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { LedgerRow, LedgerVerdict, OutcomeEntry, ScoreEntry, ScoresTable } from '../score-rows.ts'

const NO_LINK = Buffer.alloc(32)
const MAX_FINDINGS = 100

type Row = { readonly score: ScoreEntry } | { readonly outcome: OutcomeEntry }
type DueKey = [dueMs: number, id: number, horizon: string]
type Tables = {
  readonly env: Environment
  readonly rows: Table<number>
  /** Horizons of scores that have no outcome yet. */
  readonly dues: Table<DueKey>
}

/** The ledger of scores and what became of them. The chain has no key: whoever noted a head can check every row before
 *  it, and nobody, the operator included, changes one unnoticed. */
export function openScores(env: Environment): { readonly table: ScoresTable; clear(): Promise<void> } {
  const tables: Tables = { env, rows: env.table('scores.v1'), dues: env.table('scoresDue.v1') }
  let epoch = 0
  const table: ScoresTable = {
    get epoch() {
      return epoch
    },
    append: (score) =>
      env.write(() => {
        const id = add(tables, { score })
        for (const horizon of HORIZONS) tables.dues.put(dueKey(score, id, horizon), Buffer.alloc(1))
        return id
      }),
    settle: (outcome) =>
      env.write(() => {
        const key = dueKey(outcome.score, outcome.ofId, outcome.horizon)
        if (!tables.dues.doesExist(key)) return
        add(tables, { outcome })
        tables.dues.remove(key)
      }),
    due(nowMs, limit, after = null) {
      const end: DueKey = [nowMs, Number.MAX_SAFE_INTEGER, '~']
      const start: DueKey | null = after === null ? null : [after.dueMs, after.id, after.horizon]
      const keys = Array.from(
        tables.dues.getKeys({ ...(start === null ? {} : { start }), end, limit: start === null ? limit : limit + 1 }),
      )
      const isStart = (key: DueKey): boolean => start !== null && key.every((part, at) => part === start[at])
      return keys
        .filter((key) => !isStart(key))
        .slice(0, limit)
        .flatMap(([dueMs, id, horizon]) => {
          const row = rowAt(tables, id)
          return row?.type === 'score' ? [{ dueMs, id, horizon: horizon as Horizon, score: row.score }] : []
        })
    },
    read(afterId, limit) {
      const ids = Array.from(tables.rows.getKeys({ start: afterId + 1, limit }))
      return ids.flatMap((id) => rowAt(tables, id) ?? [])
    },
    head: () => headOf(tables),
    verify: () => verify(tables),
  }
  return {
    table,
    async clear() {
      epoch++
      await Promise.all([env.clear(tables.rows as never), env.clear(tables.dues as never)])
    },
  }
}

function dueKey({ atMs }: ScoreEntry, id: number, horizon: Horizon): DueKey {
  return [atMs + CALIBRATION.horizonMs[horizon], id, horizon]
}

function add(tables: Tables, row: Row): number {
  const head = newest(tables)
  const id = head.id + 1
  const encoded = encodeDurable(row)
  tables.rows.put(id, encodeDurable({ row: encoded, link: linkOf(head.link, id, encoded) }))
  return id
}

function linkOf(previous: Uint8Array, id: number, row: Uint8Array): Buffer {
  return createHash('sha256').update(`score:${id}:`).update(previous).update(row).digest()
}

function newest({ rows }: Tables): { readonly id: number; readonly link: Buffer } {
  for (const { key, value } of rows.getRange({ reverse: true, limit: 1 }))
    return { id: key, link: splitChained(Buffer.from(value))?.link ?? NO_LINK }
  return { id: 0, link: NO_LINK }
}

function headOf(tables: Tables): { readonly id: number; readonly linkHex: string } {
  const { id, link } = newest(tables)
  return { id, linkHex: link.toString('hex') }
}

function chainedAt({ rows }: Tables, id: number): ReturnType<typeof splitChained> {
  const bytes = rows.get(id)
  return bytes === undefined ? undefined : splitChained(Buffer.from(bytes))
}

function rowAt(tables: Tables, id: number): LedgerRow | undefined {
  const chained = chainedAt(tables, id)
  if (chained === undefined) return undefined
  const row = decodeDurable<Row>(chained.row)
  return 'score' in row ? { id, type: 'score', ...row } : { id, type: 'outcome', ...row }
}

/** Reads the ledger from its first row to its newest and computes every link. */
function verify(tables: Tables): LedgerVerdict {
  const findings: { row: number | null; what: string }[] = []
  const find = (row: number, what: string): void => {
    if (findings.length < MAX_FINDINGS) findings.push({ row, what })
  }
  let previous: Buffer | null = NO_LINK
  let expected = 1
  let count = 0
  for (const id of Array.from(tables.rows.getKeys())) {
    count++
    for (; expected < id; expected++) {
      find(expected, 'was removed')
      previous = null
    }
    expected = id + 1
    const chained = chainedAt(tables, id)
    if (chained === undefined) {
      find(id, 'is not a row of this program')
      previous = null
      continue
    }
    // After a row that is gone, the next one can only be held against itself.
    if (previous !== null && !linkOf(previous, id, chained.row).equals(chained.link)) find(id, 'was changed')
    previous = chained.link
  }
  const head = headOf(tables)
  return {
    rows: count,
    head: head.id === 0 ? null : head,
    findings,
    linkOf: (id) => chainedAt(tables, id)?.link.toString('hex'),
  }
}
