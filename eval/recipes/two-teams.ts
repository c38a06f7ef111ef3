import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import type { Action, Dress } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { payThroughHops, payThroughOwnRelays } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type Rivals, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const twoTeams: Recipe = {
  name: 'two-teams',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    "the dev's buyers lead back to one purse, a gang that snipes the same launch to another, with a tool and a till of its own",
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, twoTeams, {
      maxInsiders: 16,
      teamSol: [7, 18],
      pay: ({ draft, cast, random }, request) => payThroughHops(draft, cast, random, request, random.integer(1, 2)),
      rivals: planGang,
    }),
}

type Buy = Action & { do: 'buy' }

/** Buys in the launch slot and the two after it, leaves within the hour, and collects what it made. */
function planGang({ draft, cast, random, label, token }: TeamStage): Rivals {
  const own = `gang/${label}`
  const wallets = addWallets(draft, 'insider', own, random.integer(5, 9))
  const quotes = wallets.map(() => solAmount(random, 0.4, 1.1))
  const payees = wallets.map((wallet, i) => ({ wallet, lamports: quotes[i]! + solAmount(random, 0.06, 0.3) }))
  const request = { label: own, payees, doneSecsAgo: token.secsAgo + random.integer(40, 240) * MINUTE_SECS }
  const trail = random.chance(0.5)
    ? payThroughOwnRelays(draft, cast, random, request, 1)
    : payThroughHops(draft, cast, random, request, 2)
  const dress = gangDress(random.integer(210_000, 330_000), BigInt(random.integer(900_000, 3_000_000)))
  const slots: Buy[][] = [[], [], []]
  wallets.forEach((wallet, i) => {
    random.pick(slots).push({ do: 'buy', mint: token.mint, wallet, quoteRaw: quotes[i]!, dress: dress(i) })
  })
  const till = addWallet(draft, 'insider', `${own}/till`)
  const leftSecs = random.integer(2 * MINUTE_SECS, HOUR_SECS)
  for (const wallet of wallets) {
    const secsAgo = token.secsAgo - leftSecs - random.integer(0, 90)
    addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct: 100 }])
    addMoment(draft, secsAgo - random.integer(60, 900), [
      { do: 'sweepSol', from: wallet, to: till, keepLamports: 3_000_000n },
    ])
  }
  draft.entities.push({
    id: own,
    kind: 'team',
    wallets: [...wallets, till],
    rootFunder: trail.rootFunder!,
    funding: trail.kind,
    relays: trail.relays,
  })
  const [opening, ...later] = slots
  return { wallets, opening: opening!, following: later.map((actions) => ({ slotsLater: 1, actions })) }
}

/** One tool, whose price goes up a little from wallet to wallet. */
function gangDress(unitLimit: number, unitPriceMicroLamports: bigint): (i: number) => Dress {
  return (i) => ({ unitLimit, unitPriceMicroLamports: unitPriceMicroLamports + BigInt(i * 1_000) })
}
