import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CohortFigures, measureCohorts } from '../../../eval/cohorts/run-cohorts.ts'
import { addPairs, f1Of, NO_PAIRS } from '../../../eval/entity-figures.ts'
import { type LabSandbox, openLabSandbox } from '../../../eval/lab-sandbox.ts'
import { backgroundRecipe } from '../../../eval/practices/background.ts'

/** A few cohorts of a seed that nobody tunes by; `npm run eval -- --cohorts 20 --seed <n>` takes more. */
const SEED = 'suite'
const OPERATORS = ['op-001', 'op-004', 'op-009']
const CROWDS = ['crowd-001', 'crowd-004']

let lab: LabSandbox
let figures: readonly CohortFigures[]
before(async () => {
  const recipes = [...Array.from({ length: 6 }, () => backgroundRecipe.name), ...OPERATORS, ...CROWDS]
  lab = await openLabSandbox({ seed: `cohorts-${SEED}`, recipes, launches: recipes.length, practiceSeed: SEED })
  const tokens = lab.truth.tokens.filter(({ recipe }) => recipe?.practice !== undefined)
  figures = await measureCohorts(lab, SEED, tokens)
})
after(() => lab?.close())

test('planted cohorts are recovered from the node alone, with F1 of at least 0.95 over pairs', () => {
  assert.deepEqual(figures.map(({ id }) => id).sort(), [...CROWDS, ...OPERATORS])
  const sum = figures.reduce((all, { pairs }) => addPairs(all, pairs), NO_PAIRS)
  assert(sum.truePairs > 0)
  assert(f1Of(sum)! >= 0.95, JSON.stringify(figures, null, 1))
})

test('strangers of a crowd are not called one hand', () => {
  for (const { id, pairs } of figures) if (CROWDS.includes(id)) assert.equal(pairs.foundPairs, pairs.rightPairs, id)
})

test('a cohort costs a bounded number of node calls', () => {
  for (const { id, wallets, calls } of figures) assert(calls <= wallets * 40 + 800, `${id}: ${calls} calls`)
})
