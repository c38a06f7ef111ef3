import { addWallet, LAMPORTS } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { peopleAt } from '../../sandbox/world/plan-people.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { comeUnhurried } from './unhurried.ts'

/** A purse dressed up as a service. Checks skip wallets that pay very many people, because those are exchanges and
 *  payout desks; so the operator's purse pays many people. Besides dev and buyers it sends specks of SOL to dozens of
 *  strangers who trade such tokens, before the launch and after it, as giveaways and advertisers do, and some of them
 *  buy this token too. It is filled several times by exchanges, as a desk would be. What remains: nearly all of its
 *  money went to wallets that had nothing before and then bought this token; the strangers had lives already and got
 *  next to nothing. */
export const crowdedPurse: Recipe = {
  name: 'crowded-purse',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'one wallet pays dev and buyers, and also specks to dozens of strangers, some of whom buy as well, so that it looks like a payout service',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, crowdedPurse, {
      maxInsiders: 24,
      pay: payAmongStrangers,
      place: (stage, buys) => comeUnhurried(stage, buys, stage.random.integer(3, 9) * MINUTE_SECS),
    }),
}

const SPECK_LAMPORTS = [1_000_000n, 1_000_000n, 2_000_000n, 2_500_000n, 5_000_000n] as const
const HOP_LAMPORTS = 1_500_000n
const SECOND_SPECK = 0.2
/** Specks that come after the launch. */
const LATE = 0.3

function payAmongStrangers({ draft, cast, random, token }: TeamStage, request: TrailRequest): Trail {
  const { label, payees, doneSecsAgo } = request
  const fundingWallet = addWallet(draft, 'relay', `crowded-purse/${label}`)
  const spanSecs = random.integer(5, 30) * HOUR_SECS
  const openedSecsAgo = doneSecsAgo + spanSecs
  const total = payees.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, LAMPORTS)
  const fills = random.integer(2, 3)
  for (let fill = 0; fill < fills; fill++)
    pay(
      draft,
      'direct',
      random.pick(cast.exchanges),
      fundingWallet,
      total / BigInt(fills) + 1n,
      openedSecsAgo + random.integer(10 * MINUTE_SECS, 2 * DAY_SECS),
    )
  for (const { wallet, lamports } of payees)
    pay(draft, 'direct', fundingWallet, wallet, lamports, doneSecsAgo + random.integer(0, spanSecs))
  // No one's first SOL: a speck alone keeps no account alive.
  const strangers = random.sample(peopleAt(cast.people, openedSecsAgo, 0n), random.integer(55, 90))
  const speck = (to: string): void => {
    const secsAgo = random.chance(LATE)
      ? random.integer(Math.round(token.secsAgo * 0.4), token.secsAgo)
      : random.integer(doneSecsAgo, openedSecsAgo)
    pay(draft, 'direct', fundingWallet, to, random.pick(SPECK_LAMPORTS), secsAgo)
  }
  for (const { address } of strangers) {
    speck(address)
    if (random.chance(SECOND_SPECK)) speck(address)
  }
  return { kind: 'direct', rootFunder: fundingWallet, relays: [fundingWallet], privacyHops: [] }
}
