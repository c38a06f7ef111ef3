import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLabSandbox } from '../lab-sandbox.ts'
import { createPrinter } from '../print-results.ts'
import { openCallCounter } from './count-calls.ts'
import { createHiddenTraces } from './hidden-traces.ts'
import { judgePractice, type PracticeResult } from './judge-practice.ts'
import { lookAt } from './look-at.ts'
import { labIndexOf, PRACTICES_PER_LAB, type PracticeLab, practiceLab, publicLab } from './practice-lab.ts'
import { printPractices } from './print-practices.ts'

export type PracticesRequest = {
  readonly seed: string
  /** Operators, and as many crowds; whole labs of them are drawn. */
  readonly count: number
  /** Looks at this one alone, in the lab it stands in. */
  readonly only?: string | undefined
  /** The fixed practices after tools that are advertised in public, in place of drawn ones. */
  readonly isPublic: boolean
  /** File name under bench/results, or an absolute path. */
  readonly out?: string | undefined
}

/** Each lane has a service of its own. */
const LANES = 2
const RESULTS_DIR = fileURLToPath(new URL('../../bench/results/', import.meta.url))

/** The arena: practices that no one who writes rules has seen, drawn from a seed, played on a lab chain, and what the
 *  service says of each. */
export async function runPractices(request: PracticesRequest): Promise<void> {
  const printer = createPrinter()
  const hidden = createHiddenTraces()
  const results: PracticeResult[] = []
  for (const lab of labsOf(request)) results.push(...(await runLab(lab, request, hidden)))
  const what = request.isPublic ? 'public tools' : `seed ${request.seed}`
  printer.say(`# Practices, ${what}, commit ${commit()}, ${new Date().toISOString().slice(0, 16)}Z`)
  printer.say()
  printPractices(printer, results)
  hidden.print(printer)
  if (request.only !== undefined) for (const result of results) console.log(JSON.stringify(result, null, 1))
  if (request.out !== undefined) writeFileSync(resolve(RESULTS_DIR, request.out), printer.text())
}

function labsOf({ seed, count, only, isPublic }: PracticesRequest): PracticeLab[] {
  if (isPublic) return [publicLab(seed)]
  if (only !== undefined) return [practiceLab(seed, labIndexOf(only))]
  return Array.from({ length: Math.ceil(count / PRACTICES_PER_LAB) }, (_, i) => practiceLab(seed, i))
}

async function runLab(
  lab: PracticeLab,
  { seed, only }: PracticesRequest,
  hidden: ReturnType<typeof createHiddenTraces>,
): Promise<PracticeResult[]> {
  const startMs = performance.now()
  const { recipes } = lab
  const sandbox = await openLabSandbox({ seed: lab.seed, recipes, launches: recipes.length, practiceSeed: seed })
  try {
    const paused = await fetch(`${sandbox.urls['control']}/slots/pause`, { method: 'POST' })
    if (!paused.ok) throw new Error(`the lab goes on: ${paused.status}`)
    const nowMs = Date.now()
    const tokens = sandbox.truth.tokens.filter(
      ({ recipe }) => recipe?.practice !== undefined && (only === undefined || recipe.practice.id === only),
    )
    const queue = [...tokens]
    const looked = new Map<string, PracticeResult>()
    const work = async (): Promise<void> => {
      const counter = await openCallCounter(sandbox.urls['rpc']!)
      try {
        for (let truth = queue.shift(); truth !== undefined; truth = queue.shift()) {
          const look = await lookAt({ ...sandbox, nowMs }, counter, truth)
          const failure = counter.failure()
          if (failure !== null) throw new Error(`lab ${lab.seed}, ${truth.mint}: ${failure}`)
          const result = judgePractice(seed, look)
          looked.set(truth.mint, result)
          hidden.add(look, result)
        }
      } finally {
        await counter.close()
      }
    }
    await Promise.race([sandbox.ended(), Promise.all(Array.from({ length: LANES }, work))])
    const secs = Math.round((performance.now() - startMs) / 1_000)
    console.error(`lab ${lab.seed}: ${tokens.length} practices in ${secs} s (build ${sandbox.figures.buildMs} ms)`)
    return tokens.map(({ mint }) => looked.get(mint)!)
  } finally {
    await sandbox.close()
  }
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}
