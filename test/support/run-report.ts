import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** What `test/run.ts` learns of a run, a JSON text a line: a file with a failed test (and whether a property found a
 *  counterexample in it), what each failed test says, how long a file took (and, where it
 *  shared a process, its processor time), and how many tests there were. */
export type RunLine =
  | { readonly failed: string; readonly ofProperty?: boolean }
  | { readonly failure: string; readonly says: string }
  | { readonly file: string; readonly tookMs: number; readonly cpuMs?: number }
  | { readonly tests: number; readonly passed: number; readonly skipped: number; readonly failures: number }

/** How fast-check begins to tell of a counterexample. */
const COUNTEREXAMPLE = /Property failed after \d+ tests?/
const ERROR_DEPTH = 6
/** Of the text of a failure, which may hold whole replies. */
const SAYS_CHARS = 1_500
const TEST_PROCESS = /\/test-process\.ts$/

/** A test reporter that prints these lines and nothing else. */
export default async function* runReport(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = new Set<string>()
  // The tests of a file tell before the suite that is named after it.
  let isOfProperty = false
  for await (const event of source) {
    if (event.type === 'test:summary') {
      const { file, counts, duration_ms: tookMs } = event.data
      if (file === undefined || TEST_PROCESS.test(file)) yield lineOf(countsOf(counts as Record<string, number>))
      else yield lineOf({ file, tookMs })
    }
    if (event.type === 'test:pass' && event.data.nesting === 0) isOfProperty = false
    if (event.type !== 'test:fail') continue
    const { file: place, details } = event.data
    const isCounterexample = COUNTEREXAMPLE.test(inspect(details.error, { depth: ERROR_DEPTH }))
    const says = ownFailure(details.error)
    if (says !== null) yield lineOf({ failure: event.data.name, says })
    const isInSuite = place !== undefined && TEST_PROCESS.test(place)
    isOfProperty = isCounterexample || (isInSuite && isOfProperty)
    const file = failedFile(event.data)
    if (file === undefined) continue
    const key = `${file} ${isOfProperty}`
    if (!seen.has(key)) yield lineOf({ failed: file, ...(isOfProperty ? { ofProperty: true } : {}) })
    seen.add(key)
    isOfProperty = false
  }
}

/** In a process that runs several files each is a suite of its own at the top, named after it; the tests in it, and
 *  helpers that fail, may stand elsewhere. */
function failedFile({ file, name, nesting }: { file?: string; name: string; nesting: number }): string | undefined {
  if (file === undefined || !TEST_PROCESS.test(file)) return file
  return nesting === 0 ? name : undefined
}

/** Null for a suite that failed because of what is in it. */
function ownFailure(error: Error & { readonly failureType?: string }): string | null {
  if (error.failureType === 'subtestsFailed') return null
  return inspect(error.cause ?? error, { depth: 2 }).slice(0, SAYS_CHARS)
}

function countsOf({ tests, passed, skipped, failed, cancelled }: Record<string, number>): RunLine {
  return { tests: tests!, passed: passed!, skipped: skipped!, failures: failed! + cancelled! }
}

function lineOf(line: RunLine): string {
  return `${JSON.stringify(line)}\n`
}
