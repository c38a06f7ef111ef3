import type { HttpFuzzReport } from './http-fuzz.ts'

/** The report as tables. */
export function printReport(report: HttpFuzzReport): void {
  const { sent, controls, seconds, seed, findings, memory, pulse } = report
  console.log(`\n${sent} malformed requests and ${controls} right ones in ${Math.round(seconds)} s, seed ${seed}`)
  printTable('By family (p: refused by the parser itself, -: no answer)', report.families)
  printTable('By shape, requests on connections of their own', report.shapes)
  console.log(
    `\nslowest end of a connection that had to end: ${Math.round(report.slowestCloseMs)} ms after the last byte`,
  )
  console.log(
    `slowest answer of /health meanwhile: ${Math.round(pulse.slowestMs)} ms; failed: ${pulse.failures.length}`,
  )
  const { longestTurnMs } = report
  console.log(`longest turn of the loop: ${longestTurnMs?.toFixed(1) ?? 'unknown'} ms of CPU`)
  console.log(
    '\nMemory of the server after each phase, MiB: resident when idle, then with its garbage collected, of it files; what its main thread holds in the heap and outside',
  )
  for (const { idle, collected, held } of memory) {
    const columns = [idle.residentMiB, collected.residentMiB, collected.fileMiB, held.heapMiB, held.outsideMiB]
    console.log(`  ${columns.map((mebibytes) => mebibytes.toFixed(1).padStart(8)).join(' ')}`)
  }
  const [first, last] = [memory[0], memory.at(-1)]
  if (first !== undefined && last !== undefined) {
    const growth = (kind: 'idle' | 'collected') =>
      `${((last[kind].residentMiB / first[kind].residentMiB - 1) * 100).toFixed(1)} %`
    console.log(`  last against first: idle ${growth('idle')}, collected ${growth('collected')}`)
  }
  console.log(`\n${findings.length} kinds of findings`)
  for (const { what, count, examples } of findings) {
    console.log(`- ${what} (${count} times)`)
    for (const example of examples) console.log(`    ${example}`)
  }
}

function printTable(title: string, table: HttpFuzzReport['families']): void {
  console.log(`\n${title}`)
  for (const [row, counts] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const outcomes = [...counts].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome}: ${count}`)
    console.log(`  ${row.padEnd(42)} ${String(total).padStart(7)}  ${outcomes.join('  ')}`)
  }
}
