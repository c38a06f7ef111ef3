import type { Dress } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch } from '../../sandbox/world/recipes/team-launch.ts'
import type { SeededRandom } from '../../sandbox/world/seeded-random.ts'
import { HOUR_SECS } from '../../src/config/durations.ts'

export const computeFingerprint: Recipe = {
  name: 'compute-fingerprint',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'unrelated withdrawals, but one odd compute budget in all launch-slot purchases',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, computeFingerprint, {
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 60) * HOUR_SECS),
      dress: ({ random, label }) => oddBudget(random.fork(`budget/${label}`)),
    }),
}

/** What a tool was told once, by hand. The same fork gives the same figures to all of the team. */
function oddBudget(random: SeededRandom): Dress {
  return {
    unitLimit: random.integer(190_003, 390_003),
    unitPriceMicroLamports: BigInt(random.integer(111_111, 2_777_777)),
  }
}
