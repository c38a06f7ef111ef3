import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import runReport, { type RunLine } from './support/run-report.ts'
import { judgeFailures } from './support/second-runs.ts'

const CASES = 'test/fixtures/second-runs'
const PROPERTY = `${CASES}/property.case.ts`
const WAITS = `${CASES}/waits.case.ts`
const NAMES_NONE = `${CASES}/names-no-wait.case.ts`

/** What `test/run.ts` says of these files, how it ends, and which of them ran at all. */
async function run(t: TestContext, ...files: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-second-runs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  // Inside a run of tests node takes `--test` for a mistake.
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  const child = spawn(process.execPath, ['test/run.ts', ...files], { env: { ...rest, SECOND_RUNS_FOLDER: folder } })
  let said = ''
  child.stdout.on('data', (piece) => (said += piece))
  child.stderr.on('data', (piece) => (said += piece))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said, code, ran: readdirSync(folder) }
}

test('a counterexample, and a file that names no wait, make a run red without a second run; a named wait has one', async (t) => {
  const { said, code, ran } = await run(t, PROPERTY, WAITS, NAMES_NONE)
  assert.equal(ran.length, 3, said)
  assert.notEqual(code, 0, said)
  assert.match(said, /Property failed after/)
  assert.match(said, new RegExp(`FAILED, no second run: ${PROPERTY} \\(a property's counterexample`))
  assert.match(said, new RegExp(`FAILED, no second run: ${NAMES_NONE} \\(it names no wait\\)`))
  assert.match(
    said,
    new RegExp(`FLAKY, passed only in its second run: ${WAITS} \\(waits for its first run to be over\\)`),
  )
  assert.match(said, /\b1 second runs,/)
})

test('a run in which only a named wait was too short ends well, and says so', async (t) => {
  const { said, code } = await run(t, WAITS)
  assert.equal(code, 0, said)
  assert.match(said, /\b1 second runs,/)
  assert.match(said, /FLAKY/)
})

test('in a process of many files a counterexample counts for its own file alone', async () => {
  const place = join(process.cwd(), 'test/support/test-process.ts')
  const failing = (name: string, nesting: number, error: Error): TestEvent =>
    ({ type: 'test:fail', data: { name, nesting, file: place, details: { error } } }) as unknown as TestEvent
  async function* events(): AsyncGenerator<TestEvent> {
    yield failing('holds', 2, new Error('wrapped', { cause: new Error('Property failed after 3 tests\n{ seed: 1 }') }))
    yield failing('file', 1, new Error('1 subtest failed'))
    yield failing(PROPERTY, 0, new Error('1 subtest failed'))
    yield failing('is late', 2, new Error('never happened'))
    yield failing('file', 1, new Error('1 subtest failed'))
    yield failing(WAITS, 0, new Error('1 subtest failed'))
  }
  const lines: RunLine[] = []
  for await (const line of runReport(events())) lines.push(JSON.parse(line) as RunLine)
  assert.deepEqual(
    judgeFailures(lines).map(({ file, waitsFor }) => [file, waitsFor]),
    [
      [PROPERTY, null],
      [WAITS, 'its first run to be over'],
    ],
  )
})
