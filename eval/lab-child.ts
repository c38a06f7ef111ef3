import { openSandbox } from '../sandbox/open-sandbox.ts'
import { describeTruth } from '../sandbox/world/describe-truth.ts'
import { LIQUIDITY_RECIPES, LOOKALIKE_RECIPES, TRAP_RECIPES } from '../sandbox/world/traps/index.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { createLogger } from '../src/runtime/log.ts'
import type { LabAnswer, LabOrder } from './lab-sandbox.ts'
import { planLab } from './plan-lab.ts'
import { backgroundRecipe } from './practices/background.ts'
import { isPracticeId } from './practices/draw-practice.ts'
import { recipeOfId } from './practices/practice-recipe.ts'
import { PUBLIC_RECIPES } from './practices/public/index.ts'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from './recipes/index.ts'

/* One lab: takes its order over IPC, tells where it is and what is true, and ends with its parent. */

const SLOT_MS = 400

async function openLab({
  seed,
  recipes: names,
  launches,
  practiceSeed,
  crowdFactor = 1,
}: LabOrder): Promise<LabAnswer> {
  const known = new Map(
    [
      ...TUNED_RECIPES,
      ...HELD_OUT_RECIPES,
      ...TRAP_RECIPES,
      ...LOOKALIKE_RECIPES,
      ...LIQUIDITY_RECIPES,
      ...PUBLIC_RECIPES,
      backgroundRecipe,
    ].map((recipe) => [recipe.name, recipe]),
  )
  const recipes = names.map((name) => {
    const isDrawn = practiceSeed !== undefined && isPracticeId(name)
    const recipe = isDrawn ? recipeOfId(practiceSeed, name) : known.get(name)
    if (recipe === undefined) throw new Error(`no recipe "${name}"; there are ${[...known.keys()].join(', ')}`)
    return recipe
  })
  const startMs = performance.now()
  const plan = planLab({ seed, recipes, launches, crowdFactor })
  const plannedMs = performance.now()
  const sandbox = await openSandbox(
    { seed, tps: 0, slotMs: SLOT_MS, agents: false, programsDir: null, port: 0 },
    { clock: systemClock(), log: createLogger({ level: 'warn', process: 'lab' }), plan },
  )
  const { urls, genesisHash, world } = sandbox
  process.once('SIGTERM', () => {
    sandbox.close()
    process.exit(0)
  })
  if (world.refused.length > 0) return { ok: false, message: `refused: ${world.refused.slice(0, 3).join('; ')}` }
  return {
    ok: true,
    urls,
    genesisHash,
    seed,
    truth: describeTruth(world),
    figures: {
      planMs: Math.round(plannedMs - startMs),
      buildMs: Math.round(performance.now() - plannedMs),
      transactions: world.chain.transactionCount(),
      rssBytes: process.memoryUsage().rss,
    },
  }
}

process.once('disconnect', () => process.exit(0))
process.once('message', (order) => {
  openLab(order as LabOrder).then(
    (answer) => process.send?.(answer),
    (error: unknown) =>
      process.send?.({
        ok: false,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies LabAnswer),
  )
})
