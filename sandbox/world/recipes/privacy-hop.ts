import type { Recipe } from './recipe.ts'
import { payThroughService } from './team.ts'
import { planTeamLaunch } from './team-launch.ts'

export const privacyHop: Recipe = {
  name: 'privacy-hop',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'one wallet pays into a mixing service, which pays the dev and all launch-slot buyers some hours later',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, privacyHop, {
      pay: ({ draft, cast, random }, request) =>
        payThroughService(draft, cast, random, request, random.pick(cast.privacyServices)),
    }),
}
