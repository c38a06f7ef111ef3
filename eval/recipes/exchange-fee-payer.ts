import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS } from '../../src/config/durations.ts'
import { operatorOf, payOperator } from './operator.ts'

export const exchangeFeePayer: Recipe = {
  name: 'exchange-fee-payer',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'unrelated withdrawals, but one wallet pays the fees of all launch-slot purchases',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, exchangeFeePayer, {
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 60) * HOUR_SECS),
      prepare: (stage) => [payOperator(stage, 500_000_000n)],
      dress: (stage) => ({ ...differingBudget(stage.random), feePayer: operatorOf(stage) }),
    }),
}
