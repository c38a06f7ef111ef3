import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LIQUIDITY_RECIPES, LOOKALIKE_RECIPES, TRAP_RECIPES } from '../sandbox/world/traps/index.ts'
import type { Check } from '../src/contract/check.ts'
import { runCohorts } from './cohorts/run-cohorts.ts'
import { areaUnderCurve, f1Of } from './entity-figures.ts'
import { checksOf, judgeLaunch, type LaunchResult, type Split, sumMerges, sumPairs } from './judge-lab.ts'
import { openLabContext } from './lab-context.ts'
import { openLabSandbox } from './lab-sandbox.ts'
import { createLeaveOneOut } from './leave-one-out.ts'
import { runPractices } from './practices/run-practices.ts'
import { createPrinter, percent, printChecks, printEntities, printScores, round } from './print-results.ts'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from './recipes/index.ts'
import { compareRuns, judgeAgain, oneByteChangesDigest, type Reproduction } from './reproduce.ts'
import { type Scanned, scanTokens, type TrueToken } from './scan-lab.ts'
import { readWorldTokens, type WorldToken } from './scan-world.ts'

/** `npm run eval`: generated launches of every recipe against their ground truth. Seeds that weights were tuned on and
 *  seeds that no one looked at, recipes that were tuned on and recipes written after the weights were frozen; lists of
 *  known mints empty and outside providers off (`--providers` turns them on). Exit code 1 when a goal is missed. */

const { values } = parseArgs({
  options: {
    /** Launches of each recipe, on each kind of seed. */
    each: { type: 'string', default: '4' },
    /** Launches a lab holds. */
    lab: { type: 'string', default: '44' },
    recipes: { type: 'string' },
    providers: { type: 'boolean', default: false },
    /** Only tuned seeds: what weights may be tuned by. */
    tuning: { type: 'boolean', default: false },
    /** Without the comparison of bytes and without the default world. */
    quick: { type: 'boolean', default: false },
    /** Prints, too, what would be found of each recipe by the kinds of links that other recipes speak for. */
    'leave-one-out': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    /** The arena in place of the recipes: so many operators and crowds of the seed (eval/practices). */
    practices: { type: 'string' },
    /** Cohorts of so many of its operators and crowds (eval/cohorts). */
    cohorts: { type: 'string' },
    /** One practice of the seed, by its id. */
    only: { type: 'string' },
    /** The arena's practices after tools that are advertised in public. */
    public: { type: 'boolean', default: false },
    /** File name under bench/results, or an absolute path. */
    out: { type: 'string' },
  },
})
const { practices, only, public: isPublic, seed, out } = values
if (practices !== undefined || only !== undefined || isPublic) {
  await runPractices({ seed, count: Number(practices ?? 0), only, isPublic, out })
  process.exit(0)
}
if (values.cohorts !== undefined) {
  await runCohorts({ seed, count: Number(values.cohorts), out })
  process.exit(0)
}
const EACH = Number(values.each)
const PER_LAB = Number(values.lab)
const LANES = 3
const RESULTS_DIR = fileURLToPath(new URL('../bench/results/', import.meta.url))
/** Labs whose bundles are all gathered a second time. */
const GATHERED_TWICE = 1

type Lab = {
  readonly seed: string
  readonly recipes: readonly string[]
  readonly launches: number
  readonly split: Split
}

const printer = createPrinter()
const leftOut = createLeaveOneOut()
const results: LaunchResult[] = []
/** Tokens drawn up to be traps, to look like some, or for what became of their liquidity. */
const trapped: LaunchResult[] = []
/** Benign by intent, and not to be told from a trap by anything on chain: shown, not counted (docs/engines.md). */
const CONFUSABLE: ReadonlySet<string> = new Set(['lookalike-delegate-stablecoin'])
const confused: string[] = []
const traps: { readonly kind: string; readonly bites: string; readonly caught: boolean; readonly score: number }[] = []
const benign: { readonly what: string; readonly caught: boolean }[] = []
const reproductions: Reproduction[] = []
const kinds = new Map<string, { failing: string[]; passed: string[] }[]>()
let bytesChecked = 0
let bytesUnchanged = 0

for (const [i, lab] of planLabs().entries()) await runLab(lab, i)
const world = values.quick ? [] : await readWorldTokens(values.providers)
for (const token of world) noteWorldToken(token)
process.exitCode = report() ? 0 : 1
if (!values.providers && !values.tuning && !values.quick && values.recipes === undefined) showWithProviders()

function planLabs(): Lab[] {
  const only = values.recipes?.split(',')
  const names = (recipes: typeof TUNED_RECIPES) =>
    recipes.map(({ name }) => name).filter((name) => only === undefined || only.includes(name))
  const tuned = names(TUNED_RECIPES)
  const heldOut = names(HELD_OUT_RECIPES)
  const labs = [
    ...labsOf('tuned', tuned, 'tuned recipes, tuned seeds'),
    ...labsOf('traps', names([...TRAP_RECIPES, ...LOOKALIKE_RECIPES, ...LIQUIDITY_RECIPES]), 'traps and look-alikes'),
  ]
  if (values.tuning) return labs
  return [
    ...labs,
    ...labsOf('new', tuned, 'tuned recipes, new seeds'),
    ...labsOf('held-out', heldOut, 'held-out recipes'),
  ]
}

