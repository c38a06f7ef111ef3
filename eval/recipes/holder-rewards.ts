import { solAmount } from '../../sandbox/world/plan-draft.ts'
import { spend } from '../../sandbox/world/plan-people.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { MINUTE_SECS } from '../../src/config/durations.ts'
import { buyOnCurve, type CurveEstimate, NEW_CURVE, sellOnCurve } from './curve-estimate.ts'
import { payTogether } from './pay-together.ts'

/** A token that pays its holders. Source: "Reward.pump" and "Claim Ur Pump Fees", two of the programs that creators
 *  have run since pump.fun shares its fees with them. Every ten minutes the creator's wallet claims its fees and sends
 *  them, as SOL, to the holders (at most 500) in proportion to what they hold, save to those whose part would be under
 *  a minimum. So the dev's own wallet pays nearly every holder, several times, all in a slot, and for some it is among
 *  the first wallets that ever paid them; but each had bought before it was paid, with money that came from elsewhere,
 *  and who has sold gets nothing more. */
export const holderRewards: Recipe = {
  name: 'holder-rewards',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    "every ten minutes the dev sends the coin's fees as SOL to all who hold it at the time, in proportion; all had bought before with money of their own",
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, holderRewards, { buyers: [18, 40], after: reward }),
}

const EVERY_SECS = 10 * MINUTE_SECS
const ROUNDS = [3, 5] as const
const MOST_HOLDERS = 500
const ROUND_SOL = [0.06, 0.25] as const
const MIN_REWARD_LAMPORTS = 500_000n

/** Rounds begin when there are holders enough that it looks like something. No one new comes to hold the token by
 *  it. */
function reward(stage: HonestStage): readonly string[] {
  const { draft, random, dev, token } = stage
  const everySecs = Math.min(EVERY_SECS, Math.floor(token.secsAgo * 0.08))
  let secsAgo = Math.round(token.secsAgo * random.between(0.45, 0.8))
  for (let left = random.integer(...ROUNDS); left > 0; left--) {
    const pool = solAmount(random, ...ROUND_SOL)
    const holders = holdersAt(stage, secsAgo)
    const held = holders.reduce((sum, { tokensRaw }) => sum + tokensRaw, 0n)
    const payees = holders
      .map(({ wallet, tokensRaw }) => ({ wallet, lamports: (pool * tokensRaw) / held }))
      .filter(({ lamports }) => lamports >= MIN_REWARD_LAMPORTS)
    if (!spend(dev, pool)) return []
    payTogether(draft, dev.address, payees, secsAgo)
    secsAgo -= everySecs
  }
  return []
}

type Holder = { readonly wallet: string; readonly tokensRaw: bigint }

/** Largest first, without the dev, as far as the plan can foresee what trades bring. */
function holdersAt({ draft, dev, token }: HonestStage, secsAgo: number): readonly Holder[] {
  const held = new Map<string, bigint>()
  let curve: CurveEstimate = NEW_CURVE
  for (const action of actionsBefore(draft.moments, secsAgo)) {
    if (!('mint' in action) || action.mint !== token.mint) continue
    if (action.do === 'launch') curve = buyOnCurve(curve, action.devBuyLamports).curve
    if (action.do === 'buy') {
      const bought = buyOnCurve(curve, action.quoteRaw)
      curve = bought.curve
      held.set(action.wallet, (held.get(action.wallet) ?? 0n) + bought.tokensRaw)
    }
    if (action.do === 'sell') {
      const had = held.get(action.wallet) ?? 0n
      const soldRaw = (had * BigInt(Math.round(action.sharePct))) / 100n
      curve = sellOnCurve(curve, soldRaw).curve
      held.set(action.wallet, had - soldRaw)
    }
  }
  return [...held]
    .map(([wallet, tokensRaw]) => ({ wallet, tokensRaw }))
    .filter(({ wallet, tokensRaw }) => tokensRaw > 0n && wallet !== dev.address)
    .sort((a, b) => (a.tokensRaw < b.tokensRaw ? 1 : -1))
    .slice(0, MOST_HOLDERS)
}

function actionsBefore(moments: HonestStage['draft']['moments'], secsAgo: number): Action[] {
  return moments
    .filter((moment) => moment.secsAgo > secsAgo)
    .sort((a, b) => b.secsAgo - a.secsAgo)
    .flatMap(({ actions, following = [] }) => [...actions, ...following.flatMap((slot) => slot.actions)])
}
