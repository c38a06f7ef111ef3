import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action, Dress } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type Trail, type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import {
  bondingCurvePda,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_VOLUME_ACCUMULATOR,
} from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

type Buy = Action & { do: 'buy' }

/** The stealth launch of a bundler's playbook. Source: README of "Pump.Fun Bundler" (cicere, solana-scripts), "The
 *  Stealth Launch Strategy" and its modes. Eight to twelve wallets, paid by a funder wallet that is not the dev's, a
 *  tenth more than they need. Warm-up: each buys and sells some recently traded token for 0.01 to 0.05 SOL. The dev
 *  makes the lookup table. "Bundle + Stagger": the dev and the first wallet buy in the bundle of the launch, the others
 *  one by one, 45 to 90 seconds apart. "Smart sell": whenever someone else buys for 0.05 SOL or more, the next wallet
 *  in turn sells 30 % of what that person got. In the end a "delay sell" of everything, and "refund" sends the SOL back
 *  to the funder. */
export const staggerPlaybook: Recipe = {
  name: 'stagger-playbook',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'one wallet pays eight to twelve, which trade some other token once; one buys with the dev, the rest about a minute apart; each larger purchase of others is followed by a sale of a third of it',
  plan: (draft, cast, random, index) => {
    let funder = ''
    return planTeamLaunch(draft, cast, random, index, staggerPlaybook, {
      teamSizes: WALLETS,
      teamSol: [5, 13],
      contiguous: true,
      earlyExits: true,
      pay: (stage, request) => {
        funder = addWallet(stage.draft, 'relay', `funder/${request.label}`)
        return fund(stage, request, funder)
      },
      prepare: (stage) => {
        warmUp(stage)
        return makeTable(stage)
      },
      place: bundleAndStagger,
      exit: (stage, { rugged }) => {
        sellSmartly(stage)
        return sellRest(stage, rugged, funder)
      },
    })
  },
}

const WALLETS = [8, 9, 10, 11, 12] as const
const FUNDED_PCT = 110n
const WARMING_LAMPORTS = 60_000_000n
const TRANSFER_LAMPORTS = 5_000n
const WARM_SOL = [0.01, 0.05] as const
const STAGGER_SECS = [45, 90] as const
const TIP_LAMPORTS = 5_000_000n
const SMART_SHARE = 0.3
const SMART_FROM_LAMPORTS = 50_000_000n
/** Late buyers get about so much less for their SOL than the team did, so a third of theirs is less of a wallet's. */
const DEARER_BY = 1.5
const MOST_AT_ONCE_PCT = 60
const DELAY_SECS = [15, 60] as const
const REFUNDED_BUT_LAMPORTS = 900_000n
/** Part of the token's age in which the team only nibbles. */
const NIBBLES_UNTIL = 0.7

/** The dev's wallet is someone's own. */
function fund({ draft, cast, random }: TeamStage, request: TrailRequest, funder: string): Trail {
  const [dev, ...insiders] = request.payees
  withdrawScattered(draft, cast, random, { ...request, payees: [dev!] }, 2 * DAY_SECS)
  const needs = insiders.map(({ wallet, lamports }) => ({
    wallet,
    lamports: ((lamports + WARMING_LAMPORTS) * FUNDED_PCT) / 100n,
  }))
  const total = needs.reduce((sum, { lamports }) => sum + lamports + TRANSFER_LAMPORTS, WARMING_LAMPORTS)
  const startSecsAgo = request.doneSecsAgo + random.integer(2, 9) * HOUR_SECS
  const filledSecsAgo = startSecsAgo + random.integer(5 * MINUTE_SECS, 12 * HOUR_SECS)
  pay(draft, 'direct', random.pick(cast.exchanges), funder, total, filledSecsAgo)
  needs.forEach(({ wallet, lamports }, i) => {
    pay(draft, 'direct', funder, wallet, lamports, startSecsAgo - i * 2)
  })
  return { kind: 'direct', rootFunder: funder, relays: [funder], privacyHops: [] }
}

