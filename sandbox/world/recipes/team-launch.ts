import { HOUR_SECS, MINUTE_SECS } from '../../../src/config/durations.ts'
import { addMoment, addWallet, type PlanDraft, solAmount } from '../plan-draft.ts'
import type { LaunchCast } from '../plan-people.ts'
import type { Action, Dress, Moment, TrueRecipe } from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { carryOverCurve, GRADUATED_BY } from './graduation.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
  sniperExits,
  snipes,
  splitSum,
  type Token,
} from './launch-story.ts'
import type { Recipe } from './recipe.ts'
import { drawTeamSize, gatherTeam, type Payee, type Team, type Trail, type TrailRequest } from './team.ts'

type Buy = Action & { do: 'buy' }

/** Everything a recipe may look at when it dresses or places the purchases of its team. */
export type TeamStage = {
  readonly draft: PlanDraft
  readonly cast: LaunchCast
  readonly random: SeededRandom
  readonly label: string
  readonly team: Team
  readonly token: Token
}

/** What one malicious recipe does its own way; the rest is the same for all of them. */
export type TeamPlot = {
  readonly maxInsiders?: number
  /** Numbers of insiders to choose from, in place of a draw between six and `maxInsiders`. */
  readonly teamSizes?: readonly number[]
  /** Of the team's purchases together. */
  readonly teamSol?: readonly [number, number]
  pay(stage: TeamStage, request: TrailRequest): Trail
  /** Tables, nonces, lives of aged wallets. Returns wallets that only serve the team. */
  prepare?(stage: TeamStage): readonly string[]
  /** Dress of the dev (`i` is -1) and of the insiders. Budgets that differ, as unrelated wallets' do, without. */
  dress?(stage: TeamStage, i: number): Dress
  /** Where the purchases stand; all of them in the launch slot, in order, without. */
  place?(
    stage: TeamStage,
    buys: readonly Buy[],
  ): { readonly opening: readonly Action[]; readonly following: NonNullable<Moment['following']> }
  /** No one gets in between. */
  readonly contiguous?: boolean
  /** Whether insiders sell before the end, and who gets the proceeds. */
  readonly earlyExits?: boolean
  readonly collects?: boolean
  /** How and when the team sells, in place of the usual way. */
  exit?(stage: TeamStage, outcome: { readonly rugged: boolean }): TeamExit
  /** Others who come as a team of their own. */
  rivals?(stage: TeamStage): Rivals
  /** Tokens this dev launched before. */
  priors?(stage: TeamStage): TrueRecipe['priors']
}

/** Where the proceeds went, and wallets they went through. */
export type TeamExit = { readonly collector: string | null; readonly hops: readonly string[] }

/** Purchases of another team, in the launch slot and after it. */
export type Rivals = {
  readonly wallets: readonly string[]
  readonly opening: readonly Buy[]
  readonly following: NonNullable<Moment['following']>
}

const NO_RIVALS: Rivals = { wallets: [], opening: [], following: [] }

/** Needed by an insider on top of its purchase, and by a dev who makes tokens, tables and nonces. */
const INSIDER_MARGIN_LAMPORTS = 60_000_000n
const DEV_MARGIN_LAMPORTS = 250_000_000n
const MIN_BUY_LAMPORTS = 120_000_000n
/** Part of the teams whose token leaves its curve. */
const GRADUATES = 0.15
const SWEPT_BUT_LAMPORTS = 2_000_000n

