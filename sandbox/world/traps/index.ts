import { type PlanDraft, solAmount } from '../plan-draft.ts'
import { dressOf, type LaunchCast, peopleAt, spend } from '../plan-people.ts'
import { LOOKALIKE_KINDS, TRAP_KINDS } from '../plan-types.ts'
import type { Cast } from '../plan-wallets.ts'
import type { Recipe } from '../recipes/recipe.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { LIQUIDITY_PLOTS, type LiquidityPlot, planLiquidityState } from './liquidity-plots.ts'
import { planLookalike } from './lookalike-plots.ts'
import type { FindBuyers, TokenStage } from './pooled-token.ts'
import { planTrap } from './trap-plots.ts'

const LIQUIDITY_NAMES = Object.keys(LIQUIDITY_PLOTS) as LiquidityPlot[]

/** One recipe for each trap: `trap-<kind>`. */
export const TRAP_RECIPES: readonly Recipe[] = TRAP_KINDS.map((kind) =>
  recipe(
    `trap-${kind.replaceAll('_', '-')}`,
    'rug',
    'honeypot',
    `buyers cannot sell: ${kind.replaceAll('_', ' ')}`,
    (stage) => planTrap(stage, kind),
  ),
)

/** Tokens that a careless check takes for traps: `lookalike-<kind>`. */
export const LOOKALIKE_RECIPES: readonly Recipe[] = LOOKALIKE_KINDS.map((kind) => {
  const archetype = kind.endsWith('stablecoin') ? 'stablecoin' : 'healthy'
  const name = `lookalike-${kind.replaceAll('_', '-')}`
  return recipe(name, 'healthy', archetype, 'has what traps are made of, and anybody can sell', (stage) =>
    planLookalike(stage, kind),
  )
})

/** Plain tokens whose LP tokens are locked, burned, held or pulled: `lp-<state>`. */
export const LIQUIDITY_RECIPES: readonly Recipe[] = LIQUIDITY_NAMES.map((plot) => {
  const isPulled = plot === 'lp-pulled'
  const evidence = 'where the LP tokens of the pool went'
  return recipe(plot, isPulled ? 'rug' : 'healthy', isPulled ? 'rugged_prior' : 'healthy', evidence, (stage) =>
    planLiquidityState(stage, plot),
  )
})

function recipe(
  name: string,
  kind: Recipe['kind'],
  archetype: Recipe['archetype'],
  evidence: string,
  plan: (stage: TokenStage) => string,
): Recipe {
  return {
    name,
    kind,
    archetype,
    evidence,
    plan: (draft, cast, random, index) =>
      plan({ draft, random, label: `${name}/${index}`, findBuyers: amongPeople(cast, random.fork('buyers')) }),
  }
}

function amongPeople(cast: LaunchCast, random: SeededRandom): FindBuyers {
  return (secsAgo, count, [minSol, maxSol]) => {
    const able = peopleAt(cast.people, secsAgo, BigInt(Math.ceil(maxSol * 1e9)))
    return random.sample(able, count).flatMap((person) => {
      const quoteRaw = solAmount(random, minSol, maxSol)
      return spend(person, quoteRaw)
        ? [{ wallet: person.address, quoteRaw, dress: dressOf(person, random, quoteRaw) }]
        : []
    })
  }
}

/** What stands in the world that starts by default: enough to try each way of being caught, few enough to boot fast. */
const WORLD_TRAPS = [
  'default_frozen',
  'hook_always',
  'hook_above_amount',
  'hook_after_time',
  'hook_allow_list',
  'permanent_delegate',
  'transfer_fee',
  'transfer_fee_later',
  'paused',
] as const
/** The default world has stablecoins with such powers already (and against dollars, not SOL). */
const WORLD_LOOKALIKES = ['small_fee', 'counting_hook'] as const
const WORLD_LIQUIDITY = ['lp-locked', 'lp-burned', 'lp-held', 'lp-pulled'] as const

/** Traps, look-alikes and liquidity states of the default world, bought by its traders. */
export function planWorldTraps(draft: PlanDraft, cast: Cast): void {
  const random = draft.random.fork('traps')
  const stageOf = (label: string): TokenStage => ({
    draft,
    random: random.fork(label),
    label: `world/${label}`,
    findBuyers: amongTraders(cast, random.fork(`${label}/buyers`)),
  })
  for (const kind of WORLD_TRAPS) planTrap(stageOf(kind), kind)
  for (const kind of WORLD_LOOKALIKES) planLookalike(stageOf(kind), kind)
  for (const plot of WORLD_LIQUIDITY) planLiquidityState(stageOf(plot), plot)
}

const MAX_WORLD_BUYERS = 6

function amongTraders(cast: Cast, random: SeededRandom): FindBuyers {
  return (_, count, [minSol, maxSol]) =>
    random
      .sample(cast.trader, Math.min(count, MAX_WORLD_BUYERS))
      .map((wallet) => ({ wallet, quoteRaw: solAmount(random, minSol, maxSol) }))
}
