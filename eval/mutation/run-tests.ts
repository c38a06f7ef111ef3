import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRELOAD } from '../../test/support/inherited-env.ts'
import { preloadOf } from './copied-tree.ts'
import { OUTCOME_MARK, type TestOutcome } from './outcome-reporter.ts'

const REPORTER = fileURLToPath(new URL('./outcome-reporter.ts', import.meta.url))
/** A test that never ends is as red as one that fails. Its file may not end either, when it waits for what the test
 *  left. */
const TEST_TIMEOUT_MS = 60_000
const FILE_TIMEOUT_MS = 180_000

/** Runs the tests with these titles of one file in a copied tree, and no others; all of them when there are no titles.
 *  Answers how each of them ended. */
export async function runTests(
  folder: string,
  file: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly TestOutcome[]> {
  const preload = preloadOf(folder)
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      `--test-reporter=${REPORTER}`,
      '--test-reporter-destination=stdout',
      ...names.map((name) => `--test-name-pattern=^${escaped(name)}$`),
      file,
    ],
    {
      cwd: folder,
      env: { ...env, NODE_COMPILE_CACHE: join(folder, '.compiled'), NODE_OPTIONS: preload, [PRELOAD]: preload },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A process group of its own, so that what a broken tree leaves behind ends with it.
      detached: true,
    },
  )
  let isOverdue = false
  const overdue = setTimeout(() => {
    isOverdue = true
    endGroup(child.pid)
  }, FILE_TIMEOUT_MS)
  child.once('exit', () => endGroup(child.pid))
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(overdue)
  const lines = Buffer.concat(chunks).toString('utf8').split('\n')
  const outcomes = lines.flatMap((line) =>
    line.startsWith(OUTCOME_MARK) ? [JSON.parse(line.slice(OUTCOME_MARK.length)) as TestOutcome] : [],
  )
  const wanted = names.length === 0 ? outcomes : outcomes.filter(({ name }) => names.includes(name))
  const unheard = isOverdue ? names.filter((name) => !wanted.some((one) => one.name === name)) : []
  return [...wanted, ...unheard.map((name) => ({ name, passed: false, skipped: false, why: 'did not end' }))]
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