/** A launch by a dev whose other wallets buy it. About half have been cashed in by the time of the scan. */
export function planTeamLaunch(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  index: number,
  recipe: Pick<Recipe, 'name' | 'archetype'>,
  plot: TeamPlot,
): string {
  const label = `${recipe.name}/${index}`
  const team = gatherTeam(draft, label, sizeOf(plot, cast, random))
  const secsAgo = drawAge(random)
  const token = drawToken(draft, random, { label, dev: team.dev, secsAgo, archetype: recipe.archetype })
  const stage: TeamStage = { draft, cast, random, label, team, token }
  const [minSol, maxSol] = plot.teamSol ?? [9, 34]
  const shares = splitSum(random, solAmount(random, minSol, maxSol), team.insiders.length, MIN_BUY_LAMPORTS)
  const devBuyLamports = solAmount(random, 0.3, 2.2)
  const payees: Payee[] = [
    { wallet: team.dev, lamports: devBuyLamports + DEV_MARGIN_LAMPORTS },
    ...team.insiders.map((wallet, i) => ({ wallet, lamports: needed(random, shares[i]!) })),
  ]
  const trail = plot.pay(stage, { label, payees, doneSecsAgo: token.secsAgo + random.integer(25, 150) * MINUTE_SECS })
  const servants = plot.prepare?.(stage) ?? []
  const priors = plot.priors?.(stage) ?? []
  const dressOf = (i: number): Dress => plot.dress?.(stage, i) ?? differingBudget(random)
  const buys = team.insiders.map(
    (wallet, i): Buy => ({ do: 'buy', mint: token.mint, wallet, quoteRaw: shares[i]!, dress: dressOf(i) }),
  )
  const placed = plot.place?.(stage, buys) ?? { opening: buys, following: [] }
  const rivals = plot.rivals?.(stage) ?? NO_RIVALS
  const sniped = snipes(cast, random, token, random.integer(0, 3))
  const others = [...sniped, ...rivals.opening]
  launchAt(draft, {
    token,
    dev: team.dev,
    devBuyLamports,
    dress: dressOf(-1),
    opening:
      plot.contiguous || random.chance(0.6)
        ? [...placed.opening, ...others]
        : random.sample([...placed.opening, ...others], placed.opening.length + others.length),
    following: [...placed.following, ...rivals.following],
  })
  const snipers = sniped.map(({ wallet }) => wallet)
  sniperExits(draft, random, token, snipers)
  const theirs = [...others, ...rivals.following.flatMap(({ actions }) => actions.filter(isBuy))]
  const taken = [...shares, devBuyLamports, ...theirs.map(({ quoteRaw }) => quoteRaw)].reduce((a, b) => a + b, 0n)
  // A team that waits for the pool finds more money in it.
  const graduates = !(plot.earlyExits ?? false) && random.chance(GRADUATES)
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(10, 36),
    roomLamports: CURVE_ROOM_LAMPORTS - taken,
    spanSecs: graduates ? token.secsAgo * 0.4 : random.integer(1, 7) * HOUR_SECS,
  })
  const room = CURVE_ROOM_LAMPORTS - taken - crowd.spentLamports
  const exclude = [...snipers, ...crowd.wallets]
  const later = graduates ? carryOverCurve(stage, { roomLamports: room, exclude }).wallets : []
  const rugged = random.chance(0.5)
  const { collector, hops } = plot.exit?.(stage, { rugged }) ?? {
    collector: planTeamExit(stage, {
      rugged,
      graduates,
      early: plot.earlyExits ?? false,
      collects: plot.collects ?? random.chance(0.35),
    }),
    hops: [],
  }
  recordTeamTruth(stage, {
    recipe,
    trail,
    servants: [...servants, ...hops],
    placed,
    rivals,
    snipers,
    organic: [...new Set([...snipers, ...crowd.wallets, ...later])],
    rugged,
    collector,
    priors,
  })
  return token.mint
}

function sizeOf({ teamSizes, maxInsiders }: TeamPlot, { maxTeam }: LaunchCast, random: SeededRandom): number {
  if (teamSizes !== undefined) return Math.min(maxTeam, random.pick(teamSizes))
  return drawTeamSize(random, Math.min(maxTeam, maxInsiders ?? maxTeam))
}

function isBuy(action: Action): action is Buy {
  return action.do === 'buy'
}

/** What wallets of a team hold beyond the purchase differs from wallet to wallet. */
function needed(random: SeededRandom, shareLamports: bigint): bigint {
  return shareLamports + INSIDER_MARGIN_LAMPORTS + solAmount(random, 0, 0.4)
}

