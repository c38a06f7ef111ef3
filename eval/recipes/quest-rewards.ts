import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, type Person } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const questRewards: Recipe = {
  name: 'quest-rewards',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a platform pays small round rewards to all its users, for many their first SOL; a dozen of them buy the coin, with money of their own',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, questRewards, { buyers: [18, 36], after: usersBuy }),
}

const REWARD_LAMPORTS = [5_000_000n, 10_000_000n, 10_000_000n, 20_000_000n, 50_000_000n] as const
/** Of the users the first SOL of whose wallet was a reward. */
const NEWCOMERS = 0.4
const MONTH_SECS = 28 * DAY_SECS

function usersBuy(stage: HonestStage): readonly string[] {
  const users = rewardUsers(stage)
  const buyers = users.slice(0, stage.random.integer(10, 15))
  for (const user of buyers) buyAndMaybeSell(stage, user)
  return buyers.map(({ address }) => address)
}

/** Buyers of this token are the first of the list; the others have nothing to do with it. */
function rewardUsers(stage: HonestStage): readonly Person[] {
  const { draft, cast, random, label, token } = stage
  const platform = addWallet(draft, 'service', `quests/${label}`)
  pay(draft, 'exchange', random.pick(cast.exchanges), platform, 25_000_000_000n, MONTH_SECS + HOUR_SECS)
  return Array.from({ length: random.integer(60, 84) }, (_, i): Person => {
    const address = addWallet(draft, 'crowd', `quester/${label}/${i}`)
    const firstSecsAgo = random.integer(token.secsAgo + 2 * HOUR_SECS, MONTH_SECS)
    const ownSecsAgo = random.chance(NEWCOMERS)
      ? random.integer(token.secsAgo + 30 * MINUTE_SECS, firstSecsAgo - 5 * MINUTE_SECS)
      : Math.min(MONTH_SECS + DAY_SECS, firstSecsAgo + random.integer(HOUR_SECS, 5 * DAY_SECS))
    const own = ordinaryWithdrawal(random)
    pay(draft, 'exchange', random.pick(cast.exchanges), address, own, ownSecsAgo)
    pay(draft, 'direct', platform, address, random.pick(REWARD_LAMPORTS), firstSecsAgo)
    for (let more = random.integer(0, 2); more > 0; more--)
      pay(
        draft,
        'direct',
        platform,
        address,
        random.pick(REWARD_LAMPORTS),
        random.integer(5 * MINUTE_SECS, firstSecsAgo),
      )
    const user: Person = {
      address,
      fundedSecsAgo: Math.min(ownSecsAgo, firstSecsAgo),
      freeLamports: own - 10_000_000n,
      bot: random.chance(0.3) ? random.pick(cast.bots) : null,
      fixedBudget: null,
    }
    doQuest(stage, user)
    return user
  })
}

/** What the platform asks of them: to trade something. */
function doQuest({ draft, cast, random }: HonestStage, user: Person): void {
  if (cast.otherMints.length === 0 || !random.chance(0.6)) return
  const quoteRaw = solAmount(random, 0.01, 0.04)
  user.freeLamports -= quoteRaw + 12_000_000n
  const mint = random.pick(cast.otherMints)
  addMoment(draft, random.integer(4 * MINUTE_SECS, user.fundedSecsAgo - 2 * MINUTE_SECS), [
    { do: 'buy', mint, wallet: user.address, quoteRaw, dress: dressOf(user, random, quoteRaw) },
  ])
}

function buyAndMaybeSell({ draft, random, token }: HonestStage, user: Person): void {
  const most = Math.max(0.06, Math.min(0.5, Number(user.freeLamports) / 2e9))
  const quoteRaw = solAmount(random, 0.05, most)
  const dress = dressOf(user, random, quoteRaw)
  const spanSecs = Math.min(token.secsAgo - 20 * MINUTE_SECS, 12 * HOUR_SECS)
  const after = 15 + Math.round((spanSecs - 15) * random.next() ** 1.9)
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: user.address, quoteRaw, dress }])
  if (!random.chance(0.4)) return
  const { serviceFee: _fee, ...sale } = dress
  addMoment(draft, (token.secsAgo - after) * random.between(0.1, 0.95), [
    { do: 'sell', mint: token.mint, wallet: user.address, sharePct: random.pick([50, 100]), dress: sale },
  ])
}
