import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const wrappedPayroll: Recipe = {
  name: 'wrapped-payroll',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'dev and buyers have little SOL from exchanges; the money comes as wrapped SOL, a token, from one wallet, and each unwraps it',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, wrappedPayroll, { maxInsiders: 26, pay: payWrappedSol }),
}

/** Account deposits, fees and what the first payment must not fall below. */
const EACH_LAMPORTS = 4_000_000n

function payWrappedSol({ draft, cast, random }: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const paymaster = addWallet(draft, 'relay', `paymaster/${label}`)
  const total = payees.reduce((sum, { lamports }) => sum + lamports + EACH_LAMPORTS, 0n)
  const stepSecs = random.integer(50, 400)
  const startSecsAgo = doneSecsAgo + payees.length * stepSecs
  const paidSecsAgo = startSecsAgo + random.integer(HOUR_SECS, 30 * HOUR_SECS)
  pay(draft, 'direct', random.pick(cast.exchanges), paymaster, total + 50_000_000n, paidSecsAgo)
  payees.forEach(({ wallet, lamports }, i) => {
    // Fees come from anywhere, before; the wrapped money needs a wallet that can pay for unwrapping it.
    const gasSecsAgo = startSecsAgo + random.integer(30 * MINUTE_SECS, 70 * HOUR_SECS)
    pay(draft, 'scattered', random.pick(cast.exchanges), wallet, solAmount(random, 0.02, 0.3), gasSecsAgo)
    const secsAgo = doneSecsAgo + (payees.length - i) * stepSecs
    draft.funding.push({ from: paymaster, to: wallet, lamports, secsAgo, kind: 'direct' })
    addMoment(draft, secsAgo, [{ do: 'payWrapped', from: paymaster, to: wallet, lamports, how: 'token' }])
    addMoment(draft, secsAgo - random.integer(10, 20 * MINUTE_SECS), [{ do: 'unwrap', wallet }])
  })
  return { kind: 'direct', rootFunder: paymaster, relays: [paymaster], privacyHops: [] }
}