/** A compute budget as a wallet program that estimates would set it. */
export function differingBudget(random: SeededRandom): Dress {
  return {
    unitLimit: random.integer(181_000, 262_000),
    unitPriceMicroLamports: BigInt(Math.round(Math.exp(random.normal() * 1.2 + 10.8))),
  }
}

type ExitStyle = {
  readonly rugged: boolean
  readonly graduates: boolean
  readonly early: boolean
  readonly collects: boolean
}

/** Everyone sells within minutes, or (early) some sell little by little. Returns the wallet the proceeds went to. */
export function planTeamExit(
  { draft, random, label, team, token, cast }: TeamStage,
  { rugged, graduates, early, collects }: ExitStyle,
): string | null {
  const sellers = rugged
    ? [...team.insiders, team.dev]
    : early
      ? random.sample(team.insiders, Math.max(3, Math.ceil(team.insiders.length / 3)))
      : []
  if (sellers.length === 0) return null
  const collector = collects ? addWallet(draft, 'insider', `collector/${label}`) : null
  const after = graduates
    ? token.secsAgo * random.between(GRADUATED_BY, 0.92)
    : random.integer(12 * MINUTE_SECS, Math.min(token.secsAgo * 0.6, 9 * HOUR_SECS))
  const windowSecs = rugged ? random.integer(5, 240) : random.integer(20, 60) * MINUTE_SECS
  for (const wallet of sellers) {
    const secsAgo = Math.max(400, token.secsAgo - after - random.integer(0, windowSecs))
    const sharePct = rugged ? 100 : random.pick([50, 75, 100])
    const dress = differingBudget(random)
    addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct, dress }])
    if (collector === null) continue
    const sweep: Action = { do: 'sweepSol', from: wallet, to: collector, keepLamports: SWEPT_BUT_LAMPORTS }
    addMoment(draft, secsAgo - random.integer(20, 300), [sweep])
  }
  if (collector !== null && random.chance(0.5))
    addMoment(draft, 45, [
      { do: 'sweepSol', from: collector, to: random.pick(cast.exchanges), keepLamports: SWEPT_BUT_LAMPORTS * 5n },
    ])
  return collector
}

type TeamTruth = {
  readonly recipe: Pick<Recipe, 'name' | 'archetype'>
  readonly trail: Trail
  readonly servants: readonly string[]
  readonly placed: { readonly opening: readonly Action[] }
  readonly rivals: Rivals
  readonly snipers: readonly string[]
  readonly organic: readonly string[]
  readonly rugged: boolean
  readonly collector: string | null
  readonly priors: TrueRecipe['priors']
}

function recordTeamTruth({ draft, label, team, token }: TeamStage, truth: TeamTruth): void {
  const { recipe, trail, servants, placed, rivals, snipers, organic, rugged, collector, priors } = truth
  const teamId = `team/${label}`
  const relays = [...trail.relays, ...servants]
  const bundlers = placed.opening.flatMap((action) =>
    action.do === 'buy' ? [action.wallet] : action.do === 'buyTogether' ? action.buys.map(({ wallet }) => wallet) : [],
  )
  draft.entities.push({
    id: teamId,
    kind: recipe.archetype === 'serial_rugger' ? 'rugger' : 'team',
    wallets: [team.dev, ...team.insiders, ...(collector === null ? [] : [collector])],
    rootFunder: trail.rootFunder ?? team.dev,
    funding: trail.kind,
    relays,
  })
  draft.trueTokens.push({
    mint: token.mint,
    archetype: recipe.archetype,
    dev: team.dev,
    bundlers,
    snipers: [...snipers, ...rivals.opening.map(({ wallet }) => wallet)],
    teamId,
    rugged,
    honeypot: false,
    priorTokens: priors.map(({ mint }) => mint),
    recipe: {
      name: recipe.name,
      intent: 'rug',
      insiders: team.insiders,
      organic,
      rootFunder: trail.rootFunder,
      relays,
      privacyHops: trail.privacyHops,
      collector,
      priors,
      ...(rivals.wallets.length === 0 ? {} : { entities: [{ kind: 'team', wallets: rivals.wallets }] }),
    },
  })
}
