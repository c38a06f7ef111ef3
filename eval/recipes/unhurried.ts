import { addMoment } from '../../sandbox/world/plan-draft.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import { differingBudget, type TeamExit, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'

/* Teams that avoid one slot and one minute: as ordinary people do, they come and go over a while. */

/** Purchases one by one, most of them early, all of them within `spanSecs` of the launch (at most a quarter of the
 *  token's age). */
export function comeUnhurried(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  spanSecs: number,
): { opening: []; following: [] } {
  const lastSecs = Math.min(spanSecs, token.secsAgo / 4)
  for (const buy of random.sample(buys, buys.length))
    addMoment(draft, token.secsAgo - 12 - (lastSecs - 12) * random.next() ** 1.4, [
      { ...buy, dress: differingBudget(random) },
    ])
  return { opening: [], following: [] }
}

/** When the rug is over, these wallets have sold all they held, within `spanSecs` (at most a tenth of the token's age)
 *  in the second half of that age; otherwise no one has. */
export function leaveUnhurried(
  { draft, random, token }: TeamStage,
  {
    rugged,
    wallets,
    spanSecs,
  }: { readonly rugged: boolean; readonly wallets: readonly string[]; readonly spanSecs: number },
): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const startSecsAgo = token.secsAgo * random.between(0.15, 0.4)
  const lastSecs = Math.min(spanSecs, token.secsAgo / 10)
  for (const wallet of wallets)
    addMoment(draft, startSecsAgo - lastSecs * random.next(), [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  return { collector: null, hops: [] }
}
