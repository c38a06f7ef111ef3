import { addMoment } from '../../sandbox/world/plan-draft.ts'
import type { Action, Moment } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payThroughHops, type Trail, type TrailRequest } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

type Buy = Action & { do: 'buy' }

/** A bundler that spreads over three blocks. Source: the "Stealth Bundling Guide" of the "Pump.fun Advanced Bundler"
 *  (mohame524Z), mode MEDIUM, which it recommends as the default. Fifteen to twenty wallets, in shuffled order, a third
 *  of them in each of three blocks half a second apart; in each block three of them as one small bundle with a tip
 *  (0.003 SOL) and the others as ordinary transactions; 0.4 SOL a wallet, up to a fifth more or less; compute budgets
 *  drawn at random. The guide says nothing of where the SOL comes from: the main wallet distributes it, as in the
 *  tool's other modes. It sells by its "gradual" strategy, wallet by wallet in parts. */
export const stealthMode: Recipe = {
  name: 'stealth-mode',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'one wallet pays dev and buyers, who buy for 0.4 SOL give or take a fifth in three slots in a row, three a slot as a small tipped bundle and the rest apart',
  plan: (draft, cast, random, index) => {
    let quotes: ReadonlyMap<string, bigint> = new Map()
    return planTeamLaunch(draft, cast, random, index, stealthMode, {
      teamSizes: WALLETS,
      contiguous: true,
      earlyExits: true,
      pay: (stage, request) => {
        quotes = new Map(stage.team.insiders.map((wallet) => [wallet, aboutAmount(stage)]))
        return payEvenly(stage, request)
      },
      place: (stage, buys) => spread(stage, buys, quotes),
      exit: sellGradually,
    })
  },
}

const AMOUNT_LAMPORTS = 400_000_000n
const VARIANCE = 0.2
const WALLETS = [15, 15, 16, 17, 18, 20] as const
const BLOCKS = 3
const IN_BUNDLE = 3
const TIP_LAMPORTS = 3_000_000n
/** For the largest purchase, its fees and the sales. */
const FUNDED_LAMPORTS = 520_000_000n
const PARTS = 4
const MOST_EXIT_SECS = 3 * HOUR_SECS

function aboutAmount({ random }: TeamStage): bigint {
  const bps = Math.round(random.between(1 - VARIANCE, 1 + VARIANCE) * 10_000)
  return (AMOUNT_LAMPORTS * BigInt(bps)) / 10_000n
}

function payEvenly({ draft, cast, random, team }: TeamStage, request: TrailRequest): Trail {
  const payees = request.payees.map((payee) =>
    payee.wallet === team.dev ? payee : { wallet: payee.wallet, lamports: FUNDED_LAMPORTS },
  )
  return payThroughHops(draft, cast, random, { ...request, payees }, 1)
}

/** The first block is the one of the launch. */
function spread(
  { random }: TeamStage,
  buys: readonly Buy[],
  quotes: ReadonlyMap<string, bigint>,
): { opening: readonly Buy[]; following: NonNullable<Moment['following']> } {
  const shuffled = random.sample(buys, buys.length)
  const blocks = Array.from({ length: BLOCKS }, (_, b) => {
    const own = shuffled.slice((b * buys.length) / BLOCKS, ((b + 1) * buys.length) / BLOCKS)
    const bundled = Math.min(IN_BUNDLE, own.length)
    return own.map((buy, i): Buy => {
      const tip = i === bundled - 1 ? { tip: { to: random.pick(TIP_ACCOUNTS), lamports: TIP_LAMPORTS } } : {}
      return { ...buy, quoteRaw: quotes.get(buy.wallet)!, dress: { ...differingBudget(random), ...tip } }
    })
  })
  const [opening, ...later] = blocks
  return { opening: opening!, following: later.map((actions) => ({ slotsLater: 1, actions })) }
}

/** In four parts of what each held, the wallets in another order each time. */
function sellGradually({ draft, random, team, token }: TeamStage, { rugged }: { readonly rugged: boolean }): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const members = [...team.insiders, team.dev]
  const startSecsAgo = token.secsAgo * random.between(0.35, 0.8)
  const partSecs = Math.min(token.secsAgo * 0.3, MOST_EXIT_SECS) / PARTS
  const stepSecs = Math.min(partSecs / members.length, 2 * MINUTE_SECS)
  for (let part = 0; part < PARTS; part++)
    random.sample(members, members.length).forEach((wallet, i) => {
      const secsAgo = startSecsAgo - part * partSecs - stepSecs * (i + random.next() * 0.8)
      const sharePct = part === PARTS - 1 ? 100 : 100 / (PARTS - part)
      addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct, dress: differingBudget(random) }])
    })
  return { collector: null, hops: [] }
}
