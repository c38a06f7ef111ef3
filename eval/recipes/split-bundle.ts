import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action, Moment } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { operatorOf, payOperator } from './operator.ts'

export const splitBundle: Recipe = {
  name: 'split-bundle',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals; two bundles in two slots in a row, with other tips to other accounts, both paid by one wallet; a buyer paid the dev',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, splitBundle, {
      maxInsiders: 20,
      pay: payDevByMember,
      prepare: (stage) => [payOperator(stage, 400_000_000n)],
      contiguous: true,
      place: splitUp,
    }),
}

const UNITS_OF_ONE = 170_000

/** The dev's wallet is new: one of the buyers, who has its money from an exchange, pays it. */
function payDevByMember({ draft, cast, random }: TeamStage, request: TrailRequest): Trail {
  const [dev, first, ...others] = request.payees
  const payees = [{ wallet: first!.wallet, lamports: first!.lamports + dev!.lamports + 5_000_000n }, ...others]
  const doneSecsAgo = request.doneSecsAgo + 15 * MINUTE_SECS
  const trail = withdrawScattered(
    draft,
    cast,
    random,
    { ...request, payees, doneSecsAgo },
    random.integer(6, 50) * HOUR_SECS,
  )
  pay(draft, 'direct', first!.wallet, dev!.wallet, dev!.lamports, request.doneSecsAgo + random.integer(0, 600))
  return trail
}

type Buy = Action & { do: 'buy' }

/** The first half stands behind the launch, the other one in the next slot. */
function splitUp(
  stage: TeamStage,
  buys: readonly Buy[],
): { opening: Action[]; following: NonNullable<Moment['following']> } {
  const half = Math.ceil(buys.length * stage.random.between(0.4, 0.6))
  const [first, second] = stage.random.sample(TIP_ACCOUNTS, 2)
  return {
    opening: bundleOf(stage, buys.slice(0, half), first!),
    following: [{ slotsLater: 1, actions: bundleOf(stage, buys.slice(half), second!) }],
  }
}

/** Pairs and threes in one transaction each; the last one carries the tip, which is the operator's. */
function bundleOf(stage: TeamStage, buys: readonly Buy[], to: string): Action[] {
  const { random } = stage
  const actions: Action[] = []
  let at = 0
  while (at < buys.length) {
    const left = buys.length - at
    const group = buys.slice(at, at + (left === 4 ? 2 : Math.min(left, random.integer(2, 3))))
    at += group.length
    const tip = { to, lamports: BigInt(random.integer(800_000, 40_000_000)), from: operatorOf(stage) }
    actions.push({
      do: 'buyTogether',
      mint: group[0]!.mint,
      buys: group.map(({ wallet, quoteRaw }) => ({ wallet, quoteRaw })),
      dress: {
        unitLimit: UNITS_OF_ONE * group.length + random.integer(0, 60_000),
        unitPriceMicroLamports: differingBudget(random).unitPriceMicroLamports! / 4n,
        ...(at >= buys.length ? { tip } : {}),
      },
    })
  }
  return actions
}