function labsOf(prefix: string, recipes: readonly string[], split: Split): Lab[] {
  const labs: Lab[] = []
  for (let left = recipes.length * EACH, i = 0; left > 0; i++) {
    // Whole rounds of all recipes, so that every lab is a mixed society.
    const rounds = Math.max(1, Math.floor(PER_LAB / recipes.length))
    const launches = Math.min(left, rounds * recipes.length)
    labs.push({ seed: `${prefix}-${values.seed}-${i}`, recipes, launches, split })
    left -= launches
  }
  return labs
}

async function runLab(lab: Lab, index: number): Promise<void> {
  const startMs = performance.now()
  const sandbox = await openLabSandbox(lab)
  try {
    await post(`${sandbox.urls['control']}/slots/pause`)
    const nowMs = Date.now()
    const open = () => openLabContext({ ...sandbox, providers: values.providers, workers: 1, nowMs })
    const tokens = sandbox.truth.tokens.filter(({ recipe, trap, lookalike }) => recipe ?? trap ?? lookalike)
    const scanned = await withContext(open, (ctx) => Promise.race([sandbox.ended(), scanTokens(ctx, tokens, LANES)]))
    for (const one of scanned) note(one, lab.split)
    if (values['leave-one-out'] && lab.split !== 'traps and look-alikes') leftOut.add(scanned)
    if (!values.quick) {
      reproductions.push(await judgeAgain(scanned))
      if (index < GATHERED_TWICE)
        reproductions.push(compareRuns(scanned, await withContext(open, (ctx) => scanTokens(ctx, tokens, LANES))))
      for (const one of scanned) {
        bytesChecked++
        if (!oneByteChangesDigest(one)) bytesUnchanged++
      }
    }
    console.error(
      `lab ${lab.seed}: ${scanned.length} tokens in ${Math.round((performance.now() - startMs) / 1_000)} s (build ${sandbox.figures.buildMs} ms, gather ${Math.round(scanned.reduce((sum, { gatherMs }) => sum + gatherMs, 0) / scanned.length)} ms each)`,
    )
  } finally {
    await sandbox.close()
  }
}

async function withContext<T>(
  open: () => ReturnType<typeof openLabContext>,
  use: (ctx: Awaited<ReturnType<typeof openLabContext>>['ctx']) => Promise<T>,
): Promise<T> {
  const { ctx, close } = await open()
  try {
    return await use(ctx)
  } finally {
    await close()
  }
}

function note(one: Scanned, split: Split): void {
  const { truth } = one
  if (truth.recipe !== undefined) {
    const result = judgeLaunch(one, split)
    if (split === 'traps and look-alikes') trapped.push(result)
    else results.push(result)
    addKind(truth.recipe.name, result)
  }
  noteTrap(truth, one.report.layers.honeypot.checks, one.report.score)
}

function noteWorldToken({ truth, report }: WorldToken): void {
  addKind(truth.archetype, checksOf(report))
  noteTrap(truth, report.layers.honeypot.checks, report.score)
}

/** A trap is caught when the scan says that it cannot be sold, or that someone can take it or stop it at will. */
function noteTrap(truth: TrueToken, checks: readonly Check[], score: number): void {
  const caught = checks.some(
    ({ id, ok, severity }) => !ok && id !== 'sell_proven' && (severity === 'critical' || severity === 'high'),
  )
  if (truth.trap !== undefined)
    traps.push({ kind: truth.trap.kind, bites: truth.trap.bites, caught: caught || score < 35, score })
  else if (CONFUSABLE.has(truth.recipe?.name ?? '')) confused.push(`${truth.recipe?.name}: ${score}`)
  else if (truth.lookalike !== undefined) benign.push({ what: truth.lookalike, caught })
  else if (truth.recipe !== undefined) benign.push({ what: truth.recipe.name, caught })
  else if (!truth.honeypot) benign.push({ what: truth.archetype, caught })
}

function addKind(kind: string, { failing, passed }: { failing: readonly string[]; passed: readonly string[] }): void {
  const own = kinds.get(kind) ?? []
  own.push({ failing: [...failing], passed: [...passed] })
  kinds.set(kind, own)
}

