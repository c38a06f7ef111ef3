import { addPairs, areaUnderCurve, f1Of, type MergeCounts, NO_PAIRS, type PairCounts } from '../entity-figures.ts'
import { type createPrinter, percent, round } from '../print-results.ts'
import { isRingNamed, type PracticeResult } from './judge-practice.ts'
import { missedCases } from './missed-cases.ts'

type Printer = ReturnType<typeof createPrinter>

export function printPractices(printer: Printer, results: readonly PracticeResult[]): void {
  printer.say('## Figures')
  printer.say()
  printer.table(['figure', 'got'], figuresOf(results))
  printMechanisms(printer, results)
  printer.say('## Cases')
  printer.say()
  const cases = results.flatMap(missedCases)
  for (const one of cases) printer.say(`- ${one}`)
  if (cases.length === 0) printer.say('None.')
  printer.say()
}

function figuresOf(results: readonly PracticeResult[]): [string, string][] {
  const staged = results.filter(({ practice }) => practice.stage === 'staged')
  const honest = results.filter(({ practice }) => practice.stage === 'honest')
  const sniped = results.filter(({ practice }) => practice.stage === 'sniped')
  const rings = results.flatMap(({ ring }) => (ring === null ? [] : [ring]))
  const auc = areaUnderCurve(scoresOf(honest), scoresOf(staged))
  const f1s = staged.flatMap(({ pairs }) => f1Of(pairs) ?? [])
  const fine = honest.filter(({ grade }) => grade === 'safe' || grade === 'caution').length
  const sum = (pick: (result: PracticeResult) => number): number => results.reduce((total, one) => total + pick(one), 0)
  const ofHops = (hops: number): string => {
    const own = rings.filter((ring) => ring.hops === hops)
    return `${own.filter(isRingNamed).length}/${own.length}`
  }
  return [
    ['launches: staged, honest, sniped', `${staged.length}, ${honest.length}, ${sniped.length}`],
    ['entities of staged launches: F1 (precision, recall)', pairText(sumPairs(staged))],
    ['mean F1 over staged launches', String(round(f1s.reduce((total, one) => total + one, 0) / (f1s.length || 1)))],
    ['staged launches with F1 of 0.9 and more', `${f1s.filter((one) => one >= 0.9).length}/${staged.length}`],
    ['entities of all launches: F1 (precision, recall)', pairText(sumPairs(results))],
    ['strangers merged, honest launches', mergeText(sumMerges([...honest, ...sniped]))],
    ['strangers merged, staged launches', mergeText(sumMerges(staged))],
    ['AUC of the score, honest over staged', String(round(auc))],
    ['staged by grade: danger, risky, caution, safe', gradesOf(staged)],
    ['honest by grade: danger, risky, caution, safe', gradesOf(honest)],
    ['sniped by grade: danger, risky, caution, safe', gradesOf(sniped)],
    ['staged launches graded safe', `${staged.filter(({ grade }) => grade === 'safe').length}/${staged.length}`],
    ['honest launches graded safe or caution', `${fine}/${honest.length}`],
    ['rings named: same creator, one hop, two hops', `${ofHops(0)}, ${ofHops(1)}, ${ofHops(2)}`],
    ['roots of rings named', `${rings.filter(({ isRootNamed }) => isRootNamed).length}/${rings.length}`],
    ['rings invented where nobody paid for two creators', inventedOf(results.filter((one) => !isOfStudio(one)))],
    ['studios whose coins live, called a ring', inventedOf(results.filter(isOfStudio))],
    [
      'professional snipers: there, in the sample, named',
      `${sum((one) => one.professionals.there)}, ${sum((one) => one.professionals.sampled)}, ${sum((one) => one.professionals.named)}`,
    ],
    [
      'victims: there, in a team, flagged by intel',
      `${sum((one) => one.victims)}, ${sum((one) => one.victimsInTeam)}, ${sum((one) => one.victimsFlagged)}`,
    ],
    ['intel verdict of staged: high-risk, risky, caution, safe, none', verdictsOf(staged)],
    ['intel verdict of honest: high-risk, risky, caution, safe, none', verdictsOf(honest)],
    ['node calls of a cold map: median, worst', spreadOf(results.map(({ mapCalls }) => mapCalls))],
    ['node calls of a cold intel record: median, worst', spreadOf(results.map(({ intelCalls }) => intelCalls))],
    ['answers that name an error', `${results.filter(({ errors }) => errors.length > 0).length}/${results.length}`],
  ]
}

