import { spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'
import { OUTCOME_MARK, type TestOutcome } from './outcome-reporter.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REPORTER = fileURLToPath(new URL('./outcome-reporter.ts', import.meta.url))
const COPIED = ['src', 'test', 'bench/eval', 'docs', 'examples', 'package.json', 'tsconfig.json']
/** A test that never ends is as red as one that fails. */
const TEST_TIMEOUT_MS = 60_000
const FILE_TIMEOUT_MS = 240_000

/** What tests need of the repository, copied to `folder`; packages by a link. */
export function copyTree(folder: string): void {
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Makes a fault in a copied tree; the returned function takes it out again. */
export function breakTree(folder: string, { file, start, end, text }: Mutant): () => void {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, source.slice(0, start) + text + source.slice(end))
  return () => writeFileSync(path, source)
}

/** Runs the tests with these titles of one file in a copied tree, and no others; all of them when there are no titles. */
export async function runTests(
  folder: string,
  file: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly TestOutcome[]> {
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
    // A process group of its own, so that what a broken tree leaves behind ends with it.
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true },
  )
  const overdue = setTimeout(() => endGroup(child.pid), FILE_TIMEOUT_MS)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.once('exit', () => endGroup(child.pid))
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(overdue)
  const lines = Buffer.concat(chunks).toString('utf8').split('\n')
  const outcomes = lines.flatMap((line) =>
    line.startsWith(OUTCOME_MARK) ? [JSON.parse(line.slice(OUTCOME_MARK.length)) as TestOutcome] : [],
  )
  return names.length === 0 ? outcomes : outcomes.filter(({ name }) => names.includes(name))
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
