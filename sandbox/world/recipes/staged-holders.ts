import { MINUTE_SECS } from '../../../src/config/durations.ts'
import { addMoment } from '../plan-draft.ts'
import type { Recipe } from './recipe.ts'
import { payThroughHops, type TrailRequest } from './team.ts'
import { differingBudget, planTeamLaunch, type TeamPlot, type TeamStage } from './team-launch.ts'

/** One member buys; the others are there to look like holders. */
const plot: TeamPlot = {
  maxInsiders: 34,
  teamSol: [9, 26],
  pay: ({ draft, cast, random }, request) => payThroughHops(draft, cast, random, onlyBuyer(request), 2),
  place: (stage, buys) => {
    const buyer = buys[0]!
    const quoteRaw = buys.reduce((sum, buy) => sum + buy.quoteRaw, 0n)
    spreadTokens(stage, buyer.wallet)
    return { opening: [{ ...buyer, quoteRaw, dress: differingBudget(stage.random) }], following: [] }
  },
}

export const stagedHolders: Recipe = {
  name: 'staged-holders',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'one launch-slot buyer later sends its tokens to many wallets that have done nothing else',
  plan: (draft, cast, random, index) => planTeamLaunch(draft, cast, random, index, stagedHolders, plot),
}

/** The dev and one buyer get what the whole team would have got. */
function onlyBuyer(request: TrailRequest): TrailRequest {
  const [dev, buyer, ...others] = request.payees
  const lamports = others.reduce((sum, payee) => sum + payee.lamports, buyer!.lamports)
  return { ...request, payees: [dev!, { wallet: buyer!.wallet, lamports }] }
}

function spreadTokens({ draft, random, team, token }: TeamStage, buyer: string): void {
  const receivers = team.insiders.filter((wallet) => wallet !== buyer)
  // All of it is over before the earliest exit.
  const after = random.integer(30, 5 * MINUTE_SECS)
  const stepSecs = random.integer(2, Math.max(2, Math.floor((5 * MINUTE_SECS) / receivers.length)))
  receivers.forEach((to, i) => {
    // Parts of what is left, so that all get about as much.
    const sharePct = (100 / (receivers.length - i + 1.5)) * random.between(0.75, 1.25)
    addMoment(draft, token.secsAgo - after - i * stepSecs, [
      { do: 'sendToken', mint: token.mint, from: buyer, to, sharePct },
    ])
  })
  // Fees for the day on which they sell.
  const gasSecsAgo = token.secsAgo - after - receivers.length * stepSecs - 30
  for (const to of receivers) addMoment(draft, gasSecsAgo, [{ do: 'sendSol', from: buyer, to, lamports: 21_000_000n }])
}
