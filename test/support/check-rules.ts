import { mutantsOf } from '../../eval/mutation/mutants.ts'
import type { EngineRule } from '../rules/engine-rule.ts'
import type { SourceNames } from './source-names.ts'

/** What is wrong with the rules, a sentence each; none when every rule says where the specification has it, and names
 *  one piece of code that can be broken and a test that runs. `readText` is null for a file that does not exist. */
export function faultsOf(
  rules: readonly EngineRule[],
  names: SourceNames,
  readText: (file: string) => string | null,
): readonly string[] {
  const timesOf = Map.groupBy(rules, ({ id }) => id)
  return rules.flatMap(({ id, rule, test, code }) => [
    ...(timesOf.get(id)!.length > 1 ? [`${id}: another rule has this id`] : []),
    ...(/^\d(\.\d+)?(, \d(\.\d+)?)*: \S.{3,}$/.test(rule)
      ? []
      : [`${id}: where does the specification say it: ${rule}`]),
    ...faultsOfTest(test.name, readText(test.file)).map((fault) => `${id}: ${test.file} ${fault}`),
    ...faultsOfCode(code, names).map((fault) => `${id}: ${fault}`),
  ])
}

/** Routes, as `METHOD /path`, that neither a rule nor the list of those without one names, and rows of the list that
 *  are right no more. */
export function ruleLessFaults(
  routes: readonly string[],
  rules: readonly Pick<EngineRule, 'route'>[],
  withoutRules: readonly string[],
): readonly string[] {
  const ruled = new Set(rules.map(({ route }) => route))
  const list = 'take it out of test/support/routes-without-rules.ts'
  return [
    ...routes
      .filter((route) => !ruled.has(route) && !withoutRules.includes(route))
      .map((route) => `${route} has no rule: add a row to test/rules`),
    ...withoutRules.filter((route) => ruled.has(route)).map((route) => `${route} has rules: ${list}`),
    ...withoutRules.filter((route) => !routes.includes(route)).map((route) => `${route} is not mounted: ${list}`),
  ]
}

function faultsOfTest(title: string, text: string | null): readonly string[] {
  if (text === null) return ['does not exist']
  const begins = ["'", '"'].map((quote) => `test(${quote}${title}${quote}, `)
  const at = begins.map((begin) => text.indexOf(begin)).find((place) => place >= 0)
  if (at === undefined) return [`has no test with the title: ${title}`]
  const options = text.slice(at, text.indexOf('=>', at))
  return /\b(skip|todo): *(true|['"`])/.test(options) ? [`never runs the test: ${title}`] : []
}

function faultsOfCode(code: string, names: SourceNames): readonly string[] {
  const found = names.find(code)
  if (found.length > 1) return [`${code} is in several places: ${found.map(({ file }) => file).join(', ')}`]
  if (found.length === 1) return mutantsOf(found[0]!).length > 0 ? [] : [`nothing in ${code} can be broken`]
  const others = names.suggest(code)
  return [`no code is called ${code}${others.length > 0 ? `; there is ${others.join(', ')}` : ''}`]
}
