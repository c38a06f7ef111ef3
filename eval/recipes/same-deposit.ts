import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { ordinaryWithdrawal } from '../../sandbox/world/plan-people.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const sameDeposit: Recipe = {
  name: 'same-deposit',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'wallets with lives of their own and unrelated withdrawals; in the weeks before each deposited at an exchange, all to one deposit address',
  plan: (draft, cast, random, index) => {
    let deposit = ''
    return planTeamLaunch(draft, cast, random, index, sameDeposit, {
      maxInsiders: 22,
      pay: (stage, request) => {
        deposit = addWallet(draft, 'relay', `deposit/${stage.label}`)
        return depositAndWithdraw(stage, request, deposit)
      },
      earlyExits: true,
      exit: (stage, outcome) => cashIn(stage, outcome, deposit),
    })
  },
}

/** The exchange takes what a deposit address holds, but for what keeps the account. */
const KEPT_LAMPORTS = 1_000_000n
const FORWARD_SECS = 20 * MINUTE_SECS
const DONE_LAMPORTS = 2_000_000n

function depositAndWithdraw(stage: TeamStage, request: TrailRequest, deposit: string): Trail {
  const { draft, cast, random } = stage
  const spanSecs = random.integer(6, 40) * HOUR_SECS
  const exchange = random.pick(cast.exchanges)
  const quietSecsAgo = request.doneSecsAgo + spanSecs + 4 * HOUR_SECS
  const times = request.payees.map(({ wallet }) => liveBefore(stage, wallet, quietSecsAgo, deposit))
  times.sort((a, b) => b - a)
  times.forEach((secsAgo, i) => {
    const next = times[i + 1] ?? 0
    if (secsAgo - next > 2 * FORWARD_SECS) forward(stage, deposit, exchange, secsAgo - FORWARD_SECS)
  })
  return withdrawScattered(draft, cast, random, request, spanSecs)
}

function forward({ draft }: TeamStage, from: string, to: string, secsAgo: number): void {
  addMoment(draft, secsAgo, [{ do: 'sweepSol', from, to, keepLamports: KEPT_LAMPORTS }])
}

/** A withdrawal, a trade or two of something else, and some of the money back; returns when that was. */
function liveBefore(stage: TeamStage, wallet: string, untilSecsAgo: number, deposit: string): number {
  const { draft, cast, random } = stage
  const bornSecsAgo = Math.min(28 * DAY_SECS, untilSecsAgo + random.integer(2 * DAY_SECS, 18 * DAY_SECS))
  const at = (part: number): number => Math.round(bornSecsAgo + (untilSecsAgo - bornSecsAgo) * part)
  const drawn = ordinaryWithdrawal(random)
  pay(draft, 'exchange', random.pick(cast.exchanges), wallet, drawn, bornSecsAgo)
  if (cast.otherMints.length > 0)
    for (let left = random.integer(0, 2); left > 0; left--) {
      const quoteRaw = solAmount(random, 0.01, 0.05)
      const mint = random.pick(cast.otherMints)
      addMoment(draft, at(random.between(0.02, 0.9)), [
        { do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) },
      ])
    }
  const secsAgo = at(random.between(0.1, 0.98))
  const lamports = (drawn * BigInt(random.integer(20, 50))) / 100n
  addMoment(draft, secsAgo, [{ do: 'sendSol', from: wallet, to: deposit, lamports }])
  return secsAgo
}

/** What the token brings takes the same way. */
function cashIn(stage: TeamStage, { rugged }: { rugged: boolean }, deposit: string): TeamExit {
  if (!rugged) return { collector: null, hops: [deposit] }
  const { draft, cast, random, team, token } = stage
  const startSecsAgo = Math.round(token.secsAgo * random.between(0.15, 0.8))
  for (const wallet of [...team.insiders, team.dev]) {
    const soldSecsAgo = startSecsAgo - random.integer(0, 200)
    addMoment(draft, soldSecsAgo, [
      { do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
    addMoment(draft, soldSecsAgo - random.integer(30, 600), [
      { do: 'sweepSol', from: wallet, to: deposit, keepLamports: DONE_LAMPORTS },
    ])
  }
  forward(stage, deposit, random.pick(cast.exchanges), 50)
  return { collector: deposit, hops: [] }
}
