import { type Findings, factLines, isMissed } from './findings.ts'

const MAX_LINES = 30

/** Prints the table and every miss. Whether the goals were kept. */
export function printFindings({ rows, missed, notes }: Findings, say: (line: string) => void): boolean {
  console.table(
    rows.map((row) => ({
      kind: row.kind,
      requests: row.requests,
      orders: row.orders,
      lies: row.lies,
      'answers 2xx': row.answered,
      'wrong facts': row.facts.length,
      'of before': row.lingering,
      '500s': row.errors.length,
      deaths: row.deaths.length,
      hangs: row.hangs.length,
      money: row.money.length,
      'longest turn ms': Math.round(row.longestMs),
      'back ms': Math.round(row.backMs),
      verdict: isMissed(row) ? 'MISSED' : 'held',
    })),
  )
  for (const row of rows.filter(isMissed)) {
    say(`== ${row.kind}`)
    const groups: readonly (readonly [string, readonly string[]])[] = [
      ['wrong ', factLines(row)],
      ['500   ', counted(row.errors)],
      ['death ', row.deaths],
      ['hang  ', counted(row.hangs)],
      ['money ', counted(row.money)],
    ]
    for (const [name, lines] of groups) for (const line of lines.slice(0, MAX_LINES)) say(`  ${name} ${line}`)
    if (row.longestMs > 0) say(`  turn   ${Math.round(row.longestMs)} ms, ${row.longestRoute}`)
  }
  for (const note of notes) say(`  note   ${note}`)
  for (const what of missed) say(`  MISSED ${what}`)
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0)
  say(
    `${sum(({ requests }) => requests)} requests, ${sum(({ lies }) => lies)} lies, ${sum(({ facts }) => facts.length)} wrong facts, ${sum(({ errors }) => errors.length)} answers of 500, ${sum(({ deaths }) => deaths.length)} deaths, ${missed.length} misses of whole lives`,
  )
  const isKept = missed.length === 0 && !rows.some(isMissed)
  say(isKept ? 'no lie was believed that cannot be, and nothing broke' : 'NOT KEPT')
  return isKept
}

function counted(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `${count} x ${line}`)
}
