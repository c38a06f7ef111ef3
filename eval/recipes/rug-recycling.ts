import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import { CURVE_ROOM_LAMPORTS, crowdTrades, drawToken, launchAt } from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Payee, payThroughHops, type Trail, type TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const rugRecycling: Recipe = {
  name: 'rug-recycling',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'new dev, new buyers: each was paid by one of the wallets that dumped another coin together some days before, and those by one purse',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, rugRecycling, { maxInsiders: 18, pay: payOutOfRug }),
}

/** Of its purchase a helper gets at least that part back, even as the last one to sell. */
const SURE_PCT = 35n
const MARGIN_LAMPORTS = 120_000_000n
const HOP_LAMPORTS = 1_500_000n

type Helper = { readonly wallet: string; readonly quoteRaw: bigint; readonly payees: readonly Payee[] }

/** An earlier token of the same people: another dev, other wallets, sold within half a minute. */
function payOutOfRug(stage: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const { draft, cast, random } = stage
  const oldDev = addWallet(draft, 'dev', `old-dev/${label}`)
  const count = random.integer(4, 6)
  const helpers = addWallets(draft, 'insider', `old-team/${label}`, count).map(
    (wallet, h): Helper => ({
      wallet,
      quoteRaw: solAmount(random, 0.6, 1.3),
      payees: payees.filter((_, i) => i % count === h),
    }),
  )
  const spanSecs = random.integer(6 * HOUR_SECS, 4 * DAY_SECS)
  const launchedSecsAgo = doneSecsAgo + spanSecs + random.integer(8 * HOUR_SECS, 3 * DAY_SECS)
  const needed = helpers.map(({ wallet, quoteRaw, payees: own }) => {
    const owed = own.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, 0n)
    return { wallet, lamports: quoteRaw + owed + MARGIN_LAMPORTS - (quoteRaw * SURE_PCT) / 100n }
  })
  const trail = payThroughHops(
    draft,
    cast,
    random,
    {
      label: `old/${label}`,
      payees: [{ wallet: oldDev, lamports: 1_400_000_000n }, ...needed],
      doneSecsAgo: launchedSecsAgo + random.integer(30, 200) * MINUTE_SECS,
    },
    1,
  )
  const dumpedSecsAgo = rugOldToken(stage, {
    label: `${label}/old`,
    oldDev,
    helpers,
    launchedSecsAgo,
    rootFunder: trail.rootFunder!,
  })
  for (const { wallet, payees: own } of helpers)
    for (const payee of own)
      pay(
        draft,
        'multi_hop',
        wallet,
        payee.wallet,
        payee.lamports,
        random.integer(doneSecsAgo, Math.min(dumpedSecsAgo - 20 * MINUTE_SECS, doneSecsAgo + spanSecs)),
      )
  const relays = [...trail.relays, oldDev, ...helpers.map(({ wallet }) => wallet)]
  return { kind: 'multi_hop', rootFunder: trail.rootFunder, relays, privacyHops: [] }
}

type OldToken = {
  readonly label: string
  readonly oldDev: string
  readonly helpers: readonly Helper[]
  readonly launchedSecsAgo: number
  readonly rootFunder: string
}

/** Returns when the last of them had sold. */
function rugOldToken(
  { draft, cast, random }: TeamStage,
  { label, oldDev, helpers, launchedSecsAgo, rootFunder }: OldToken,
): number {
  const token = drawToken(draft, random, { label, dev: oldDev, secsAgo: launchedSecsAgo, archetype: 'rugged_prior' })
  const { mint } = token
  const opening = helpers.map(
    ({ wallet, quoteRaw }): Action => ({ do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }),
  )
  const devBuyLamports = solAmount(random, 0.3, 0.9)
  launchAt(draft, { token, dev: oldDev, devBuyLamports, dress: differingBudget(random), opening })
  const after = random.integer(15 * MINUTE_SECS, 3 * HOUR_SECS)
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(5, 9),
    roomLamports: CURVE_ROOM_LAMPORTS / 3n,
    spanSecs: after,
  })
  const insiders = helpers.map(({ wallet }) => wallet)
  for (const wallet of [...insiders, oldDev])
    addMoment(draft, token.secsAgo - after - random.integer(0, 30), [
      { do: 'sell', mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  const teamId = `team/${label}`
  draft.entities.push({
    id: teamId,
    kind: 'rugger',
    wallets: [oldDev, ...insiders],
    rootFunder,
    funding: 'direct',
    relays: [rootFunder],
  })
  draft.trueTokens.push({
    mint,
    archetype: 'rugged_prior',
    dev: oldDev,
    bundlers: insiders,
    snipers: [],
    teamId,
    rugged: true,
    honeypot: false,
    priorTokens: [],
    recipe: {
      name: 'recycled-prior',
      intent: 'rug',
      insiders,
      organic: crowd.wallets,
      rootFunder,
      relays: [rootFunder],
      privacyHops: [],
      collector: null,
      priors: [],
    },
  })
  return token.secsAgo - after - 31
}
