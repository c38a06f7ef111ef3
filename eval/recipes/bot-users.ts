import { solAmount } from '../../sandbox/world/plan-draft.ts'
import {
  dressOf,
  ordinaryWithdrawal,
  type Person,
  peopleAt,
  planWithdrawal,
  spend,
} from '../../sandbox/world/plan-people.ts'
import type { Action, Moment } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

type Buy = Action & { do: 'buy' }

export const botUsers: Recipe = {
  name: 'bot-users',
  kind: 'healthy',
  archetype: 'healthy',
  evidence: 'most buyers use one trading bot: one compute budget, lookup table, tip account and fee wallet',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, botUsers, {
      buyers: [20, 40],
      early: earlyUsers,
      firstBuyers: moreUsers,
    }),
}

const botOf = ({ cast, random, label }: HonestStage) => random.fork(`bot/${label}`).pick(cast.bots)

/** The bot buys for several of its users in the launch slot and in the three after it. */
function earlyUsers(stage: HonestStage): { opening: readonly Buy[]; following: NonNullable<Moment['following']> } {
  const { cast, random, token } = stage
  const bot = botOf(stage)
  const users = peopleAt(cast.people, token.secsAgo, 700_000_000n).filter((person) => person.bot === bot)
  const slots: Buy[][] = [[], [], [], []]
  for (const user of random.sample(users, random.integer(5, 10))) {
    const quoteRaw = random.chance(0.5)
      ? BigInt(random.pick([100, 200, 300, 500])) * 1_000_000n
      : solAmount(random, 0.05, 0.6)
    if (!spend(user, quoteRaw)) continue
    random
      .pick(slots)
      .push({ do: 'buy', mint: token.mint, wallet: user.address, quoteRaw, dress: dressOf(user, random, quoteRaw) })
  }
  const [opening, ...later] = slots
  return { opening: opening!, following: later.map((actions) => ({ slotsLater: 1, actions })) }
}

/** Others who use it for the first time. */
function moreUsers(stage: HonestStage): readonly Person[] {
  const { draft, cast, random, label, token } = stage
  const bot = botOf(stage)
  return Array.from({ length: random.integer(13, 24) }, (_, i) =>
    planWithdrawal(draft, random, {
      label: `user/${label}/${i}`,
      exchange: random.pick(cast.exchanges),
      lamports: ordinaryWithdrawal(random),
      secsAgo: token.secsAgo + random.integer(HOUR_SECS, 12 * DAY_SECS),
      bot,
      fixedBudget: null,
    }),
  )
}
