import { addMoment, addWallet, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { SOL_OPENING_USD } from '../../sandbox/world/well-known.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { USDC_MINT, WSOL_MINT } from '../../src/contract/mints.ts'

export const dollarPayroll: Recipe = {
  name: 'dollar-payroll',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'dev and buyers have little SOL from exchanges; one wallet swaps SOL for dollars and sends them, and each swaps them back',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, dollarPayroll, { maxInsiders: 20, pay: payInDollars }),
}

/** Two swaps and a price that moves while others trade, together; a member swaps back that part of its dollars'
 *  worth. */
const LOSS_PCT = 6n

function payInDollars({ draft, cast, random }: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const paymaster = addWallet(draft, 'relay', `paymaster/${label}`)
  const wanted = payees.map(({ wallet, lamports }) => ({
    wallet,
    lamports: (lamports * (100n + 2n * LOSS_PCT)) / 100n,
  }))
  const total = wanted.reduce((sum, { lamports }) => sum + lamports, 0n)
  const keptLamports = 80_000_000n + BigInt(payees.length) * 3_000_000n
  const startSecsAgo = doneSecsAgo + 2 * HOUR_SECS + random.integer(0, 4 * HOUR_SECS)
  const boughtSecsAgo = startSecsAgo + random.integer(5, 90) * MINUTE_SECS
  pay(draft, 'direct', random.pick(cast.exchanges), paymaster, total + keptLamports, boughtSecsAgo + 30 * MINUTE_SECS)
  // A little less than everything, so that what is kept stays.
  const sharePct = (Number(total) / Number(total + keptLamports)) * 100
  addMoment(draft, boughtSecsAgo, [{ do: 'sell', mint: WSOL_MINT, wallet: paymaster, sharePct }])
  const stepSecs = random.integer(20, 160)
  let left = total
  wanted.forEach(({ wallet, lamports }, i) => {
    const gasSecsAgo = startSecsAgo + random.integer(10 * MINUTE_SECS, 60 * HOUR_SECS)
    pay(draft, 'scattered', random.pick(cast.exchanges), wallet, solAmount(random, 0.04, 0.3), gasSecsAgo)
    const share = (Number(lamports) / Number(left)) * 100
    left -= lamports
    const secsAgo = startSecsAgo - i * stepSecs
    draft.funding.push({ from: paymaster, to: wallet, lamports, secsAgo, kind: 'direct' })
    addMoment(draft, secsAgo, [
      { do: 'sendToken', mint: USDC_MINT, from: paymaster, to: wallet, sharePct: Math.min(100, share) },
    ])
    const quoteRaw = BigInt(
      Math.floor((Number((lamports * (100n - LOSS_PCT)) / 100n) / Number(LAMPORTS)) * SOL_OPENING_USD * 1e6),
    )
    const swapSecsAgo = Math.max(doneSecsAgo, secsAgo - random.integer(2 * MINUTE_SECS, 50 * MINUTE_SECS))
    addMoment(draft, swapSecsAgo, [{ do: 'buy', mint: WSOL_MINT, wallet, quoteRaw, dress: differingBudget(random) }])
  })
  return { kind: 'direct', rootFunder: paymaster, relays: [paymaster], privacyHops: [] }
}
