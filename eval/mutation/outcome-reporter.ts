import type { TestEvent } from 'node:test/reporters'

/** Begins every line, so that what tests print is told from it. */
export const OUTCOME_MARK = '#outcome '

export type TestOutcome = {
  readonly name: string
  readonly passed: boolean
  readonly skipped: boolean
  /** First line of what went wrong. */
  readonly why: string | null
}

/** A reporter of the test runner that says in one line of JSON how each test ended. */
export default async function* outcomes(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const error = type === 'test:fail' ? (data.details.error.cause ?? data.details.error) : null
    const text = error instanceof Error ? error.message : error === null ? null : String(error)
    const outcome: TestOutcome = {
      name: data.name,
      passed: type === 'test:pass',
      skipped: data.skip !== undefined && data.skip !== false,
      why: text?.split('\n').find((line) => line.trim() !== '') ?? null,
    }
    yield `${OUTCOME_MARK}${JSON.stringify(outcome)}\n`
  }
}
