import { addMoment, solAmount } from '../../sandbox/world/plan-draft.ts'
import {
  dressOf,
  ordinaryWithdrawal,
  type Person,
  planWithdrawal,
  spend,
  type TradingBot,
} from '../../sandbox/world/plan-people.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** Stop-losses that trip each other. Eleven to sixteen strangers buy over the first hours through one trading bot and
 *  leave an order with it to sell when the price falls by so much. Later someone with a large bag has enough and sells
 *  it; the first orders are due, their sales make the next ones due, and within some twenty slots nearly all of them
 *  have sold, most of them everything, by the same bot. On a chart it is a rug. But they came one by one, with money of
 *  their own that stays where it is, no small token of the past joins them, and the dev does not sell. */
export const stopLosses: Recipe = {
  name: 'stop-losses',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'one large holder sells, and within some twenty slots a dozen strangers sell everything through one bot, whose stop-losses tripped each other',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, stopLosses, { buyers: [14, 32], after: cascade }),
}

/** Parts of the token's age. */
const BOUGHT_BY = 0.4
const LARGE_BY = [0.04, 0.2] as const
const FALLS_AFTER = [0.5, 0.8] as const
const FUNDED_OVER_SECS = 15 * DAY_SECS
const SLOTS = 20
/** Some have it sell a part, a few set it so low that it is not reached. */
const SHARES_PCT = [100, 100, 100, 100, 50] as const
const REACHED = 0.9
const HAS_OTHER_TOKEN = 0.5

type Slot = { readonly slotsLater: number; readonly actions: readonly Action[] }

function cascade(stage: HonestStage): readonly string[] {
  const { draft, cast, random, token } = stage
  const bot = cast.bots.length === 0 ? null : random.pick(cast.bots)
  const large = planHolder(stage, 'large', null, 4_200_000_000n)
  const [earliest, latest] = LARGE_BY
  const largeBuys = buy(stage, large, solAmount(random, 2.1, 3.4), token.secsAgo * random.between(earliest, latest))
  const users = Array.from({ length: random.integer(11, 16) }, (_, i) =>
    planHolder(stage, `${i}`, bot, solAmount(random, 0.4, 0.7)),
  ).filter((user) =>
    buy(stage, user, solAmount(random, 0.06, 0.42), 25 + (token.secsAgo * BOUGHT_BY - 25) * random.next() ** 1.5),
  )
  const [soonest, last] = FALLS_AFTER
  const secsAgo = Math.round(token.secsAgo * (1 - random.between(soonest, last)))
  const first: Action = { do: 'sell', mint: token.mint, wallet: large.address, sharePct: 100 }
  draft.moments.push({ secsAgo, actions: largeBuys ? [first] : [], following: trip(stage, users) })
  return [large, ...users].map(({ address }) => address)
}

/** Someone who has SOL for a while, and may trade other tokens too. */
function planHolder(
  { draft, cast, random, label, token }: HonestStage,
  who: string,
  bot: TradingBot | null,
  leastLamports: bigint,
): Person {
  const person = planWithdrawal(draft, random, {
    label: `stop-loss/${label}/${who}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + leastLamports,
    secsAgo: token.secsAgo + 40 * MINUTE_SECS + Math.round(FUNDED_OVER_SECS * random.next() ** 1.5),
    bot,
    fixedBudget: null,
  })
  const quoteRaw = solAmount(random, 0.02, 0.1)
  if (cast.otherMints.length === 0 || !random.chance(HAS_OTHER_TOKEN) || !spend(person, quoteRaw)) return person
  const secsAgo = random.integer(HOUR_SECS / 4, person.fundedSecsAgo - 10 * MINUTE_SECS)
  const dress = dressOf(person, random, quoteRaw)
  const mint = random.pick(cast.otherMints)
  addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: person.address, quoteRaw, dress }])
  return person
}

function buy({ draft, random, token }: HonestStage, person: Person, quoteRaw: bigint, after: number): boolean {
  if (!spend(person, quoteRaw)) return false
  const dress = dressOf(person, random, quoteRaw)
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: person.address, quoteRaw, dress }])
  return true
}

/** Few orders at first, then more and more of them. */
function trip({ random, token }: HonestStage, users: readonly Person[]): readonly Slot[] {
  const slots: Action[][] = Array.from({ length: SLOTS }, () => [])
  for (const user of users) {
    if (!random.chance(REACHED)) continue
    const { serviceFee: _fee, ...dress } = dressOf(user, random, 0n)
    const slot = Math.floor(SLOTS * random.next() ** 0.7)
    slots[slot]!.push({
      do: 'sell',
      mint: token.mint,
      wallet: user.address,
      sharePct: random.pick(SHARES_PCT),
      dress,
    })
  }
  return slots.map((actions) => ({ slotsLater: 1, actions }))
}
