import { addMoment } from '../../sandbox/world/plan-draft.ts'
import { ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** An artist's token. Days before, the artist sold pictures for one price: two or three dozen collectors paid the
 *  artist's wallet within the half hour in which there were any, some of them twice. The artist cashed a part of it,
 *  and now launches a token from the same wallet; ten to fourteen of the collectors buy it, some in the first minutes,
 *  since they were waiting. So buyers have all paid the dev before, the same round sum in the same minutes. But the
 *  money goes from them to the artist and none comes back, and each has it from elsewhere and buys alone. */
export const collectorsCoin: Recipe = {
  name: 'collectors-coin',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'days before, two or three dozen people paid the dev one price for pictures within half an hour; ten to fourteen of them buy the coin, each alone',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, collectorsCoin, { buyers: [24, 42], firstBuyers: collectorsBuy }),
}

const PRICE_LAMPORTS = [100_000_000n, 150_000_000n, 200_000_000n, 300_000_000n] as const
const SALE_SECS = 32 * MINUTE_SECS
const SALE_BEFORE_SECS = [14 * HOUR_SECS, 9 * DAY_SECS] as const
const FUNDED_OVER_SECS = 12 * DAY_SECS
const BUYS_TWO = 0.2
const CASHED_PCT = 60n
/** What a payment costs, well rounded up. */
const FEE_LAMPORTS = 1_000_000n

function collectorsBuy(stage: HonestStage): readonly Person[] {
  const { draft, random, token, dev, cast } = stage
  const [latest, earliest] = SALE_BEFORE_SECS
  const saleSecsAgo = token.secsAgo + random.integer(latest, earliest)
  const price = random.pick(PRICE_LAMPORTS)
  const collectors = gatherCollectors(stage, saleSecsAgo, price)
  let sold = 0
  for (const collector of collectors)
    for (let left = random.chance(BUYS_TWO) ? 2 : 1; left > 0; left--) {
      sold++
      const secsAgo = Math.round(saleSecsAgo - SALE_SECS * random.next() ** 2)
      const { address: from } = collector
      collector.freeLamports -= price + FEE_LAMPORTS
      draft.funding.push({ from, to: dev.address, lamports: price, secsAgo, kind: 'direct' })
      const memo = `picture ${sold}`
      addMoment(draft, secsAgo, [{ do: 'sendSol', from, to: dev.address, lamports: price, memo }])
    }
  const cashed = (BigInt(sold) * price * CASHED_PCT) / 100n
  addMoment(draft, saleSecsAgo - random.integer(2 * HOUR_SECS, 11 * HOUR_SECS), [
    { do: 'sendSol', from: dev.address, to: random.pick(cast.exchanges), lamports: cashed },
  ])
  return random.sample(collectors, random.integer(10, 14))
}

/** People who had SOL for the sale: long before it, or withdrawn for it. */
function gatherCollectors(
  { draft, cast, random, label }: HonestStage,
  saleSecsAgo: number,
  price: bigint,
): readonly Person[] {
  return Array.from({ length: random.integer(24, 36) }, (_, i) =>
    planWithdrawal(draft, random, {
      label: `collector/${label}/${i}`,
      exchange: random.pick(cast.exchanges),
      lamports: ordinaryWithdrawal(random) + price * 3n,
      secsAgo: saleSecsAgo + MINUTE_SECS + Math.round(FUNDED_OVER_SECS * random.next() ** 2),
      bot: random.chance(0.25) ? random.pick(cast.bots) : null,
      fixedBudget: null,
    }),
  )
}
