import { addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

export const fundingTree: Recipe = {
  name: 'funding-tree',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'one wallet pays four hubs on different days, each hub pays some of the buyers, hours apart, in other sizes',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, fundingTree, { maxInsiders: 30, pay: payDownTree }),
}

const HUBS = 4
const HOP_LAMPORTS = 1_500_000n

function payDownTree({ draft, cast, random }: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const root = addWallet(draft, 'relay', `root/${label}`)
  const hubs = addWallets(draft, 'relay', `hub/${label}`, HUBS)
  // Leaves get more than they need, each another amount.
  const wanted = payees.map(({ wallet, lamports }) => ({ wallet, lamports: lamports + solAmount(random, 0, 0.9) }))
  const total = wanted.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, 0n)
  const spanSecs = random.integer(3 * DAY_SECS, 8 * DAY_SECS)
  const rootSecsAgo = doneSecsAgo + spanSecs + random.integer(HOUR_SECS, 12 * HOUR_SECS)
  pay(draft, 'multi_hop', random.pick(cast.exchanges), root, total + 500_000_000n, rootSecsAgo)
  hubs.forEach((hub, h) => {
    const own = wanted.filter((_, i) => i % HUBS === h)
    const hubSecsAgo = Math.round(doneSecsAgo + (spanSecs * (HUBS - h - random.next() * 0.6)) / HUBS)
    const needed = own.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, solAmount(random, 0.01, 0.09))
    pay(draft, 'multi_hop', root, hub, needed, hubSecsAgo)
    const untilSecsAgo = Math.max(doneSecsAgo, hubSecsAgo - DAY_SECS)
    for (const { wallet, lamports } of own) {
      const secsAgo = hubSecsAgo - 300 - random.next() * (hubSecsAgo - 300 - untilSecsAgo)
      pay(draft, 'multi_hop', hub, wallet, lamports, Math.round(Math.max(doneSecsAgo, secsAgo)))
    }
  })
  return { kind: 'multi_hop', rootFunder: root, relays: [root, ...hubs], privacyHops: [] }
}
