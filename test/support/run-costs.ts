import { relative } from 'node:path'
import type { RunLine } from './run-report.ts'

const SLOWEST_FILES = 12

/** What the files of a run took and cost, the dearest first; `isWhole` names every file. Processor time is that of the
 *  file's process and of the children that it ended, in seconds. */
export function describeCosts(lines: readonly RunLine[], isWhole: boolean): readonly string[] {
  const files = lines.filter((line) => 'tookMs' in line)
  const shown = isWhole ? files.length : SLOWEST_FILES
  const list = (of: (line: (typeof files)[number]) => number): string =>
    files
      .toSorted((a, b) => of(b) - of(a))
      .slice(0, shown)
      .map((line) => `${relative(process.cwd(), line.file)} ${seconds(of(line))}`)
      .join(isWhole ? '\n  ' : ', ')
  const slowest = `slowest: ${list(({ tookMs }) => tookMs)}`
  const hasCpu = files.some(({ cpuMs }) => cpuMs !== undefined)
  return hasCpu ? [slowest, `most processor time: ${list(({ cpuMs }) => cpuMs ?? 0)}`] : [slowest]
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
