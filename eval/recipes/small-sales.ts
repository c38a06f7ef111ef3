import { addMoment, addWallets } from '../../sandbox/world/plan-draft.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const smallSales: Recipe = {
  name: 'small-sales',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals and purchases spread over the first minutes; all sell in small parts, and the proceeds go down a chain of collectors',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, smallSales, {
      maxInsiders: 22,
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 70) * HOUR_SECS),
      place: comeAsCrowd,
      earlyExits: true,
      exit: sellInParts,
    }),
}

const LAST_BUY_SECS = 24 * MINUTE_SECS
const FIRST_SALE_SECS = 32 * MINUTE_SECS
/** A wallet that goes on selling needs money for that. */
const SELLING_LAMPORTS = 20_000_000n
const DONE_LAMPORTS = 2_000_000n
const COLLECTORS = 3

/** One by one among the others. */
function comeAsCrowd(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
): { opening: []; following: [] } {
  for (const buy of buys) {
    const after = 3 + Math.round((LAST_BUY_SECS - 3) * random.next() ** 1.6)
    addMoment(draft, token.secsAgo - after, [{ ...buy, dress: differingBudget(random) }])
  }
  return { opening: [], following: [] }
}

/** Members pay any of the collectors, each of which passes everything on to the next; the last one keeps it. */
function sellInParts({ draft, random, label, team, token }: TeamStage, { rugged }: { rugged: boolean }): TeamExit {
  const collectors = addWallets(draft, 'insider', `collector/${label}`, COLLECTORS)
  const endSecs = token.secsAgo * random.between(0.55, 0.85)
  const payOut = (from: string, secsAgo: number, keepLamports: bigint): void =>
    addMoment(draft, secsAgo, [{ do: 'sweepSol', from, to: random.pick(collectors), keepLamports }])
  for (const wallet of rugged ? [...team.insiders, team.dev] : team.insiders) {
    const sales = random.integer(3, 6)
    const times = Array.from({ length: sales }, () => random.between(FIRST_SALE_SECS, endSecs)).sort((a, b) => a - b)
    times.forEach((after, s) => {
      const isLast = s === sales - 1
      const sharePct = rugged && isLast ? 100 : random.integer(7, 24)
      const dress = differingBudget(random)
      addMoment(draft, token.secsAgo - after - s, [{ do: 'sell', mint: token.mint, wallet, sharePct, dress }])
      if (!isLast && !random.chance(0.2)) return
      const keep = isLast && rugged ? DONE_LAMPORTS : SELLING_LAMPORTS
      payOut(wallet, token.secsAgo - after - s - random.integer(1, 25), keep)
    })
  }
  // Everything that comes in has come by then.
  const restSecs = token.secsAgo - endSecs - 40
  collectors.slice(0, -1).forEach((from, c) => {
    addMoment(draft, restSecs * (0.8 - c * 0.25), [
      { do: 'sweepSol', from, to: collectors[c + 1]!, keepLamports: DONE_LAMPORTS },
    ])
  })
  return { collector: collectors.at(-1)!, hops: collectors.slice(0, -1) }
}
