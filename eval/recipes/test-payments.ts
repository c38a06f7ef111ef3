import { addMoment, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const testPayments: Recipe = {
  name: 'test-payments',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals pay for everything and purchases spread over minutes; but the dev once sent each of them a speck of SOL',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, testPayments, {
      maxInsiders: 22,
      pay: payAndTest,
      place: spreadOut,
    }),
}

/** More than an account must hold to exist. */
const SPECK_SOL = [0.0011, 0.006] as const
const SPECKS_LAMPORTS = 200_000_000n
const LAST_BUY_SECS = 11 * MINUTE_SECS

/** Some addresses are tried before their money comes, some after. */
function payAndTest({ draft, cast, random }: TeamStage, request: TrailRequest): Trail {
  const { payees, doneSecsAgo } = request
  const [dev, ...insiders] = payees
  const spanSecs = random.integer(8, 60) * HOUR_SECS
  const devSecsAgo = doneSecsAgo + spanSecs + HOUR_SECS
  const devPayee = { wallet: dev!.wallet, lamports: dev!.lamports + SPECKS_LAMPORTS }
  withdrawScattered(draft, cast, random, { ...request, payees: [devPayee], doneSecsAgo: devSecsAgo }, DAY_SECS)
  for (const { wallet } of insiders)
    pay(
      draft,
      'direct',
      dev!.wallet,
      wallet,
      solAmount(random, ...SPECK_SOL),
      doneSecsAgo + random.integer(0, spanSecs),
    )
  return withdrawScattered(draft, cast, random, { ...request, payees: insiders }, spanSecs)
}

/** Most come early, as a crowd does. */
function spreadOut(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
): { opening: []; following: [] } {
  for (const buy of buys) {
    const after = 2 + Math.round((LAST_BUY_SECS - 2) * random.next() ** 1.8)
    addMoment(draft, token.secsAgo - after, [{ ...buy, dress: differingBudget(random) }])
  }
  return { opening: [], following: [] }
}
