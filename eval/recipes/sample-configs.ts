import { addMoment } from '../../sandbox/world/plan-draft.ts'
import { dressOf, ordinaryWithdrawal, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

/** People who run a sniper from a tutorial as it stands in the repository. Source: the "pump-fun-bot" of Chainstack
 *  (later "pumpfun-bonkfun-bot"), its README and sample configurations. It listens for new tokens, waits 15 seconds
 *  after the creation, buys for 0.0001 SOL, waits another 15 seconds and sells everything, with a fixed price of one
 *  million micro-lamports a unit; the "extreme fast" sample does not wait before it buys. Many people run it, and
 *  change nothing but, some of them, the sum. So a dozen wallets that were paid at different times by different
 *  exchanges buy the same sum within a slot or two, with one budget, and all sell together a quarter of a minute later,
 *  with the next token as well. They have nothing to do with each other; other people come over hours, as always. */
export const sampleConfigs: Recipe = {
  name: 'sample-configs',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a dozen strangers run one free bot with its sample settings: one budget, mostly one sum, bought 15 seconds after the launch and all sold 15 seconds later',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, sampleConfigs, { buyers: [18, 38], after: runBots }),
}

/** The runtime's own limit for a transaction of one call: the bot sets a price only. */
const BUDGET = { unitLimit: 200_000, unitPriceMicroLamports: 1_000_000n } as const
const SAMPLE_LAMPORTS = 100_000n
const OWN_LAMPORTS = [1_000_000n, 10_000_000n, 10_000_000n, 50_000_000n] as const
const KEEPS_SAMPLE_SUM = 0.65
const RUNS_FAST_SAMPLE = 0.3
const FAST_WAIT_SECS = 1
const WAIT_SECS = 15
/** What a slot of delay and a slow node add. */
const LATE_SECS = [0, 0, 0, 1, 1, 2] as const
const OTHER_COINS = [0, 1, 2] as const

function runBots(stage: HonestStage): readonly string[] {
  const { draft, cast, random, label, token } = stage
  return Array.from({ length: random.integer(10, 16) }, (_, i) => {
    const person = planWithdrawal(draft, random, {
      label: `bot-runner/${label}/${i}`,
      exchange: random.pick(cast.exchanges),
      lamports: ordinaryWithdrawal(random),
      secsAgo: token.secsAgo + random.integer(2 * HOUR_SECS, 15 * DAY_SECS),
      bot: null,
      fixedBudget: BUDGET,
    })
    const quoteRaw = random.chance(KEEPS_SAMPLE_SUM) ? SAMPLE_LAMPORTS : random.pick(OWN_LAMPORTS)
    const waitSecs = random.chance(RUNS_FAST_SAMPLE) ? FAST_WAIT_SECS : WAIT_SECS
    const dress = dressOf(person, random, quoteRaw)
    const trade = (mint: string, boughtSecsAgo: number): void => {
      addMoment(draft, boughtSecsAgo, [{ do: 'buy', mint, wallet: person.address, quoteRaw, dress }])
      const soldSecsAgo = boughtSecsAgo - WAIT_SECS - random.pick(LATE_SECS)
      addMoment(draft, soldSecsAgo, [{ do: 'sell', mint, wallet: person.address, sharePct: 100, dress }])
    }
    // Each has run it on other tokens before, when its owner felt like it.
    for (let left = cast.otherMints.length === 0 ? 0 : random.pick(OTHER_COINS); left > 0; left--)
      trade(random.pick(cast.otherMints), random.integer(token.secsAgo + 600, person.fundedSecsAgo - 600))
    trade(token.mint, token.secsAgo - waitSecs - random.pick(LATE_SECS))
    return person.address
  })
}
