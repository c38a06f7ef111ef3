import type { EngineRule } from '../../test/rules/engine-rule.ts'
import { breakTree } from './copied-tree.ts'
import { describeMutant } from './describe-mutant.ts'
import type { Mutant } from './mutants.ts'
import type { TestOutcome } from './outcome-reporter.ts'
import { runTests } from './run-tests.ts'

/** A piece of code, the drawn rules that name it, and its faults in the order in which they are made. */
export type BrokenCode = {
  readonly rules: readonly EngineRule[]
  readonly mutants: readonly Mutant[]
  /** The test file of the source file, and every one that holds the test of a rule of it, drawn or not. */
  readonly testFiles: readonly string[]
}

export type Verdict = {
  readonly code: BrokenCode
  /** The fault that first turned the rule's test red, or why there is none. */
  readonly redWith: ReadonlyMap<EngineRule, Mutant>
  readonly unfit: ReadonlyMap<EngineRule, string>
  readonly made: number
  /** Faults that no test of `testFiles` saw. */
  readonly survivors: readonly Mutant[]
}

/** After so many faults of one code a rule that stayed green is given up. */
const MADE_MAX = 60

type Options = {
  /** A tree without faults. */
  readonly whole: string
  readonly env: NodeJS.ProcessEnv
  /** How many faults of a code are made in any case; beyond them, only what a rule without a red test needs. */
  readonly drawnMutants: number
}

/** Makes the faults of a code, one after the other, in a copied tree, and runs the tests of its rules with each. */
export function createJudge({ whole, env, drawnMutants }: Options) {
  const redInWhole = new Map<string, Promise<ReadonlySet<string>>>()

  /** The tests of a file that are red without any fault: they say nothing about one. */
  function redAnyway(file: string): Promise<ReadonlySet<string>> {
    const known = redInWhole.get(file)
    if (known !== undefined) return known
    const found = runTests(whole, file, [], env).then(
      (outcomes) => new Set(outcomes.filter(({ passed }) => !passed).map(({ name }) => name)),
    )
    redInWhole.set(file, found)
    return found
  }

  async function isSeen(tree: string, files: readonly string[]): Promise<boolean> {
    for (const file of files) {
      const anyway = await redAnyway(file)
      const outcomes = await runTests(tree, file, [], env)
      if (outcomes.length === 0 || outcomes.some(({ name, passed }) => !passed && !anyway.has(name))) return true
    }
    return false
  }

  return async function judge(tree: string, code: BrokenCode): Promise<Verdict> {
    const unfit = await findUnfit(whole, code.rules, env)
    const redWith = new Map<EngineRule, Mutant>()
    const survivors: Mutant[] = []
    const fit = code.rules.filter((rule) => !unfit.has(rule))
    let made = 0
    for (const mutant of fit.length === 0 ? [] : code.mutants.slice(0, MADE_MAX)) {
      const green = fit.filter((rule) => !redWith.has(rule))
      const isDrawn = made < drawnMutants && !mutant.isBlunt
      if (!isDrawn && green.length === 0) break
      made++
      const restore = breakTree(tree, mutant)
      try {
        const red = await redRules(tree, isDrawn ? fit : green, env)
        for (const rule of red) if (!redWith.has(rule)) redWith.set(rule, mutant)
        const isUnseen = isDrawn && red.length === 0 && !(await isSeen(tree, code.testFiles))
        if (isUnseen) survivors.push(mutant)
        const word = red.length > 0 ? 'red   ' : isUnseen ? 'UNSEEN' : 'green '
        console.log(`${word} ${fit.map(({ id }) => id).join(' ')}: ${describeMutant(mutant)}`)
      } finally {
        restore()
      }
    }
    return { code, redWith, unfit, made, survivors }
  }
}

/** Why a rule's test is of no use, for those that are not green in the whole tree or did not run there. */
async function findUnfit(
  whole: string,
  rules: readonly EngineRule[],
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<EngineRule, string>> {
  const unfit = new Map<EngineRule, string>()
  for (const [rule, own] of await outcomesOf(whole, rules, env)) {
    const failure = own.find(({ passed }) => !passed)
    if (own.length === 0) unfit.set(rule, 'the test did not run in the whole tree')
    else if (failure !== undefined) unfit.set(rule, `not green in the whole tree: ${failure.why}`)
    else if (own.some(({ skipped }) => skipped)) unfit.set(rule, 'skipped in the whole tree')
  }
  return unfit
}

/** The rules whose tests ran and failed. A tree in which they did not even begin says nothing about what they hold. */
async function redRules(
  tree: string,
  rules: readonly EngineRule[],
  env: NodeJS.ProcessEnv,
): Promise<readonly EngineRule[]> {
  const outcomes = await outcomesOf(tree, rules, env)
  return rules.filter((rule) => outcomes.get(rule)!.some(({ passed }) => !passed))
}

async function outcomesOf(
  tree: string,
  rules: readonly EngineRule[],
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<EngineRule, readonly TestOutcome[]>> {
  const found = new Map<EngineRule, readonly TestOutcome[]>()
  for (const [file, own] of Map.groupBy(rules, ({ test }) => test.file)) {
    const titles = [...new Set(own.map(({ test }) => test.name))]
    const outcomes = await runTests(tree, file, titles, env)
    for (const rule of own)
      found.set(
        rule,
        outcomes.filter(({ name }) => name === rule.test.name),
      )
  }
  return found
}
