import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { RunLine } from './run-report.ts'

/** A failed file, and whether it may run a second time. */
export type Verdict = {
  readonly file: string
  /** What the file says it waits for on the clock; null for one that has no second run. */
  readonly waitsFor: string | null
  /** Why there is none. */
  readonly why: string | null
}

/** What a test file says that depends on a wall-clock wait, and on which: `grep -rn '// second run: waits for'
 *  test`. */
const MARK = /^\/\/ second run: waits for (\S.*)$/m

/** Which of the failed files may run again. A property's counterexample is a finding: another run draws other values,
 *  and that these go well says nothing. A file that names no wait has nothing that a busy machine could excuse. */
export function judgeFailures(lines: readonly RunLine[]): readonly Verdict[] {
  const isOfProperty = new Map<string, boolean>()
  for (const line of lines) {
    if (!('failed' in line)) continue
    const file = relative(process.cwd(), line.failed)
    isOfProperty.set(file, (isOfProperty.get(file) ?? false) || line.ofProperty === true)
  }
  return [...isOfProperty].map(([file, ofProperty]) => {
    if (ofProperty) return { file, waitsFor: null, why: "a property's counterexample: its seed and path stand above" }
    const waitsFor = waitOf(file)
    return { file, waitsFor, why: waitsFor === null ? 'it names no wait' : null }
  })
}

function waitOf(file: string): string | null {
  return existsSync(file) ? (MARK.exec(readFileSync(file, 'utf8'))?.[1] ?? null) : null
}
