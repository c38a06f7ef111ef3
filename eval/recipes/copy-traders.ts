import { addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, type Person, planWithdrawal, spend, type TradingBot } from '../../sandbox/world/plan-people.ts'
import type { Action, Moment } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** A trader with a name finds the token some minutes after its launch, and people who have told a bot to copy that
 *  wallet buy in the next slots, sums they fixed once and for all, all through the same bot. They have copied it into
 *  other tokens before, and when it sells they sell the same share, slots later. So they come and go together, time and
 *  again, with one fingerprint. But each has money of its own from where and when it liked, and they only ever follow:
 *  the wallet they follow has nothing to do with the bot, and each keeps its gains. */
export const copyTraders: Recipe = {
  name: 'copy-traders',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'strangers copy one trader through one bot: they buy within slots of each other, sell together, and have done so before',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, copyTraders, { buyers: [14, 30], after: followLeader }),
}

/** What a follower's bot spends on each purchase. */
const FIXED_SOL = [0.05, 0.1, 0.1, 0.2, 0.25, 0.5] as const
const EARLIER_FOLLOWS = 2
/** Part of the followers whose bot has not run out of money, or been paused, by the day. */
const FOLLOWS_TODAY = 0.85

type Follower = { readonly person: Person; readonly quoteRaw: bigint }
type Trade = { readonly mint: string; readonly secsAgo: number }

function followLeader(stage: HonestStage): readonly string[] {
  const { cast, random, token } = stage
  const bot = random.pick(cast.bots)
  const leader = planLeader(stage)
  const followers = Array.from({ length: random.integer(13, 20) }, (_, i) => planFollower(stage, bot, i))
  for (let t = 0; t < EARLIER_FOLLOWS && cast.otherMints.length > 0; t++) {
    const secsAgo = token.secsAgo + Math.round(random.between(0.3, 5) * DAY_SECS)
    buyAndFollow(stage, { mint: random.pick(cast.otherMints), secsAgo }, leader, followers)
  }
  const boughtSecsAgo = Math.round(token.secsAgo - Math.min(random.integer(2, 40) * MINUTE_SECS, token.secsAgo * 0.3))
  const today = followers.filter(() => random.chance(FOLLOWS_TODAY))
  const bought = buyAndFollow(stage, { mint: token.mint, secsAgo: boughtSecsAgo }, leader, today)
  if (random.chance(0.7))
    sellAndFollow(
      stage,
      { mint: token.mint, secsAgo: Math.round(boughtSecsAgo * random.between(0.2, 0.9)) },
      leader,
      bought,
    )
  return [leader.address, ...bought.map(({ person }) => person.address)]
}

/** Known for its trades, and paid long ago. */
function planLeader({ draft, cast, random, label, token }: HonestStage): Person {
  return planWithdrawal(draft, random, {
    label: `leader/${label}`,
    exchange: random.pick(cast.exchanges),
    lamports: solAmount(random, 9, 22),
    secsAgo: token.secsAgo + random.integer(9 * DAY_SECS, 20 * DAY_SECS),
    bot: null,
    fixedBudget: { unitLimit: 300_000, unitPriceMicroLamports: 750_000n },
  })
}

/** Wallets that a bot made for its users are new, and people fill them from an exchange or from another wallet. */
function planFollower({ draft, cast, random, label, token }: HonestStage, bot: TradingBot, i: number): Follower {
  const lamports = solAmount(random, 0.9, 4.5)
  const secsAgo = token.secsAgo + random.integer(3 * HOUR_SECS, 20 * DAY_SECS)
  const quoteRaw = BigInt(random.pick(FIXED_SOL) * 1_000) * 1_000_000n
  const exchange = random.pick(cast.exchanges)
  if (random.chance(0.7)) {
    const request = { label: `follower/${label}/${i}`, exchange, lamports, secsAgo, bot, fixedBudget: null }
    return { person: planWithdrawal(draft, random, request), quoteRaw }
  }
  const main = addWallet(draft, 'crowd', `follower-main/${label}/${i}`)
  const address = addWallet(draft, 'crowd', `follower/${label}/${i}`)
  pay(draft, 'exchange', exchange, main, lamports * 2n, secsAgo + random.integer(HOUR_SECS, 4 * DAY_SECS))
  pay(draft, 'direct', main, address, lamports, secsAgo)
  return {
    person: { address, fundedSecsAgo: secsAgo, freeLamports: lamports - 5_000_000n, bot, fixedBudget: null },
    quoteRaw,
  }
}

/** Returns who followed: whoever had money by then. */
function buyAndFollow(
  { draft, random }: HonestStage,
  { mint, secsAgo }: Trade,
  leader: Person,
  followers: readonly Follower[],
): readonly Follower[] {
  const own = solAmount(random, 0.8, 2.4)
  if (!spend(leader, own)) return []
  const followed = followers.filter(
    ({ person, quoteRaw }) => person.fundedSecsAgo > secsAgo + HOUR_SECS && spend(person, quoteRaw),
  )
  draft.moments.push({
    secsAgo,
    actions: [{ do: 'buy', mint, wallet: leader.address, quoteRaw: own, dress: dressOf(leader, random, own) }],
    following: inNextSlots(
      random.sample(followed, followed.length).map(
        ({ person, quoteRaw }): Action => ({
          do: 'buy',
          mint,
          wallet: person.address,
          quoteRaw,
          dress: dressOf(person, random, quoteRaw),
        }),
      ),
    ),
  })
  return followed
}

function sellAndFollow(
  { draft, random }: HonestStage,
  { mint, secsAgo }: Trade,
  leader: Person,
  followers: readonly Follower[],
): void {
  const sharePct = random.pick([50, 100])
  draft.moments.push({
    secsAgo,
    actions: [{ do: 'sell', mint, wallet: leader.address, sharePct, dress: dressOf(leader, random, 0n) }],
    following: inNextSlots(
      followers.map(({ person, quoteRaw }): Action => {
        // The bot takes its fee out of the proceeds, whose size the plan does not know.
        const { serviceFee: _fee, ...dress } = dressOf(person, random, quoteRaw)
        return { do: 'sell', mint, wallet: person.address, sharePct, dress }
      }),
    ),
  })
}

/** The quickest third in the next slot, the others in the two after it. */
function inNextSlots(actions: readonly Action[]): NonNullable<Moment['following']> {
  const each = Math.max(1, Math.ceil(actions.length / 3))
  return [0, 1, 2]
    .map((slot) => ({ slotsLater: 1, actions: actions.slice(slot * each, (slot + 1) * each) }))
    .filter((slot) => slot.actions.length > 0)
}
