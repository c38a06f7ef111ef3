import { LAYERS } from '../src/services/deep-scan/layers/index.ts'
import { areaUnderCurve, f1Of, type MergeCounts } from './entity-figures.ts'
import { type LaunchResult, type Split, sumMerges, sumPairs } from './judge-lab.ts'

export const SPLITS: readonly Split[] = ['tuned recipes, tuned seeds', 'tuned recipes, new seeds', 'held-out recipes']

/** Collects lines for the screen and for the results file. */
export function createPrinter(): {
  say(line?: string): void
  table(head: readonly string[], rows: readonly (readonly unknown[])[]): void
  text(): string
} {
  const lines: string[] = []
  const say = (line = ''): void => {
    lines.push(line)
    console.log(line)
  }
  return {
    say,
    table(head, rows) {
      say(`| ${head.join(' | ')} |`)
      say(`|${head.map(() => '---').join('|')}|`)
      for (const row of rows) say(`| ${row.map((cell) => (cell === null ? '' : String(cell))).join(' | ')} |`)
      say()
    },
    text: () => lines.join('\n'),
  }
}

type Printer = ReturnType<typeof createPrinter>

export function printEntities(printer: Printer, results: readonly LaunchResult[]): void {
  printer.say('## Entities')
  printer.say()
  const row = (name: string, own: readonly LaunchResult[]) => {
    const pairs = sumPairs(own, ({ pairs }) => pairs)
    const merges = sumMerges(own, ({ merges }) => merges)
    const baseline = sumPairs(own, ({ baselinePairs }) => baselinePairs)
    const baselineMerges = sumMerges(own, ({ baselineMerges }) => baselineMerges)
    return [
      name,
      own.length,
      round(f1Of(pairs)),
      round(pairs.foundPairs === 0 ? null : pairs.rightPairs / pairs.foundPairs),
      round(pairs.truePairs === 0 ? null : pairs.rightPairs / pairs.truePairs),
      percent(merges),
      round(f1Of(baseline)),
      percent(baselineMerges),
    ]
  }
  const head = [
    '',
    'launches',
    'pairwise F1',
    'precision',
    'recall',
    'organic merged',
    'F1 by transfers only',
    'organic merged by it',
  ]
  printer.table(head, [
    row('all', results),
    ...SPLITS.map((split) =>
      row(
        split,
        results.filter((one) => one.split === split),
      ),
    ),
  ])
  printer.table(
    head,
    recipesOf(results).map((recipe) =>
      row(
        recipe,
        results.filter((one) => one.recipe === recipe),
      ),
    ),
  )
}

export function printScores(printer: Printer, results: readonly LaunchResult[], title = '## Deep Scan score'): void {
  printer.say(title)
  printer.say()
  const aucOf = (own: readonly LaunchResult[], others: readonly LaunchResult[]) =>
    round(
      areaUnderCurve(
        others.filter(({ intent }) => intent === 'honest').map(({ score }) => score),
        own.filter(({ intent }) => intent === 'rug').map(({ score }) => score),
      ),
    )
  const rows: unknown[][] = [['all', results.length, aucOf(results, results)]]
  for (const split of SPLITS) {
    const own = results.filter((one) => one.split === split)
    if (own.length === 0) continue
    const honestHere = own.some(({ intent }) => intent === 'honest')
    rows.push([split, own.length, own.length === 0 ? null : aucOf(own, honestHere ? own : results)])
  }
  const pending = results.filter(({ intent, rugged }) => intent === 'honest' || !rugged)
  rows.push(['rugs that have not happened yet', pending.length, aucOf(pending, pending)])
  printer.table(['', 'launches', 'AUC, rugs against healthy'], rows as unknown[][])
  printer.table(
    ['recipe', 'intent', 'lowest', 'median', 'highest', 'safe', 'caution', 'risky', 'danger'],
    recipesOf(results).map((recipe) => {
      const own = results.filter((one) => one.recipe === recipe)
      const scores = own.map(({ score }) => score).sort((a, b) => a - b)
      const count = (grade: string) => own.filter((one) => one.grade === grade).length
      return [
        recipe,
        own[0]!.intent,
        scores[0],
        scores[scores.length >> 1],
        scores.at(-1),
        ...['safe', 'caution', 'risky', 'danger'].map(count),
      ]
    }),
  )
}

/** How often each scored check failed, by what the token really is. */
export function printChecks(
  printer: Printer,
  kinds: ReadonlyMap<string, readonly { readonly failing: readonly string[]; readonly passed: readonly string[] }[]>,
): { readonly never: readonly string[] } {
  printer.say('## Checks: failed / asked, by archetype')
  printer.say()
  const never: string[] = []
  const names = [...kinds.keys()]
  const rows = LAYERS.flatMap((layer) =>
    layer.rules.map((rule) => {
      const id = `${layer.name}.${rule.id}`
      let failures = 0
      const cells = names.map((name) => {
        const own = kinds.get(name)!
        const failing = own.filter((one) => one.failing.includes(id)).length
        const asked = failing + own.filter((one) => one.passed.includes(id)).length
        failures += failing
        return asked === 0 ? '' : `${failing}/${asked}`
      })
      if (failures === 0) never.push(id)
      return [id, rule.severity, rule.scored ? 'yes' : 'no', ...cells]
    }),
  )
  printer.table(['check', 'severity', 'scored', ...names], rows)
  return { never }
}

function recipesOf(results: readonly LaunchResult[]): string[] {
  return [...new Set(results.map(({ recipe }) => recipe))]
}

export function percent({ organic, merged }: MergeCounts): string | null {
  return organic === 0 ? null : `${((merged / organic) * 100).toFixed(2)} %`
}

export function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}
