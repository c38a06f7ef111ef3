import { addWallet, LAMPORTS, solAmount } from '../../../sandbox/world/plan-draft.ts'
import { pay } from '../../../sandbox/world/plan-funding.ts'
import { dressOf } from '../../../sandbox/world/plan-people.ts'
import type { Action } from '../../../sandbox/world/plan-types.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
} from '../../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../../sandbox/world/recipes/recipe.ts'
import { differingBudget } from '../../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../../src/config/durations.ts'
import type { TokenStage } from '../stage.ts'
import { payStrangers } from '../strangers-money.ts'

const NAME = 'public-copy-traders'
const FOLLOWERS = 18

/** A known trader buys and sells, and whoever follows him through a copying service does the same within seconds. */
export const copyTraderCrowd: Recipe = {
  name: NAME,
  kind: 'healthy',
  archetype: 'fresh_launch',
  evidence: 'many wallets buy and sell within two seconds of one, with the traces of one service',
  plan(draft, cast, random) {
    const dev = addWallet(draft, 'dev', `dev/${NAME}`)
    const token = drawToken(draft, random, { label: NAME, dev, secsAgo: drawAge(random), archetype: 'fresh_launch' })
    const stage: TokenStage = { draft, cast, random, label: NAME, token }
    const { mint, secsAgo } = token
    pay(draft, 'exchange', random.pick(cast.exchanges), dev, 3n * LAMPORTS, secsAgo + random.integer(3, 60) * HOUR_SECS)
    launchAt(draft, {
      token,
      dev,
      devBuyLamports: solAmount(random, 0.1, 0.6),
      dress: differingBudget(random),
      opening: [],
    })
    const wallets = Array.from({ length: FOLLOWERS + 1 }, (_, i) => addWallet(draft, 'crowd', `copier/${NAME}/${i}`))
    const sums = wallets.map((_, i) => (i === 0 ? 2n * LAMPORTS : solAmount(random, 0.1, 0.6)))
    payStrangers(
      stage,
      'ordinary',
      wallets,
      sums.map((sum) => sum + LAMPORTS / 3n),
    )
    const person = { address: '', fundedSecsAgo: 0, freeLamports: 0n, bot: cast.bots[0]!, fixedBudget: null }
    const trade = (at: number, act: (wallet: string, i: number) => Action): void => {
      const [first, ...others] = wallets.map(act)
      const slots: Action[][] = [[], [], [], [], []]
      for (const action of others) random.pick(slots).push(action)
      draft.moments.push({
        secsAgo: Math.round(at),
        actions: [first!],
        following: slots.map((actions) => ({ slotsLater: 1, actions })),
      })
    }
    const buySecsAgo = secsAgo - random.integer(4, 40) * MINUTE_SECS
    trade(buySecsAgo, (wallet, i) => {
      const dress = dressOf({ ...person, bot: i === 0 ? null : person.bot }, random, sums[i]!)
      return { do: 'buy', mint, wallet, quoteRaw: sums[i]!, dress }
    })
    trade(buySecsAgo * random.between(0.4, 0.8), (wallet) => {
      const { serviceFee: _fee, ...dress } = dressOf(person, random, 0n)
      return { do: 'sell', mint, wallet, sharePct: 50, dress }
    })
    const crowd = crowdTrades(draft, cast, random, {
      token,
      buyers: random.integer(14, 30),
      roomLamports: CURVE_ROOM_LAMPORTS / 2n,
      spanSecs: random.integer(2, 8) * HOUR_SECS,
    })
    draft.trueTokens.push({
      mint,
      archetype: 'fresh_launch',
      dev,
      bundlers: [],
      snipers: [],
      teamId: null,
      rugged: false,
      honeypot: false,
      priorTokens: [],
      recipe: {
        name: NAME,
        intent: 'honest',
        insiders: [],
        organic: [...new Set([...wallets, ...crowd.wallets])],
        rootFunder: null,
        relays: [],
        privacyHops: [],
        collector: null,
        priors: [],
        practice: {
          id: NAME,
          mechanisms: { tool: 'copy-traders' },
          stage: 'honest',
          victims: [],
          professionals: [],
          ring: null,
        },
      },
    })
    return mint
  },
}
