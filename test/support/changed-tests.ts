import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createFileSet, stepsTo, usesOf } from './file-graph.ts'

/** Files whose change may change any test: what is installed and how it is run. */
const FOR_ALL = /^(package(-lock)?\.json|tsconfig\.json|test\/run\.ts)$/
const TEST = /^test\/.*\.test\.ts$/
/** Held against the whole project, whatever has changed. */
const HOUSE_RULES = ['test/house-rules.test.ts', 'test/rules.test.ts', 'test/spec-coverage.test.ts']

export type ChangedTests = {
  readonly changed: readonly string[]
  /** The tests that a changed file reaches, nearest first, and the house rules before all. */
  readonly tests: readonly string[]
}

/** What has changed since the branch left `base`, written down or not, and the tests that can see it. */
export function findChangedTests(base: string): ChangedTests {
  const changed = changedSince(base)
  const known = git(['ls-files', '--cached', '--others', '--exclude-standard'])
  // A file that is gone is still named by those that used it.
  return { changed, tests: testsReaching(changed, new Set([...known, ...changed]), readText) }
}

/** The tests among `paths` that reach a changed file, nearest first. */
export function testsReaching(
  changed: readonly string[],
  paths: ReadonlySet<string>,
  read: (path: string) => string | null,
): readonly string[] {
  const files = createFileSet(paths)
  const present = [...paths].filter((path) => read(path) !== null)
  const tests = present.filter((path) => TEST.test(path)).sort()
  if (changed.some((path) => FOR_ALL.test(path))) return tests
  const steps = stepsTo(changed, new Map(present.map((path) => [path, usesOf(path, read(path)!, files)])))
  const reached = tests.filter((path) => steps.has(path)).toSorted((a, b) => steps.get(a)! - steps.get(b)!)
  const rules = changed.length === 0 ? [] : HOUSE_RULES.filter((path) => tests.includes(path))
  return [...new Set([...rules, ...reached])]
}

function changedSince(base: string): readonly string[] {
  const [since = base] = git(['merge-base', base, 'HEAD'])
  const tracked = git(['diff', '--name-only', '--no-renames', since])
  return [...new Set([...tracked, ...git(['ls-files', '--others', '--exclude-standard'])])].sort()
}

const texts = new Map<string, string | null>()

function readText(path: string): string | null {
  const known = texts.get(path)
  if (known !== undefined) return known
  const text = existsSync(path) ? readFileSync(path, 'utf8') : null
  texts.set(path, text)
  return text
}

function git(args: readonly string[]): readonly string[] {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(Boolean)
}
