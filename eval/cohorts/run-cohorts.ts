import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyseCohort } from '../../src/services/cohort/analyse-cohort.ts'
import { addPairs, countPairs, f1Of, NO_PAIRS, type PairCounts } from '../entity-figures.ts'
import { openLabContext } from '../lab-context.ts'
import { type LabSandbox, openLabSandbox } from '../lab-sandbox.ts'
import { openCallCounter } from '../practices/count-calls.ts'
import { PRACTICES_PER_LAB, practiceLab } from '../practices/practice-lab.ts'
import { createPrinter } from '../print-results.ts'
import type { TrueToken } from '../scan-lab.ts'
import { drawCohort } from './draw-cohort.ts'

export type CohortFigures = {
  readonly id: string
  readonly mechanisms: string
  readonly wallets: number
  readonly pairs: PairCounts
  readonly calls: number
  readonly headline: string
}
export type CohortsRequest = { readonly seed: string; readonly count: number; readonly out?: string | undefined }

const MOST = { hand: 20, strangers: 15 } as const
const RESULTS_DIR = fileURLToPath(new URL('../../bench/results/', import.meta.url))

/** Cohorts of practices that are drawn from a seed (`eval/practices`): wallets of operators among strangers, and crowds
 *  without any hand. Pairs that the analysis joins against those that one hand really holds. */
export async function runCohorts({ seed, count, out }: CohortsRequest): Promise<readonly CohortFigures[]> {
  const figures: CohortFigures[] = []
  for (let lab = 0; lab < Math.ceil(count / PRACTICES_PER_LAB); lab++) figures.push(...(await runLab(seed, lab, count)))
  const printer = createPrinter()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  printer.say(`# Cohorts, seed ${seed}, commit ${commit}, ${new Date().toISOString().slice(0, 16)}Z`)
  printer.say()
  printer.say('| cohort | what | wallets | true pairs | found | right | node calls | verdict |')
  printer.say('|---|---|---|---|---|---|---|---|')
  for (const { id, mechanisms, wallets, pairs, calls, headline } of figures)
    printer.say(
      `| ${id} | ${mechanisms} | ${wallets} | ${pairs.truePairs} | ${pairs.foundPairs} | ${pairs.rightPairs} | ${calls} | ${headline} |`,
    )
  const sum = figures.reduce((all, { pairs }) => addPairs(all, pairs), NO_PAIRS)
  printer.say()
  printer.say(
    `F1 over pairs ${(f1Of(sum) ?? 0).toFixed(3)}: ${sum.truePairs} true, ${sum.foundPairs} found, ${sum.rightPairs} right`,
  )
  if (out !== undefined) writeFileSync(resolve(RESULTS_DIR, out), printer.text())
  return figures
}

async function runLab(seed: string, index: number, count: number): Promise<CohortFigures[]> {
  const lab = practiceLab(seed, index)
  const { recipes } = lab
  const sandbox = await openLabSandbox({ seed: lab.seed, recipes, launches: recipes.length, practiceSeed: seed })
  try {
    const tokens = sandbox.truth.tokens.filter(({ recipe }) => recipe?.practice !== undefined)
    const wanted = tokens.filter(({ recipe }) => Number(recipe!.practice!.id.split('-')[1]) < count)
    return await measureCohorts(sandbox, seed, wanted)
  } finally {
    await sandbox.close()
  }
}

/** The analysis of a cohort of each token, by a service without any memory that knows nothing but the node. */
export async function measureCohorts(
  sandbox: Pick<LabSandbox, 'urls' | 'genesisHash'>,
  seed: string,
  tokens: readonly TrueToken[],
): Promise<CohortFigures[]> {
  const paused = await fetch(`${sandbox.urls['control']}/slots/pause`, { method: 'POST' })
  if (!paused.ok) throw new Error(`the lab goes on: ${paused.status}`)
  const counter = await openCallCounter(sandbox.urls['rpc']!)
  const { genesisHash } = sandbox
  const urls = { ...sandbox.urls, rpc: counter.url }
  const nowMs = Date.now()
  const figures: CohortFigures[] = []
  try {
    for (const truth of tokens) {
      const { id, wallets, entityOf } = drawCohort(seed, truth, MOST)
      if (wallets.length < 2) continue
      const service = await openLabContext({ urls, genesisHash, nowMs, providers: false, workers: 1 })
      counter.take()
      try {
        const found = await analyseCohort(service.ctx, wallets, new AbortController().signal, () => {})
        if (!found.ok) throw new Error(`${id}: ${found.code}: ${found.message}`)
        const groupOf = new Map(found.value.clusters.flatMap((one) => one.members.map((wallet) => [wallet, one.id])))
        figures.push({
          id,
          mechanisms: Object.values(truth.recipe!.practice!.mechanisms).join(', '),
          wallets: wallets.length,
          pairs: countPairs(wallets, entityOf, groupOf),
          calls: counter.take(),
          headline: found.value.verdict.headline,
        })
      } finally {
        await service.close()
      }
    }
  } finally {
    await counter.close()
  }
  return figures
}
