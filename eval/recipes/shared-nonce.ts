import { addMoment, addWallet } from '../../sandbox/world/plan-draft.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { addressOfKeySeed } from '../../sandbox/world/seeded-keys.ts'
import { seededBytes } from '../../sandbox/world/seeded-random.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { operatorOf, payOperator } from './operator.ts'

export const sharedNonce: Recipe = {
  name: 'shared-nonce',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'unrelated withdrawals, but all launch-slot purchases live by nonces of one authority',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, sharedNonce, {
      maxInsiders: 26,
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 60) * HOUR_SECS),
      prepare: makeTeamNonces,
      dress: (stage, i) => ({
        ...differingBudget(stage.random),
        nonce: { account: nonceOf(stage, i), authority: operatorOf(stage) },
      }),
    }),
}

/** One nonce account for each wallet, the dev's among them, made and ruled by the operator. */
function makeTeamNonces(stage: TeamStage): readonly string[] {
  const { draft, random, team, token, label } = stage
  const operator = payOperator(stage, 1_500_000_000n)
  const accounts = [-1, ...team.insiders.keys()].map((i) => addWallet(draft, 'nonce', `nonce/${label}/${i}`))
  accounts.forEach((account, i) => {
    const make: Action = { do: 'makeNonce', account, authority: operator, payer: operator }
    addMoment(draft, token.secsAgo + (accounts.length - i) * random.integer(2, 9) + 2 * MINUTE_SECS, [make])
  })
  return [operator]
}

/** Address of the nonce of a member, `i` as in dresses. */
function nonceOf({ draft, label }: TeamStage, i: number): string {
  return addressOfKeySeed(seededBytes(draft.seed, `wallet/nonce/${label}/${i}`))
}
