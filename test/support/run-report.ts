import type { TestEvent } from 'node:test/reporters'

/** What `test/run.ts` learns of a run, a JSON text a line: a file with a failed test, how long a file with a process of
 *  its own took, and how many tests there were. */
export type RunLine =
  | { readonly failed: string }
  | { readonly file: string; readonly tookMs: number }
  | { readonly tests: number; readonly passed: number; readonly skipped: number; readonly failures: number }

/** A test reporter that prints these lines and nothing else. */
export default async function* runReport(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = new Set<string>()
  for await (const event of source) {
    if (event.type === 'test:summary' && event.data.file === undefined) {
      const { tests, passed, skipped, failed, cancelled } = event.data.counts as Record<string, number>
      yield lineOf({ tests: tests!, passed: passed!, skipped: skipped!, failures: failed! + cancelled! })
    }
    if (event.type === 'test:summary' && event.data.file !== undefined)
      yield lineOf({ file: event.data.file, tookMs: event.data.duration_ms })
    if (event.type !== 'test:fail') continue
    const { file } = event.data
    if (file === undefined || seen.has(file)) continue
    seen.add(file)
    yield lineOf({ failed: file })
  }
}

function lineOf(line: RunLine): string {
  return `${JSON.stringify(line)}\n`
}
