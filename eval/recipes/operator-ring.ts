import { addMoment, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { CURVE_ROOM_LAMPORTS, crowdTrades, drawToken, launchAt } from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payThroughHops, type Trail, type TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { MINUTE_SECS } from '../../src/config/durations.ts'

export const operatorRing: Recipe = {
  name: 'operator-ring',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'the purse behind dev and buyers pays two to four other devs, who launch coins of their own within the hour',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, operatorRing, { maxInsiders: 14, pay: payRing }),
}

/** Launches of one ring lie this far around the one in question. */
const AROUND_SECS = 20 * MINUTE_SECS
const SIBLING_LAMPORTS = 1_200_000_000n

function payRing(stage: TeamStage, request: TrailRequest): Trail {
  const { draft, cast, random, label } = stage
  const siblings = addWallets(draft, 'dev', `ring/${label}`, random.integer(2, 4))
  const payees = [...request.payees, ...siblings.map((wallet) => ({ wallet, lamports: SIBLING_LAMPORTS }))]
  const trail = payThroughHops(draft, cast, random, { ...request, payees }, random.integer(1, 2))
  siblings.forEach((dev, i) => void planSibling(stage, dev, `${label}/sibling/${i}`))
  draft.entities.push({
    id: `ring/${label}`,
    kind: 'rugger',
    wallets: siblings,
    rootFunder: trail.rootFunder!,
    funding: trail.kind,
    relays: trail.relays,
  })
  return trail
}

/** A token that its dev leaves as soon as a few people have come. */
function planSibling({ draft, cast, random, token }: TeamStage, dev: string, label: string): void {
  const secsAgo = token.secsAgo + random.integer(-AROUND_SECS, AROUND_SECS)
  const own = drawToken(draft, random, { label, dev, secsAgo, archetype: 'rugged_prior' })
  const dress = differingBudget(random)
  launchAt(draft, { token: own, dev, devBuyLamports: solAmount(random, 0.3, 0.8), dress, opening: [] })
  const after = random.integer(8 * MINUTE_SECS, 50 * MINUTE_SECS)
  const crowd = crowdTrades(draft, cast, random, {
    token: own,
    buyers: random.integer(3, 6),
    roomLamports: CURVE_ROOM_LAMPORTS / 4n,
    spanSecs: after,
  })
  addMoment(draft, own.secsAgo - after - 5, [{ do: 'sell', mint: own.mint, wallet: dev, sharePct: 100, dress }])
  draft.trueTokens.push({
    mint: own.mint,
    archetype: 'rugged_prior',
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: true,
    honeypot: false,
    priorTokens: [],
    recipe: {
      name: 'ring-sibling',
      intent: 'rug',
      insiders: [],
      organic: crowd.wallets,
      rootFunder: null,
      relays: [],
      privacyHops: [],
      collector: null,
      priors: [],
    },
  })
}
