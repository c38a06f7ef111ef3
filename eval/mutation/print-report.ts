import type { EngineRule } from '../../test/rules/engine-rule.ts'
import { describeMutant } from './describe-mutant.ts'
import type { Verdict } from './judge-code.ts'

/** Prints what became of each rule and which faults were not seen; 0 when every rule's test turned red, else 1. */
export function printReport(drawn: readonly EngineRule[], verdicts: readonly Verdict[], title: string): number {
  console.log(`\n| rule | code | test | red with |\n|---|---|---|---|`)
  const green: string[] = []
  for (const rule of drawn) {
    const { redWith, unfit, made } = verdicts.find(({ code }) => code.rules.includes(rule))!
    const mutant = redWith.get(rule)
    if (mutant === undefined) green.push(rule.id)
    const outcome = mutant === undefined ? (unfit.get(rule) ?? `none of ${made} faults`) : describeMutant(mutant)
    console.log(
      `| ${[rule.id, rule.code, rule.test.name, outcome].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    )
  }
  const survivors = verdicts.flatMap((verdict) => verdict.survivors)
  const made = verdicts.reduce((sum, verdict) => sum + verdict.made, 0)
  console.log(`\n${title}: the tests of ${drawn.length - green.length} turned red`)
  if (green.length > 0) console.log(`stayed green: ${green.join(', ')}`)
  console.log(`${made} faults made, ${survivors.length} of them seen by no test file of their source file`)
  for (const mutant of survivors) console.log(`  ${describeMutant(mutant)}`)
  return green.length === 0 ? 0 : 1
}
