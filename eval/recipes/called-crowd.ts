import { addMoment } from '../../sandbox/world/plan-draft.ts'
import { dressOf, ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const calledCrowd: Recipe = {
  name: 'called-crowd',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'somebody with many followers names the coin: a dozen or two buy within three slots, by one bot, most of them one of its preset sums',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, calledCrowd, { buyers: [16, 34], after: answerCall }),
}

const PRESET_SOL = [100, 100, 250, 500] as const
const SLOTS = 3

/** People who follow; they found the bot by the same link, days or weeks apart. */
function answerCall(stage: HonestStage): readonly string[] {
  const { draft, cast, random, label, token } = stage
  const bot = random.pick(cast.bots)
  const followers = Array.from({ length: random.integer(12, 24) }, (_, i) =>
    planWithdrawal(draft, random, {
      label: `follower/${label}/${i}`,
      exchange: random.pick(cast.exchanges),
      lamports: ordinaryWithdrawal(random) + 400_000_000n,
      secsAgo: token.secsAgo + random.integer(HOUR_SECS, 20 * DAY_SECS),
      bot,
      fixedBudget: null,
    }),
  )
  for (const follower of followers) liveBefore(stage, follower)
  const calledSecsAgo = Math.round(token.secsAgo * random.between(0.35, 0.95))
  const slots: (Action & { do: 'buy' })[][] = Array.from({ length: SLOTS }, () => [])
  for (const follower of followers) {
    const quoteRaw = BigInt(random.pick(PRESET_SOL)) * 1_000_000n
    const dress = dressOf(follower, random, quoteRaw)
    random.pick(slots).push({ do: 'buy', mint: token.mint, wallet: follower.address, quoteRaw, dress })
    if (!random.chance(0.45)) continue
    const { serviceFee: _fee, ...sale } = dress
    const sharePct = random.pick([50, 100])
    addMoment(draft, calledSecsAgo * random.between(0.1, 0.9) - 5, [
      { do: 'sell', mint: token.mint, wallet: follower.address, sharePct, dress: sale },
    ])
  }
  const [actions, ...later] = slots
  draft.moments.push({
    secsAgo: calledSecsAgo,
    actions: actions!,
    following: later.map((own) => ({ slotsLater: 1, actions: own })),
  })
  return followers.map(({ address }) => address)
}

/** They traded other tokens by the bot before, each in their own time. */
function liveBefore({ draft, cast, random, token }: HonestStage, follower: Person): void {
  if (cast.otherMints.length === 0 || !random.chance(0.5)) return
  const quoteRaw = 50_000_000n
  const secsAgo = random.integer(token.secsAgo + 10 * MINUTE_SECS, follower.fundedSecsAgo - 5 * MINUTE_SECS)
  const dress = dressOf(follower, random, quoteRaw)
  const mint = random.pick(cast.otherMints)
  addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: follower.address, quoteRaw, dress }])
}
