import type { TestEvent } from 'node:test/reporters'

/** What `test/run.ts` learns of a run, a JSON text a line: a file with a failed test, how long a file with a process of
 *  its own took, and how many tests there were. */
export type RunLine =
  | { readonly failed: string }
  | { readonly file: string; readonly tookMs: number }
  | { readonly tests: number; readonly passed: number; readonly skipped: number; readonly failures: number }

const TEST_PROCESS = /\/test-process\.ts$/

/** A test reporter that prints these lines and nothing else. */
export default async function* runReport(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = new Set<string>()
  for await (const event of source) {
    if (event.type === 'test:summary') {
      const { file, counts, duration_ms: tookMs } = event.data
      if (file === undefined || TEST_PROCESS.test(file)) yield lineOf(countsOf(counts as Record<string, number>))
      else yield lineOf({ file, tookMs })
    }
    if (event.type !== 'test:fail') continue
    const file = failedFile(event.data)
    if (file === undefined || seen.has(file)) continue
    seen.add(file)
    yield lineOf({ failed: file })
  }
}

/** In a process that runs several files each is a suite of its own at the top, named after it; the tests in it, and
 *  helpers that fail, may stand elsewhere. */
function failedFile({ file, name, nesting }: { file?: string; name: string; nesting: number }): string | undefined {
  if (file === undefined || !TEST_PROCESS.test(file)) return file
  return nesting === 0 ? name : undefined
}

function countsOf({ tests, passed, skipped, failed, cancelled }: Record<string, number>): RunLine {
  return { tests: tests!, passed: passed!, skipped: skipped!, failures: failed! + cancelled! }
}

function lineOf(line: RunLine): string {
  return `${JSON.stringify(line)}\n`
}
