import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

export const friendsOnboarded: Recipe = {
  name: 'friends-onboarded',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'somebody gave three friends their first SOL, days apart; they and some of the friends buy the coin, each for themselves',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, friendsOnboarded, { buyers: [26, 44], firstBuyers: circleOfFriends }),
}

/** One such circle among all the buyers, as in life. */
const FRIENDS = 3

function circleOfFriends({ draft, cast, random, label, token }: HonestStage): readonly Person[] {
  const hostSecsAgo = token.secsAgo + random.integer(6 * DAY_SECS, 16 * DAY_SECS)
  const host = planWithdrawal(draft, random, {
    label: `host/${label}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + 4_000_000_000n,
    secsAgo: hostSecsAgo,
    bot: null,
    fixedBudget: null,
  })
  const friends = Array.from({ length: FRIENDS }, (_, i): Person => {
    const address = addWallet(draft, 'crowd', `friend/${label}/${i}`)
    const lamports = random.chance(0.6)
      ? BigInt(random.pick([200, 300, 500, 1_000])) * 1_000_000n
      : solAmount(random, 0.2, 0.9)
    const secsAgo = random.integer(token.secsAgo + 2 * HOUR_SECS, hostSecsAgo - 3 * HOUR_SECS)
    pay(draft, 'direct', host.address, address, lamports, secsAgo)
    host.freeLamports -= lamports + 1_000_000n
    let freeLamports = lamports - 5_000_000n
    // Whoever stays brings money of their own later.
    if (random.chance(0.6)) {
      const own = ordinaryWithdrawal(random)
      pay(
        draft,
        'exchange',
        random.pick(cast.exchanges),
        address,
        own,
        random.integer(token.secsAgo + HOUR_SECS, secsAgo),
      )
      freeLamports += own
    }
    const bot = random.chance(0.3) ? random.pick(cast.bots) : null
    return { address, fundedSecsAgo: secsAgo, freeLamports, bot, fixedBudget: null }
  })
  for (const friend of friends) tradeOther(friend)
  return [host, ...friends]

  function tradeOther(friend: Person): void {
    if (cast.otherMints.length === 0 || !random.chance(0.6)) return
    const quoteRaw = solAmount(random, 0.01, 0.05)
    friend.freeLamports -= quoteRaw + 12_000_000n
    const mint = random.pick(cast.otherMints)
    const secsAgo = random.integer(token.secsAgo + 600, friend.fundedSecsAgo - 60)
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: friend.address, quoteRaw }])
  }
}