function isOfStudio({ practice }: PracticeResult): boolean {
  return practice.mechanisms['creator'] === 'granted by a studio'
}

function inventedOf(results: readonly PracticeResult[]): string {
  const without = results.filter(({ ring }) => ring === null)
  return `${without.filter((one) => one.isRingInvented).length}/${without.length}`
}

function printMechanisms(printer: Printer, results: readonly PracticeResult[]): void {
  printer.say('## By mechanism')
  printer.say()
  for (const stage of ['staged', 'honest', 'sniped'] as const) {
    const own = results.filter(({ practice }) => practice.stage === stage)
    if (own.length === 0) continue
    const keys = new Set(
      own.flatMap(({ practice }) => Object.entries(practice.mechanisms).map((pair) => pair.join(': '))),
    )
    const rows = [...keys].sort().map((key) => {
      const [name, variant] = key.split(': ') as [string, string]
      const with_ = own.filter(({ practice }) => practice.mechanisms[name] === variant)
      const found = with_.flatMap(({ teamFound }) => teamFound ?? [])
      return [
        key,
        with_.length,
        stage === 'staged' ? pairText(sumPairs(with_)) : null,
        stage === 'staged' ? round(found.reduce((total, one) => total + one, 0) / (found.length || 1)) : null,
        mergeText(sumMerges(with_)),
        median(scoresOf(with_)),
        gradesOf(with_),
      ]
    })
    printer.say(`### ${stage}`)
    printer.say()
    printer.table(
      [
        'mechanism',
        'launches',
        'F1 (precision, recall)',
        'hand found',
        'strangers merged',
        'median score',
        'danger, risky, caution, safe',
      ],
      rows,
    )
  }
}

function sumPairs(results: readonly PracticeResult[]): PairCounts {
  return results.reduce((sum, { pairs }) => addPairs(sum, pairs), NO_PAIRS)
}

function sumMerges(results: readonly PracticeResult[]): MergeCounts {
  return results.reduce(
    (sum, { merges }) => ({ organic: sum.organic + merges.organic, merged: sum.merged + merges.merged }),
    { organic: 0, merged: 0 },
  )
}

function pairText(pairs: PairCounts): string {
  const { truePairs, foundPairs, rightPairs } = pairs
  const part = (of: number): string => (of === 0 ? '-' : (rightPairs / of).toFixed(3))
  return `${f1Of(pairs)?.toFixed(3) ?? '-'} (${part(foundPairs)}, ${part(truePairs)})`
}

function mergeText(merges: MergeCounts): string {
  return `${percent(merges) ?? '-'} (${merges.merged}/${merges.organic})`
}

function scoresOf(results: readonly PracticeResult[]): number[] {
  return results.map(({ score }) => score)
}

function gradesOf(results: readonly PracticeResult[]): string {
  return ['danger', 'risky', 'caution', 'safe']
    .map((grade) => results.filter((one) => one.grade === grade).length)
    .join(', ')
}

function verdictsOf(results: readonly PracticeResult[]): string {
  return ['high-risk', 'risky', 'caution', 'safe', null]
    .map((verdict) => results.filter((one) => one.intelVerdict === verdict).length)
    .join(', ')
}

function spreadOf(numbers: readonly number[]): string {
  return `${median(numbers)}, ${Math.max(0, ...numbers)}`
}

function median(numbers: readonly number[]): number | null {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? null
}
