import type { ProbeCase, ProbeRow } from '../../chain/evm/security/probe-call.ts'

/** Rows of one call, by their case. */
export type ShownRows = {
  readonly rows: readonly ProbeRow[]
  /** The last row of a case. */
  of(name: ProbeCase): ProbeRow | undefined
  all(name: ProbeCase): readonly ProbeRow[]
  isDone(name: ProbeCase): boolean
  isRefused(name: ProbeCase): boolean
  /** As findings name it: `now:sellAll`, `later:sellOfHolder 1`. */
  name(row: ProbeRow): string
  names(...cases: readonly ProbeCase[]): readonly string[]
}

export function showRows(at: 'now' | 'later', rows: readonly ProbeRow[]): ShownRows {
  const of = (name: ProbeCase) => rows.findLast((row) => row.case === name)
  const all = (name: ProbeCase) => rows.filter((row) => row.case === name)
  const name = (row: ProbeRow) => `${at}:${row.case}${row.case === 'sellOfHolder' ? ` ${row.index}` : ''}`
  return {
    ...{ rows, of, all, name },
    isDone: (one) => of(one)?.stage === 'done',
    isRefused: (one) => isRefused(of(one)),
    names: (...cases) => cases.flatMap(all).map(name),
  }
}

const UNTRIED = new Set<ProbeRow['stage']>(['done', 'nothingHeld', 'skipped'])

export function isRefused(row: ProbeRow | undefined): boolean {
  return row !== undefined && !UNTRIED.has(row.stage)
}

/** Whether the row says something about the token. */
export function isSound(row: ProbeRow): boolean {
  return row.stage !== 'nothingHeld' && row.stage !== 'skipped' && !isPoolEmpty(row)
}

/** Of a purchase the pool gave something to nobody: its own emptiness, not the token's doing. */
function isPoolEmpty(row: ProbeRow): boolean {
  return row.stage === 'nothingArrived' && row.expected === 0n && row.left === 0n
}

/** `: ` and what the contract said. */
export function said(row: ProbeRow | undefined): string {
  return row?.reason == null ? '' : `: ${row.reason}`
}
