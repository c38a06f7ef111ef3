import { DAY_SECS, HOUR_SECS } from '../../../src/config/durations.ts'
import { addMoment, type PlanDraft, solAmount } from '../plan-draft.ts'
import { dressOf, type LaunchCast, ordinaryWithdrawal, type Person, planWithdrawal, spend } from '../plan-people.ts'
import type { Action, Moment, TrueRecipe } from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { carryOverCurve, whaleBuys } from './graduation.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
  sniperExits,
  snipes,
  type Token,
} from './launch-story.ts'
import type { Recipe } from './recipe.ts'

export type HonestStage = {
  readonly draft: PlanDraft
  readonly cast: LaunchCast
  readonly random: SeededRandom
  readonly label: string
  readonly dev: Person
  readonly token: Token
}

type Buy = Action & { do: 'buy' }

/** What one honest recipe does its own way. */
export type HonestPlot = {
  readonly snipers?: readonly [number, number]
  readonly buyers?: readonly [number, number]
  /** At most 0.75: more than 2.5 % of the supply. */
  readonly devBuySol?: readonly [number, number]
  /** People of this launch in particular. */
  firstBuyers?(stage: HonestStage): readonly Person[]
  /** People who buy in the launch slot and right after it, beside the snipers. */
  early?(stage: HonestStage): { readonly opening: readonly Buy[]; readonly following: NonNullable<Moment['following']> }
  /** What else happens; returns people who got hold of the token by it. */
  after?(stage: HonestStage): readonly string[]
  readonly graduates?: boolean
  /** Asked at the end: who of all these has several wallets. */
  entities?(stage: HonestStage): NonNullable<TrueRecipe['entities']>
  priors?(stage: HonestStage): TrueRecipe['priors']
}

/** Of the people who come before the whales. */
const GRADUATION_ROOM_LAMPORTS = 34_000_000_000n
/** Part of the launches in which someone rich takes a liking. */
const WHALES_COME = 0.4

/** A launch by someone who keeps little, bought by people who have nothing to do with each other. */
export function planHonestLaunch(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  index: number,
  recipe: Pick<Recipe, 'name' | 'archetype'>,
  plot: HonestPlot,
): string {
  const label = `${recipe.name}/${index}`
  const secsAgo = drawAge(random)
  const dev = planDev(draft, cast, random, label, secsAgo)
  const token = drawToken(draft, random, { label, dev: dev.address, secsAgo, archetype: recipe.archetype })
  const stage: HonestStage = { draft, cast, random, label, dev, token }
  const [minDev, maxDev] = plot.devBuySol ?? [0.1, 0.7]
  const devBuyLamports = solAmount(random, minDev, maxDev)
  const priors = plot.priors?.(stage) ?? []
  const early = plot.early?.(stage) ?? { opening: [], following: [] }
  const [minSnipers, maxSnipers] = plot.snipers ?? [0, 3]
  const sniped = [...early.opening, ...snipes(cast, random, token, random.integer(minSnipers, maxSnipers))]
  launchAt(draft, {
    token,
    dev: dev.address,
    devBuyLamports,
    dress: dressOf(dev, random, devBuyLamports),
    opening: sniped,
    following: early.following,
  })
  const snipers = sniped.map(({ wallet }) => wallet)
  sniperExits(draft, random, token, snipers)
  const earlyBuys = early.following.flatMap(({ actions }) => actions.filter((action) => action.do === 'buy'))
  const earlyWallets = earlyBuys.map(({ wallet }) => wallet)
  const taken = [...sniped, ...earlyBuys].reduce((sum, { quoteRaw }) => sum + quoteRaw, devBuyLamports)
  const [minBuyers, maxBuyers] = plot.buyers ?? [14, 42]
  const graduates = plot.graduates ?? false
  const exclude = [dev.address, ...snipers, ...earlyWallets]
  const spanSecs = random.integer(1, 9) * HOUR_SECS
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(minBuyers, maxBuyers),
    roomLamports: (graduates ? GRADUATION_ROOM_LAMPORTS : CURVE_ROOM_LAMPORTS) - taken,
    first: plot.firstBuyers?.(stage) ?? [],
    sellChance: random.between(0.15, 0.55),
    spanSecs: graduates ? Math.min(spanSecs, token.secsAgo * 0.4) : spanSecs,
    exclude,
  })
  const room = CURVE_ROOM_LAMPORTS - taken - crowd.spentLamports
  const seen = [...exclude, ...crowd.wallets]
  const later = graduates
    ? carryOverCurve(stage, { roomLamports: room, exclude: seen }).wallets
    : random.chance(WHALES_COME)
      ? whaleBuys(stage, room)
      : []
  const others = [...(plot.after?.(stage) ?? []), ...later]
  const organic = [...new Set([...snipers, ...earlyWallets, ...crowd.wallets, ...others])]
  const entities = plot.entities?.(stage)
  draft.trueTokens.push({
    mint: token.mint,
    archetype: recipe.archetype,
    dev: dev.address,
    bundlers: [],
    snipers,
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: priors.map(({ mint }) => mint),
    recipe: {
      name: recipe.name,
      intent: 'honest',
      insiders: [],
      organic,
      rootFunder: null,
      relays: [],
      privacyHops: [],
      collector: null,
      priors,
      ...(entities === undefined ? {} : { entities }),
    },
  })
  return token.mint
}

/** Someone with money of their own, who did other things before. */
function planDev(draft: PlanDraft, cast: LaunchCast, random: SeededRandom, label: string, secsAgo: number): Person {
  const dev = planWithdrawal(draft, random, {
    label: `honest-dev/${label}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + 3_500_000_000n,
    secsAgo: secsAgo + random.integer(2 * HOUR_SECS, 14 * DAY_SECS),
    bot: null,
    fixedBudget: null,
  })
  const wallets = draft.wallets
  wallets[wallets.length - 1] = { ...wallets.at(-1)!, archetype: 'dev' }
  if (cast.otherMints.length > 0 && random.chance(0.6)) {
    const quoteRaw = solAmount(random, 0.05, 0.3)
    const before = secsAgo + (dev.fundedSecsAgo - secsAgo) * random.between(0.1, 0.9)
    if (spend(dev, quoteRaw))
      addMoment(draft, before, [
        {
          do: 'buy',
          mint: random.pick(cast.otherMints),
          wallet: dev.address,
          quoteRaw,
          dress: dressOf(dev, random, quoteRaw),
        },
      ])
  }
  return dev
}
