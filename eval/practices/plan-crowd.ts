import { addMoment, addWallet, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, spend } from '../../sandbox/world/plan-people.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
  sniperExits,
  snipes,
} from '../../sandbox/world/recipes/launch-story.ts'
import { differingBudget } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { holdCrowd } from './crowd-hold.ts'
import { EARLIER_LAMPORTS, planEarlierLaunch } from './earlier-launch.ts'
import type { Practice } from './practice.ts'
import { serviceOf } from './services.ts'
import type { Stage, TokenStage } from './stage.ts'
import { planStrangers } from './strangers.ts'

const SPARE_LAMPORTS = 12n * LAMPORTS

/** An honest launch whose buyers show the innocent version of what operators do. Returns the mint. */
export function planCrowd(base: Stage, practice: Practice): string {
  const { draft, cast, random, label } = base
  const ways = practice.mechanisms
  const dev = addWallet(draft, 'dev', `honest/${label}`)
  const secsAgo = drawAge(random)
  const token = drawToken(draft, random, { label, dev, secsAgo, archetype: 'fresh_launch' })
  const stage: TokenStage = { ...base, token }
  const devBuyLamports = solAmount(random, 0.1, 0.7)
  const earlier = payCreator(stage, ways['creator']!, dev, devBuyLamports + 600_000_000n)
  const spanSecs = Math.min(token.secsAgo * 0.8, random.integer(1, 9) * HOUR_SECS)
  const sellChance = random.between(0.15, 0.5)
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(8, 28),
    roomLamports: CURVE_ROOM_LAMPORTS / 2n - SPARE_LAMPORTS,
    spanSecs,
    sellChance,
  })
  const strangers = planStrangers(
    stage,
    { money: ways['money']!, sign: ways['sign']!, shared: ways['shared']!, when: ways['when']! },
    { count: random.integer(8, 22), spanSecs, sellChance },
  )
  const sniped = snipes(cast, random, token, random.integer(0, 3))
  launchAt(draft, {
    token,
    dev,
    devBuyLamports,
    dress: differingBudget(random),
    opening: [...strangers.opening, ...sniped],
    following: strangers.following,
  })
  const snipers = sniped.map(({ wallet }) => wallet)
  sniperExits(draft, random, token, snipers)
  const held = holdCrowd(stage, ways['hold']!, {
    strangers: strangers.wallets,
    keepers: strangers.keepers,
    dev,
    fromSecs: spanSecs + 90,
  })
  const organic = [...new Set([...snipers, ...crowd.wallets, ...strangers.wallets, ...held.joined])]
  draft.trueTokens.push({
    mint: token.mint,
    archetype: 'fresh_launch',
    dev,
    bundlers: [],
    snipers,
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: earlier,
    recipe: {
      name: practice.id,
      intent: 'honest',
      insiders: [],
      organic,
      rootFunder: null,
      relays: [],
      privacyHops: [],
      collector: null,
      priors: earlier.map((mint) => ({ mint, outcome: 'alive' })),
      ...(held.entities.length === 0 ? {} : { entities: held.entities }),
      practice: {
        id: practice.id,
        mechanisms: ways,
        stage: 'honest',
        victims: held.victims,
        professionals: [],
        ring: null,
      },
    },
  })
  return token.mint
}

/** Someone with money of his own, and perhaps a past; returns mints of tokens that he made before. */
function payCreator(stage: TokenStage, way: string, dev: string, lamports: bigint): string[] {
  const { draft, cast, random, token, label } = stage
  const before = token.secsAgo + random.integer(2 * HOUR_SECS, 5 * DAY_SECS)
  const withdraw = (sum: bigint, secsAgo: number): void =>
    pay(draft, 'exchange', random.pick(cast.exchanges), dev, sum, secsAgo)
  if (way === 'paid by the same app') {
    pay(draft, 'direct', serviceOf(draft, 'starter app'), dev, 20_000_000n, before + HOUR_SECS)
    withdraw(lamports + solAmount(random, 0.5, 3), before)
    return []
  }
  if (way === 'granted by a studio') return payByStudio(stage, dev, lamports)
  withdraw(lamports + solAmount(random, 0.5, 3), before)
  if (way !== 'earlier coin lives' && way !== 'failed before') {
    liveALittle(stage, dev, before)
    return []
  }
  const count = way === 'earlier coin lives' ? 1 : 2
  return Array.from({ length: count }, (_, i) => {
    const secsAgo = token.secsAgo + random.integer(2, 7) * DAY_SECS + i * 4 * DAY_SECS
    withdraw(EARLIER_LAMPORTS / 4n, secsAgo + random.integer(1, 20) * HOUR_SECS)
    const own = { ...stage, label: `${label}/earlier/${i}` }
    return planEarlierLaunch(own, { creator: dev, secsAgo, end: count === 1 ? 'alive' : 'forgotten' }).mint
  })
}

/** A studio pays several creators, and their tokens live. */
function payByStudio(stage: TokenStage, dev: string, lamports: bigint): string[] {
  const { draft, cast, random, token, label } = stage
  const studio = addWallet(draft, 'crowd', `studio/${label}`)
  pay(draft, 'exchange', random.pick(cast.exchanges), studio, 30n * LAMPORTS, 26 * DAY_SECS)
  for (let i = 0; i < 2; i++) {
    const creator = addWallet(draft, 'dev', `studio creator/${label}/${i}`)
    const secsAgo = token.secsAgo + random.integer(3, 8) * DAY_SECS + i * 3 * DAY_SECS
    pay(draft, 'direct', studio, creator, EARLIER_LAMPORTS / 3n, secsAgo + random.integer(1, 30) * HOUR_SECS)
    planEarlierLaunch({ ...stage, label: `${label}/studio/${i}` }, { creator, secsAgo, end: 'alive' })
  }
  pay(draft, 'direct', studio, dev, lamports + LAMPORTS, token.secsAgo + random.integer(60, 2_000) * MINUTE_SECS)
  return []
}

function liveALittle({ draft, cast, random, token }: TokenStage, dev: string, paidSecsAgo: number): void {
  if (!random.chance(0.6)) return
  const quoteRaw = solAmount(random, 0.05, 0.25)
  const person = { address: dev, fundedSecsAgo: paidSecsAgo, freeLamports: LAMPORTS, bot: null, fixedBudget: null }
  if (!spend(person, quoteRaw)) return
  const secsAgo = token.secsAgo + (paidSecsAgo - token.secsAgo) * random.between(0.1, 0.9)
  addMoment(draft, secsAgo, [
    { do: 'buy', mint: random.pick(cast.otherMints), wallet: dev, quoteRaw, dress: dressOf(person, random, quoteRaw) },
  ])
}
