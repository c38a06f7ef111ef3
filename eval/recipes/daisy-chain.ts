import { solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

export const daisyChain: Recipe = {
  name: 'daisy-chain',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'no wallet pays two of them: every member pays the next one what is left, hours apart, and the last closes the ring',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, daisyChain, { maxInsiders: 18, pay: payAround }),
}

const HOP_LAMPORTS = 1_500_000n
const CLOSING_LAMPORTS = 12_000_000n
const MOST_SPAN_SECS = 12 * DAY_SECS

/** The dev stands anywhere in the ring. */
function payAround({ draft, cast, random }: TeamStage, { payees, doneSecsAgo }: TrailRequest): Trail {
  const ring = random.sample(payees, payees.length)
  const gapSecs = Math.min(MOST_SPAN_SECS / ring.length, random.integer(HOUR_SECS, 14 * HOUR_SECS))
  // Everyone keeps somewhat more than it needs; the sums that go on do not say how much.
  const kept = ring.map(({ lamports }) => lamports + solAmount(random, 0.005, 0.25))
  let left = kept.reduce((sum, lamports) => sum + lamports + HOP_LAMPORTS, CLOSING_LAMPORTS)
  let from = random.pick(cast.exchanges)
  ring.forEach(({ wallet }, i) => {
    const secsAgo = doneSecsAgo + gapSecs * (ring.length - i - random.next() * 0.8)
    pay(draft, 'peel', from, wallet, left, Math.round(secsAgo))
    left -= kept[i]! + HOP_LAMPORTS
    from = wallet
  })
  pay(draft, 'peel', from, ring[0]!.wallet, CLOSING_LAMPORTS - HOP_LAMPORTS, doneSecsAgo)
  return { kind: 'peel', rootFunder: ring[0]!.wallet, relays: [], privacyHops: [] }
}
