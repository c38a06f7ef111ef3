import type { PlanDraft } from './plan-draft.ts'
import { planLaunchCast } from './plan-people.ts'
import { collectorExit } from './recipes/collector-exit.ts'
import { graduatedOrganic } from './recipes/graduated-organic.ts'
import { privacyHop } from './recipes/privacy-hop.ts'
import type { Recipe } from './recipes/recipe.ts'
import { serialRugger } from './recipes/serial-rugger.ts'
import { sharedTable } from './recipes/shared-table.ts'
import { stagedHolders } from './recipes/staged-holders.ts'
import { stealthSnipers } from './recipes/stealth-snipers.ts'
import { tippedBundle } from './recipes/tipped-bundle.ts'

/** Of the default world; it boots in seconds, so it holds one or two of a kind. The labs of the evaluation hold
 *  many. */
const LAUNCHES: readonly Recipe[] = [
  sharedTable,
  tippedBundle,
  stealthSnipers,
  stagedHolders,
  privacyHop,
  collectorExit,
  serialRugger,
  graduatedOrganic,
  graduatedOrganic,
]

/** Launches by the evaluation's recipes, with people of their own. */
export function planRecipeLaunches(draft: PlanDraft): void {
  const otherMints = draft.tokens.filter(({ archetype }) => archetype === 'bluechip').map(({ mint }) => mint)
  const cast = planLaunchCast(draft, {
    people: 60,
    snipers: 6,
    whales: 6,
    bots: 2,
    privacyServices: 1,
    privacyCustomers: 6,
    maxTeam: 12,
    crowdFactor: 0.6,
    otherMints,
  })
  LAUNCHES.forEach((recipe, i) => {
    recipe.plan(draft, cast, draft.random.fork(`recipe/${recipe.name}/${i}`), i)
  })
}
