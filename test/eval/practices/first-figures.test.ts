import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The first measurement of rules by practices that their author had not seen: printed beside the tuned figures, and
 *  never tuned by. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8')
const engines = read('docs/engines.md')
const results = read('bench/results/practices.md')
/** Cells of the table of draws: draw, rules, and the figures. */
const [section] = engines.split('### Generated practices\n').slice(1)
const draws = section!
  .split('\n### ')[0]!
  .split('\n')
  .flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    return /^\d+$/.test(cells[1] ?? '') && /^\d{4}-\d\d-\d\d\.\d+$/.test(cells[2] ?? '') ? [cells] : []
  })

test('principle 15: first figures of unseen practices stand beside the tuned ones, as they were measured', () => {
  assert(draws.length >= 4, 'the draws are in docs/engines.md')
  assert(
    engines.indexOf('### Overall figures') > engines.indexOf('### Generated practices'),
    'and the tuned figures too',
  )
  const measured = results
    .split('\n')
    .filter((line) => line.startsWith('| AUC of the score'))
    .flatMap((line) => line.split('|').slice(2))
    .map((cell) => Number(cell).toFixed(3))
  for (const [, draw, , , , auc] of draws) assert(measured.includes(auc!), `draw ${draw}: ${auc} was never measured`)
})

test('principle 15: no seed of a measurement is in a rule, a recipe or a test', () => {
  const seeds = new Set([...results.matchAll(/\bseed[: ]+(\d{6,})/gi)].map(([, seed]) => seed!))
  assert(seeds.size >= 4, 'the results name their seeds')
  for (const seed of seeds) {
    const found = filesWith(seed)
    assert.deepEqual(found, [], `seed ${seed}`)
  }
})

function filesWith(text: string): readonly string[] {
  try {
    const said = execFileSync('git', ['grep', '-lF', text, '--', 'src', 'eval', 'sandbox', 'test'], { cwd: ROOT })
    return said.toString('utf8').trim().split('\n')
  } catch (error) {
    // Exit code 1: not one.
    if ((error as { status?: number }).status === 1) return []
    throw error
  }
}