/** Between the payment and the launch, wallet by wallet. */
function warmUp({ draft, cast, random, team, token }: TeamStage): void {
  if (cast.otherMints.length === 0) return
  let secsAgo = token.secsAgo + 22 * MINUTE_SECS
  for (const wallet of team.insiders) {
    const mint = random.pick(cast.otherMints)
    const [least, most] = WARM_SOL
    const quoteRaw = solAmount(random, least, most)
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }])
    addMoment(draft, secsAgo - random.integer(20, 90), [
      { do: 'sell', mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
    secsAgo -= random.integer(15, 60)
  }
}

function makeTable({ draft, random, label, team, token }: TeamStage): readonly string[] {
  const addresses = [
    token.mint,
    bondingCurvePda(token.mint).address,
    PUMP_GLOBAL,
    PUMP_EVENT_AUTHORITY,
    PUMP_FEES_PROGRAM,
    PUMP_FEE_CONFIG,
    PUMP_VOLUME_ACCUMULATOR,
    ...team.insiders,
  ]
  const made: Action = { do: 'makeLookupTable', wallet: team.dev, addresses, label }
  addMoment(draft, token.secsAgo + random.integer(2, 6) * MINUTE_SECS, [made])
  return []
}

/** The bundle uses the table; the later purchases are ordinary transactions. */
function bundleAndStagger(
  { draft, random, label, token }: TeamStage,
  buys: readonly Buy[],
): {
  opening: readonly Buy[]
  following: []
} {
  const [first, ...others] = buys
  const tip = { to: random.pick(TIP_ACCOUNTS), lamports: TIP_LAMPORTS }
  const bundled: Dress = { ...differingBudget(random), lookupTable: label, tip }
  let secsAgo = token.secsAgo
  for (const buy of others) {
    secsAgo -= random.integer(...STAGGER_SECS)
    addMoment(draft, secsAgo, [{ ...buy, dress: differingBudget(random) }])
  }
  return { opening: [{ ...first!, dress: bundled }], following: [] }
}

/** In turn, after everyone of the team has bought: sales that answer purchases of others. */
function sellSmartly({ draft, random, team, token }: TeamStage): void {
  const own = new Set([team.dev, ...team.insiders])
  const bought = draft.moments.flatMap(({ secsAgo, actions }) =>
    actions.flatMap((action) => (action.do === 'buy' && action.mint === token.mint ? [{ ...action, secsAgo }] : [])),
  )
  const stakes = new Map(bought.filter(({ wallet }) => own.has(wallet)).map((buy) => [buy.wallet, buy.quoteRaw]))
  const lastOwnSecsAgo = Math.min(...bought.filter(({ wallet }) => own.has(wallet)).map(({ secsAgo }) => secsAgo))
  const answered = bought
    .filter(({ wallet, quoteRaw }) => !own.has(wallet) && quoteRaw >= SMART_FROM_LAMPORTS)
    .filter(({ secsAgo }) => secsAgo < lastOwnSecsAgo - 5 && secsAgo > token.secsAgo * (1 - NIBBLES_UNTIL))
    .sort((a, b) => b.secsAgo - a.secsAgo)
  answered.forEach(({ quoteRaw, secsAgo }, i) => {
    const wallet = team.insiders[i % team.insiders.length]!
    const pct = (Number(quoteRaw) / Number(stakes.get(wallet)!) / DEARER_BY) * SMART_SHARE * 100
    const sharePct = Math.min(MOST_AT_ONCE_PCT, pct)
    addMoment(draft, secsAgo - random.integer(2, 5), [
      { do: 'sell', mint: token.mint, wallet, sharePct, dress: differingBudget(random) },
    ])
  })
}

function sellRest({ draft, random, team, token }: TeamStage, rugged: boolean, funder: string): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  let secsAgo = token.secsAgo * random.between(0.12, 1 - NIBBLES_UNTIL - 0.02)
  for (const wallet of [...team.insiders, team.dev]) {
    addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: differingBudget(random) }])
    secsAgo -= random.integer(...DELAY_SECS)
  }
  for (const from of team.insiders) {
    secsAgo -= 2
    addMoment(draft, secsAgo, [{ do: 'sweepSol', from, to: funder, keepLamports: REFUNDED_BUT_LAMPORTS }])
  }
  return { collector: null, hops: [] }
}
