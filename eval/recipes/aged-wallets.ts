import { addMoment, solAmount } from '../../sandbox/world/plan-draft.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payThroughHops } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

export const agedWallets: Recipe = {
  name: 'aged-wallets',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'one wallet paid the dev and all launch-slot buyers days before; they have traded other tokens since',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, agedWallets, {
      maxInsiders: 24,
      pay: ({ draft, cast, random }, request) =>
        payThroughHops(
          draft,
          cast,
          random,
          { ...request, doneSecsAgo: request.doneSecsAgo + random.integer(5 * DAY_SECS, 18 * DAY_SECS) },
          random.integer(1, 2),
        ),
      prepare: liveMeanwhile,
    }),
}

/** Each wallet trades something else once or twice in the days before. */
function liveMeanwhile({ draft, cast, random, team, token }: TeamStage): readonly string[] {
  if (cast.otherMints.length === 0) return []
  for (const wallet of team.insiders)
    for (let trade = 0; trade < random.integer(1, 2); trade++) {
      const quoteRaw = solAmount(random, 0.004, 0.012)
      const secsAgo = token.secsAgo + random.integer(5 * HOUR_SECS, 4 * DAY_SECS)
      addMoment(draft, secsAgo, [
        { do: 'buy', mint: random.pick(cast.otherMints), wallet, quoteRaw, dress: differingBudget(random) },
      ])
    }
  return []
}
