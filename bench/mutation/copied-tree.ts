import { spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineRule } from '../../test/rules/engine-rule.ts'
import { OUTCOME_MARK, type TestOutcome } from './outcome-reporter.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REPORTER = fileURLToPath(new URL('./outcome-reporter.ts', import.meta.url))
const COPIED = ['src', 'test', 'bench/eval', 'docs', 'examples', 'package.json', 'tsconfig.json']
/** A test that never ends is as red as one that fails. */
const TEST_TIMEOUT_MS = 90_000

/** What tests need of the repository, copied to `folder`; packages by a link. */
export function copyTree(folder: string): void {
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Puts the change of `breaks` into a copied tree; the returned function takes it out again. Throws where the text does
 *  not occur exactly once. */
export function breakRule(folder: string, { file, find, replace }: EngineRule['breaks']): () => void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${find}`)
  writeFileSync(path, parts.join(replace))
  return () => writeFileSync(path, text)
}

/** Runs the tests with these titles of one file in a copied tree, and no others; how each of them ended. */
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
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => child.once('close', resolve))
  const lines = Buffer.concat(chunks).toString('utf8').split('\n')
  const outcomes = lines.flatMap((line) =>
    line.startsWith(OUTCOME_MARK) ? [JSON.parse(line.slice(OUTCOME_MARK.length)) as TestOutcome] : [],
  )
  return outcomes.filter(({ name }) => names.includes(name))
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
