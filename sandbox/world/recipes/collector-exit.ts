import { HOUR_SECS } from '../../../src/config/durations.ts'
import type { Recipe } from './recipe.ts'
import { withdrawScattered } from './team.ts'
import { planTeamLaunch } from './team-launch.ts'

export const collectorExit: Recipe = {
  name: 'collector-exit',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'unrelated withdrawals, but what early sellers make goes to one wallet',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, collectorExit, {
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 60) * HOUR_SECS),
      earlyExits: true,
      collects: true,
    }),
}
