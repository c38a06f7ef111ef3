import { addMoment, addWallet, LAMPORTS } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** A token on which advertisers have come down. Programs watch all new tokens and send whoever trades them a few
 *  thousand lamports with a line that names a casino or another token; two of them are at work, for weeks. Nearly
 *  everyone who buys this token gets a speck within minutes from one of them, many from both, and the dev gets it too,
 *  so that dev and holders are all joined by direct payments out of one wallet. But the specks come after the
 *  purchases, pay for nothing, and as many people who never touched the token have had them. */
export const dustedHolders: Recipe = {
  name: 'dusted-holders',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'two advertising programs send specks of SOL to the dev and nearly all holders minutes after they buy; strangers get them as well',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, dustedHolders, {
      buyers: [18, 40],
      after: (stage) => {
        for (let i = 0; i < CAMPAIGNS; i++) advertise(stage, i)
        return []
      },
    }),
}

const CAMPAIGNS = 2
const OLDEST_SECS = 28 * DAY_SECS
const SINCE_SECS = 9 * DAY_SECS
const SPECK_LAMPORTS = [1_000n, 1_000n, 5_000n, 10_000n] as const
const LINES = [
  'free spins at lucky-lamport.example',
  'next 100x: see pinned',
  'claim your bonus: sol-wheel.example',
] as const
const REACHED = 0.8
const MOST_STRANGERS = 55

type Seen = { readonly wallet: string; readonly secsAgo: number }

/** One program: everyone gets the same sum and the same line. */
function advertise(stage: HonestStage, i: number): void {
  const { draft, cast, random, label, token, dev } = stage
  const sender = addWallet(draft, 'service', `advertiser/${label}/${i}`)
  const sinceSecsAgo = Math.min(OLDEST_SECS, token.secsAgo + random.integer(DAY_SECS, SINCE_SECS))
  pay(draft, 'exchange', random.pick(cast.exchanges), sender, LAMPORTS, sinceSecsAgo)
  const lamports = random.pick(SPECK_LAMPORTS)
  const memo = random.pick(LINES)
  const send = ({ wallet, secsAgo }: Seen): void => {
    const sentSecsAgo = Math.max(2, Math.round(secsAgo - random.integer(2, 9 * MINUTE_SECS)))
    draft.funding.push({ from: sender, to: wallet, lamports, secsAgo: sentSecsAgo, kind: 'direct' })
    addMoment(draft, sentSecsAgo, [{ do: 'sendSol', from: sender, to: wallet, lamports, memo }])
  }
  send({ wallet: dev.address, secsAgo: token.secsAgo })
  for (const buyer of firstPurchases(stage)) if (random.chance(REACHED)) send(buyer)
  const people = cast.people.filter(({ fundedSecsAgo }) => fundedSecsAgo > 2 * HOUR_SECS)
  for (const { address, fundedSecsAgo } of random.sample(people, random.integer(30, MOST_STRANGERS)))
    send({
      wallet: address,
      secsAgo: random.integer(15 * MINUTE_SECS, Math.min(fundedSecsAgo, sinceSecsAgo) - 30 * MINUTE_SECS),
    })
}

/** Who has bought the token, with the time of their first purchase; whoever the plan adds later was not seen. */
function firstPurchases({ draft, token }: HonestStage): readonly Seen[] {
  const first = new Map<string, number>()
  for (const { secsAgo, actions, following = [] } of draft.moments)
    for (const action of [...actions, ...following.flatMap((slot) => slot.actions)])
      if (action.do === 'buy' && action.mint === token.mint)
        first.set(action.wallet, Math.max(secsAgo, first.get(action.wallet) ?? 0))
  return [...first].map(([wallet, secsAgo]) => ({ wallet, secsAgo }))
}
