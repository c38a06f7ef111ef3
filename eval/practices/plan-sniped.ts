import { addWallet, addWallets, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, type TradingBot } from '../../sandbox/world/plan-people.ts'
import type { Action, Dress } from '../../sandbox/world/plan-types.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
  type Token,
} from '../../sandbox/world/recipes/launch-story.ts'
import { differingBudget } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import { backgroundCoins } from './background.ts'
import type { Practice } from './practice.ts'
import type { Buy, Stage } from './stage.ts'

const PURSE_LAMPORTS = 40n * LAMPORTS

/** An honest launch that a professional comes to in its first second, as to many others. Returns the mint. */
export function planSniped(base: Stage, practice: Practice): string {
  const { draft, cast, random, label } = base
  const way = practice.mechanisms['way']!
  const wallets = addWallets(draft, 'sniper', `professional/${label}`, way.startsWith('three') ? 3 : 1)
  for (const wallet of wallets)
    pay(draft, 'exchange', random.pick(cast.exchanges), wallet, PURSE_LAMPORTS, random.integer(25, 29) * DAY_SECS)
  const feePayer =
    way === 'three wallets, one payer' ? addWallet(draft, 'relay', `sniper payer/${label}`, 5n * LAMPORTS) : null
  const bot = way === 'through a public bot' ? random.pick(cast.bots) : null
  const dress = (quoteRaw: bigint): Dress => ({
    ...sniperDress(base, bot, quoteRaw),
    ...(feePayer === null ? {} : { feePayer }),
  })
  const come = (token: Token): Buy[] =>
    wallets.map((wallet) => {
      const quoteRaw = solAmount(random, 0.3, 1.1)
      return { do: 'buy', mint: token.mint, wallet, quoteRaw, dress: dress(quoteRaw) }
    })
  const leave = (token: Token): void => {
    for (const wallet of wallets)
      draft.moments.push({
        secsAgo: Math.round(token.secsAgo - random.integer(25, 900)),
        actions: [{ do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) }],
      })
  }
  const others = random.sample(backgroundCoins(draft), random.integer(6, 9))
  for (const token of others) {
    joinLaunch(base, token, come(token), way === 'second slot')
    leave(token)
  }
  const dev = addWallet(draft, 'dev', `honest/${label}`)
  const token = drawToken(draft, random, { label, dev, secsAgo: drawAge(random), archetype: 'fresh_launch' })
  const devBuyLamports = solAmount(random, 0.1, 0.7)
  pay(
    draft,
    'exchange',
    random.pick(cast.exchanges),
    dev,
    3n * LAMPORTS,
    token.secsAgo + random.integer(3, 90) * HOUR_SECS,
  )
  const buys = come(token)
  const isLater = way === 'second slot'
  launchAt(draft, {
    token,
    dev,
    devBuyLamports,
    dress: differingBudget(random),
    opening: isLater ? [] : buys,
    following: isLater ? [{ slotsLater: 1, actions: buys }] : [],
  })
  leave(token)
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(12, 36),
    roomLamports: CURVE_ROOM_LAMPORTS / 2n,
    spanSecs: random.integer(1, 8) * HOUR_SECS,
  })
  draft.trueTokens.push({
    mint: token.mint,
    archetype: 'fresh_launch',
    dev,
    bundlers: [],
    snipers: wallets,
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: [],
    recipe: {
      name: practice.id,
      intent: 'honest',
      insiders: [],
      organic: [...new Set([...wallets, ...crowd.wallets])],
      rootFunder: null,
      relays: feePayer === null ? [] : [feePayer],
      privacyHops: [],
      collector: null,
      priors: [],
      ...(wallets.length > 1 ? { entities: [{ kind: 'firm' as const, wallets }] } : {}),
      practice: {
        id: practice.id,
        mechanisms: practice.mechanisms,
        stage: 'sniped',
        victims: [],
        professionals: wallets,
        ring: null,
      },
    },
  })
  return token.mint
}

function sniperDress({ random }: Stage, bot: TradingBot | null, quoteRaw: bigint): Dress {
  const person = { address: '', fundedSecsAgo: 0, freeLamports: 0n, bot, fixedBudget: null }
  if (bot !== null) return dressOf(person, random, quoteRaw)
  return {
    unitLimit: random.integer(150_000, 320_000),
    unitPriceMicroLamports: BigInt(random.integer(900_000, 7_000_000)),
  }
}

/** Adds purchases to a launch that the plan holds already. */
function joinLaunch({ draft }: Stage, { mint }: Token, buys: readonly Action[], isLater: boolean): void {
  const at = draft.moments.findIndex(({ actions }) => actions.some((one) => one.do === 'launch' && one.mint === mint))
  const moment = draft.moments[at]!
  draft.moments[at] = isLater
    ? { ...moment, following: [{ slotsLater: 1, actions: buys }, ...(moment.following ?? [])] }
    : { ...moment, actions: [...moment.actions, ...buys] }
}
