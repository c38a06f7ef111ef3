import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import type { TrueGroup } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const twoWallets: Recipe = {
  name: 'two-wallets',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'one or two people each buy from two wallets and make no secret of it: SOL goes to and fro, and the coins end up together',
  plan: (draft, cast, random, index) => {
    let people: readonly TrueGroup[] = []
    return planHonestLaunch(draft, cast, random, index, twoWallets, {
      after: (stage) => {
        people = Array.from({ length: random.integer(1, 2) }, (_, i) => buyTwice(stage, i))
        return people.flatMap(({ wallets }) => wallets)
      },
      entities: () => people,
    })
  },
}

/** An everyday wallet and one for savings. */
function buyTwice({ draft, cast, random, label, token }: HonestStage, i: number): TrueGroup {
  const main = planWithdrawal(draft, random, {
    label: `owner/${label}/${i}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + 2_500_000_000n,
    secsAgo: token.secsAgo + random.integer(8 * DAY_SECS, 18 * DAY_SECS),
    bot: null,
    fixedBudget: null,
  })
  const savings = addWallet(draft, 'crowd', `savings/${label}/${i}`)
  const openedSecsAgo = token.secsAgo + random.integer(DAY_SECS, 7 * DAY_SECS)
  pay(draft, 'direct', main.address, savings, solAmount(random, 0.8, 1.1), openedSecsAgo)
  pay(
    draft,
    'direct',
    savings,
    main.address,
    solAmount(random, 0.05, 0.2),
    openedSecsAgo - random.integer(600, DAY_SECS / 2),
  )
  const first = random.integer(5 * MINUTE_SECS, 40 * MINUTE_SECS)
  const second = first + random.integer(5 * MINUTE_SECS, 50 * MINUTE_SECS)
  const buy = (wallet: string, after: number): void => {
    const quoteRaw = solAmount(random, 0.1, 0.45)
    const dress = dressOf(main, random, quoteRaw)
    addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet, quoteRaw, dress }])
  }
  buy(main.address, first)
  buy(savings, second)
  // Most put what they keep into one place.
  const keptSecsAgo = Math.min(token.secsAgo - second - 60, random.integer(5 * MINUTE_SECS, 2 * HOUR_SECS))
  if (random.chance(0.7))
    addMoment(draft, keptSecsAgo, [
      { do: 'sendToken', mint: token.mint, from: main.address, to: savings, sharePct: random.pick([50, 100]) },
    ])
  return { kind: 'person', wallets: [main.address, savings] }
}