function report(): boolean {
  printer.say(
    `# Evaluation (${results.length} launches, outside providers ${values.providers ? 'on' : 'off'}, no whitelist)`,
  )
  printer.say()
  printEntities(printer, results)
  if (values['leave-one-out']) leftOut.print(printer)
  printScores(printer, results)
  printTraps()
  if (trapped.length > 0) printScores(printer, trapped, '## Scores of traps, look-alikes and liquidity states')
  const { never } = printChecks(printer, kinds)
  if (never.length > 0) printer.say(`Never failed: ${never.join(', ')}`)
  const majors = world.filter(({ truth }) => truth.archetype === 'bluechip' || truth.archetype === 'stablecoin')
  for (const { truth, report: own } of majors)
    printer.say(`${truth.archetype} ${truth.mint}: ${own.score} (${own.grade})`)
  printer.say()
  const goals = goalsOf(majors)
  printer.say('## Goals')
  printer.say()
  printer.table(
    ['goal', 'reach', 'got', ''],
    goals.map(({ what, reach, got, ok }) => [what, reach, got, ok ? 'kept' : 'MISSED']),
  )
  const file = out ?? (values.tuning || values.quick || values.recipes !== undefined ? undefined : 'eval.md')
  if (file !== undefined) writeFileSync(resolve(RESULTS_DIR, file), printer.text())
  return goals.every(({ ok }) => ok)
}

type Goal = { readonly what: string; readonly reach: string; readonly got: string; readonly ok: boolean }

function goalsOf(majors: readonly WorldToken[]): Goal[] {
  const goals: Goal[] = []
  const splits: readonly (Split | 'all')[] = ['all', ...new Set(results.map(({ split }) => split))]
  for (const split of splits) {
    const own = results.filter((one) => split === 'all' || one.split === split)
    const f1 = f1Of(sumPairs(own, ({ pairs }) => pairs))
    const merges = sumMerges(own, ({ merges }) => merges)
    goals.push({ what: `pairwise F1, ${split}`, reach: '0.95', got: String(round(f1)), ok: f1 !== null && f1 >= 0.95 })
    goals.push({
      what: `organic holders merged, ${split}`,
      reach: '2 %',
      got: percent(merges) ?? 'none',
      ok: merges.merged <= merges.organic * 0.02,
    })
    const honest = own.filter(({ intent }) => intent === 'honest')
    const auc = areaUnderCurve(
      (honest.length > 0 ? honest : results.filter(({ intent }) => intent === 'honest')).map(({ score }) => score),
      own.filter(({ intent }) => intent === 'rug').map(({ score }) => score),
    )
    goals.push({ what: `AUC, ${split}`, reach: '0.98', got: String(round(auc)), ok: auc !== null && auc >= 0.98 })
  }
  if (values.quick) return goals
  const caught = traps.filter((trap) => trap.caught).length
  const wrongly = benign.filter((one) => one.caught).length
  const lowest = Math.min(...majors.map(({ report: own }) => own.score))
  const judged = reproductions.reduce((sum, one) => sum + one.judged, 0)
  const reports = reproductions.reduce((sum, one) => sum + one.reports, 0)
  const different = reproductions.flatMap((one) => one.different)
  for (const one of different.slice(0, 10)) console.error(`differs: ${one}`)
  goals.push(
    {
      what: 'trap recall',
      reach: '0.99',
      got: `${caught}/${traps.length}`,
      ok: traps.length > 0 && caught >= traps.length * 0.99,
    },
    {
      what: 'traps seen in harmless tokens',
      reach: '0.01',
      got: `${wrongly}/${benign.length}`,
      ok: wrongly <= benign.length * 0.01,
    },
    { what: 'lowest bluechip or stablecoin', reach: '60', got: String(lowest), ok: majors.length > 0 && lowest >= 60 },
    {
      what: `same bytes: ${reports} reports judged ${judged} times more`,
      reach: '0 different, 1,000 reports',
      got: `${different.length} different`,
      ok: different.length === 0 && (values.providers || reports >= 1_000),
    },
    {
      what: 'one changed byte changes the digest',
      reach: 'all',
      got: `${bytesChecked - bytesUnchanged}/${bytesChecked}`,
      ok: bytesUnchanged === 0,
    },
  )
  return goals
}

function printTraps(): void {
  if (traps.length === 0) return
  printer.say('## Traps')
  printer.say()
  const names = [...new Set(traps.map(({ kind, bites }) => `${kind} (${bites})`))].sort()
  printer.table(
    ['trap', 'tokens', 'caught', 'highest score'],
    names.map((name) => {
      const own = traps.filter(({ kind, bites }) => `${kind} (${bites})` === name)
      return [name, own.length, own.filter(({ caught }) => caught).length, Math.max(...own.map(({ score }) => score))]
    }),
  )
  const wrong = benign.filter(({ caught }) => caught)
  if (confused.length > 0) printer.say(`Not to be told from a trap: ${confused.join(', ')}`)
  printer.say(
    `Harmless tokens: ${benign.length}, taken for traps: ${wrong.length} ${wrong.map(({ what }) => what).join(', ')}`,
  )
  printer.say()
}

/** The second table: a launch of each recipe on new seeds, with every outside provider on. In a process of its own. */
function showWithProviders(): void {
  printer.say('')
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--providers', '--each', '1', '--seed', values.seed, '--out', 'eval-providers.md'],
    { stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = 1
}

async function post(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST' })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
}
