import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { ordinaryWithdrawal } from '../../sandbox/world/plan-people.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const boughtWallets: Recipe = {
  name: 'bought-wallets',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'wallets with weeks of life and first payers that have nothing in common; one wallet tops them all up in the hours before',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, boughtWallets, { maxInsiders: 24, pay: topUp }),
}

/** The former owners' lives ended at least that long before the sale. */
const QUIET_SECS = 8 * HOUR_SECS

function topUp(stage: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const { draft, cast, random } = stage
  const buyer = addWallet(draft, 'relay', `wallet-buyer/${label}`)
  const total = payees.reduce((sum, { lamports }) => sum + lamports + 2_000_000n, 30_000_000n)
  const spanSecs = random.integer(40 * MINUTE_SECS, 5 * HOUR_SECS)
  const broughtSecsAgo = doneSecsAgo + spanSecs + random.integer(20 * MINUTE_SECS, 3 * HOUR_SECS)
  pay(draft, 'direct', random.pick(cast.exchanges), buyer, total, broughtSecsAgo)
  for (const { wallet, lamports } of payees) {
    liveBefore(stage, wallet, broughtSecsAgo + QUIET_SECS)
    pay(draft, 'direct', buyer, wallet, lamports, doneSecsAgo + random.integer(0, spanSecs))
  }
  return { kind: 'direct', rootFunder: buyer, relays: [buyer], privacyHops: [] }
}

/** Someone's life with the wallet before it was sold: a withdrawal, trades, at times a second withdrawal. */
function liveBefore({ draft, cast, random }: TeamStage, wallet: string, untilSecsAgo: number): void {
  const bornSecsAgo = Math.min(29 * DAY_SECS, untilSecsAgo + random.integer(5 * DAY_SECS, 20 * DAY_SECS))
  const at = (part: number): number => Math.round(bornSecsAgo + (untilSecsAgo - bornSecsAgo) * part)
  pay(draft, 'exchange', random.pick(cast.exchanges), wallet, ordinaryWithdrawal(random), bornSecsAgo)
  if (random.chance(0.3))
    pay(draft, 'exchange', random.pick(cast.exchanges), wallet, ordinaryWithdrawal(random), at(random.between(0.2, 1)))
  if (cast.otherMints.length === 0) return
  for (let trade = 0; trade < random.integer(1, 4); trade++) {
    const mint = random.pick(cast.otherMints)
    const boughtAt = random.between(0.05, 0.75)
    const quoteRaw = solAmount(random, 0.01, 0.06)
    addMoment(draft, at(boughtAt), [{ do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }])
    if (random.chance(0.5))
      addMoment(draft, at(random.between(boughtAt + 0.1, 1)), [
        { do: 'sell', mint, wallet, sharePct: random.pick([25, 50]), dress: differingBudget(random) },
      ])
  }
}
