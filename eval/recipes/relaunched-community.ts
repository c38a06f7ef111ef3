import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawToken,
  launchAt,
  type Token,
} from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** A community moves to a token of its own. Some days before, someone else's token had gathered them in a chat, and its
 *  dev had dumped on them. One of them launches a new token, at an hour everyone knows, and most of the others sell
 *  what they hold of the old one and buy the new one, within the hour; a few send the new dev something for the chart
 *  site's fee. So two dozen holders were in the same small token before, left it together and came here together, and
 *  some have paid the dev. But each had come to the old token in their own time, has money of their own from wherever
 *  they like, keeps what they hold for themselves, and no one has paid any of them. */
export const relaunchedCommunity: Recipe = {
  name: 'relaunched-community',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'holders of a coin that its dev abandoned sell it and buy this one in the same hour, as announced; a few chip in for the costs of the new dev',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, relaunchedCommunity, { buyers: [12, 28], after: moveOver }),
}

const OLD_ROOM_LAMPORTS = CURVE_ROOM_LAMPORTS / 3n
/** Part of those who hold the old token that come along. */
const COMES_ALONG = 0.8
const SELLS_OLD = 0.75
/** What a member does not put into the old token, and what of that it does not put into the new one. */
const SAVED_LAMPORTS = 450_000_000n
const KEPT_LAMPORTS = 150_000_000n

function moveOver(stage: HonestStage): readonly string[] {
  const { draft, random, token, dev } = stage
  const { mint, holders } = planAbandonedToken(stage)
  const coming = holders.filter(() => random.chance(COMES_ALONG))
  for (const member of coming) {
    if (random.chance(SELLS_OLD)) {
      const after = random.integer(-15 * MINUTE_SECS, 40 * MINUTE_SECS)
      const sharePct = random.pick([80, 100, 100])
      addMoment(draft, token.secsAgo - after, [
        { do: 'sell', mint, wallet: member.address, sharePct, dress: feelessDress(stage, member) },
      ])
    }
    buyAndMaybeSell(stage, member)
  }
  for (const member of random.sample(coming, random.integer(2, 5))) {
    const after = random.integer(-3 * HOUR_SECS, 45 * MINUTE_SECS)
    const lamports = BigInt(random.pick([30, 50, 50, 100])) * 1_000_000n
    addMoment(draft, token.secsAgo - after, [{ do: 'sendSol', from: member.address, to: dev.address, lamports }])
  }
  return coming.map(({ address }) => address)
}

/** Returns those who still hold it after its dev has left. */
function planAbandonedToken(stage: HonestStage): { readonly mint: string; readonly holders: readonly Person[] } {
  const { draft, cast, random, label, token: successor } = stage
  const dev = addWallet(draft, 'dev', `abandoning-dev/${label}`)
  const secsAgo = successor.secsAgo + random.integer(2 * DAY_SECS, 9 * DAY_SECS)
  const paidSecsAgo = secsAgo + random.integer(HOUR_SECS, 3 * DAY_SECS)
  pay(draft, 'exchange', random.pick(cast.exchanges), dev, solAmount(random, 2.2, 4), paidSecsAgo)
  const token = drawToken(draft, random, { label: `${label}/abandoned`, dev, secsAgo, archetype: 'rugged_prior' })
  launchAt(draft, { token, dev, devBuyLamports: solAmount(random, 0.5, 1.8), opening: [] })
  const dumpedAfter = random.integer(3 * HOUR_SECS, 20 * HOUR_SECS)
  const members = Array.from({ length: random.integer(20, 30) }, (_, i) => planMember(stage, i, secsAgo))
  for (const member of members) member.freeLamports -= SAVED_LAMPORTS
  const came = crowdTrades(draft, cast, random, {
    token,
    buyers: members.length,
    first: members,
    roomLamports: OLD_ROOM_LAMPORTS,
    spanSecs: dumpedAfter,
    sellChance: 0,
  })
  for (const member of members) member.freeLamports += SAVED_LAMPORTS
  const others = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(5, 12),
    roomLamports: OLD_ROOM_LAMPORTS,
    spanSecs: dumpedAfter + 5 * HOUR_SECS,
    sellChance: 0.6,
    exclude: [...came.wallets, stage.dev.address],
  })
  addMoment(draft, secsAgo - dumpedAfter, [{ do: 'sell', mint: token.mint, wallet: dev, sharePct: 100 }])
  recordAbandoned(stage, token, dev, [...new Set([...came.wallets, ...others.wallets])])
  return { mint: token.mint, holders: members.filter(({ address }) => came.wallets.includes(address)) }
}

/** People who found the old token each for themselves. */
function planMember({ draft, cast, random, label }: HonestStage, i: number, beforeSecsAgo: number): Person {
  return planWithdrawal(draft, random, {
    label: `member/${label}/${i}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + solAmount(random, 0.5, 1.4),
    secsAgo: beforeSecsAgo + random.integer(-2 * HOUR_SECS, 9 * DAY_SECS),
    bot: random.chance(0.3) ? random.pick(cast.bots) : null,
    fixedBudget: null,
  })
}

/** A sale through a bot pays its fee out of the proceeds, whose size the plan does not know. */
function feelessDress({ random }: HonestStage, member: Person) {
  const { serviceFee: _fee, ...dress } = dressOf(member, random, 0n)
  return dress
}

/** Most are there in the first minutes, some read the chat later. */
function buyAndMaybeSell(stage: HonestStage, member: Person): void {
  const { draft, random, token } = stage
  const most = Math.max(0.08, Math.min(0.8, Number(member.freeLamports - KEPT_LAMPORTS) / 1e9))
  const quoteRaw = solAmount(random, 0.06, most)
  const dress = dressOf(member, random, quoteRaw)
  const spanSecs = Math.min(token.secsAgo * 0.5, 55 * MINUTE_SECS)
  const after = 4 + (spanSecs - 4) * random.next() ** 1.9
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: member.address, quoteRaw, dress }])
  if (!random.chance(0.25)) return
  addMoment(draft, (token.secsAgo - after) * random.between(0.1, 0.9), [
    {
      do: 'sell',
      mint: token.mint,
      wallet: member.address,
      sharePct: random.pick([30, 50, 100]),
      dress: feelessDress(stage, member),
    },
  ])
}

function recordAbandoned({ draft }: HonestStage, { mint }: Token, dev: string, organic: readonly string[]): void {
  draft.trueTokens.push({
    mint,
    archetype: 'rugged_prior',
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: true,
    honeypot: false,
    priorTokens: [],
    recipe: {
      name: 'abandoned-coin',
      intent: 'rug',
      insiders: [],
      organic,
      rootFunder: null,
      relays: [],
      privacyHops: [],
      collector: null,
      priors: [],
    },
  })
}
