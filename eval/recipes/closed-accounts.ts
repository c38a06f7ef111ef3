import { addMoment, addWallets } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const closedAccounts: Recipe = {
  name: 'closed-accounts',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'nobody transfers SOL to the buyers: two or three wallets, paid by one, wrap it and close the accounts in their favour',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, closedAccounts, { maxInsiders: 28, pay: payByClosing }),
}

const EACH_LAMPORTS = 4_000_000n

function payByClosing({ draft, cast, random }: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const [root, ...closers] = addWallets(draft, 'relay', `closer/${label}`, random.integer(3, 4))
  const groups = closers.map((closer, c) => ({ closer, own: payees.filter((_, i) => i % closers.length === c) }))
  const total = payees.reduce((sum, { lamports }) => sum + lamports + EACH_LAMPORTS, 0n)
  const startSecsAgo = doneSecsAgo + random.integer(3 * HOUR_SECS, 20 * HOUR_SECS)
  const paidSecsAgo = startSecsAgo + random.integer(HOUR_SECS, 20 * HOUR_SECS)
  pay(draft, 'multi_hop', random.pick(cast.exchanges), root!, total + 200_000_000n, paidSecsAgo)
  for (const { closer, own } of groups) {
    const needed = own.reduce((sum, { lamports }) => sum + lamports + EACH_LAMPORTS, 30_000_000n)
    const firstSecsAgo = startSecsAgo - random.integer(0, 90 * MINUTE_SECS)
    pay(draft, 'multi_hop', root!, closer, needed, firstSecsAgo + 10 * MINUTE_SECS)
    for (const { wallet, lamports } of own) {
      const secsAgo = Math.round(firstSecsAgo - random.next() * (firstSecsAgo - doneSecsAgo))
      draft.funding.push({ from: closer, to: wallet, lamports, secsAgo, kind: 'multi_hop' })
      addMoment(draft, secsAgo, [{ do: 'payWrapped', from: closer, to: wallet, lamports, how: 'close' }])
    }
  }
  return { kind: 'multi_hop', rootFunder: root!, relays: [root!, ...closers], privacyHops: [] }
}
