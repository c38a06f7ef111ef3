import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import type { HeldNow, TxFact } from '../../contract/profile-evidence.ts'
import { counterpartiesOf, dustOf, transfersOf } from './encounters.ts'
import { countBy, pctOf, quantile, shareOfLamports, sumOf, toSol } from './figures.ts'
import {
  activityOf,
  dexBreakdownOf,
  failuresOf,
  feesOf,
  mevAwarenessOf,
  sessionsOf,
  sizingOf,
  velocityOf,
} from './habits.ts'
import { openingsOf } from './openings.ts'
import { type Closed, type Position, roundTrips, type Trips } from './round-trips.ts'

export type Measured = ReturnType<typeof measure>

/** Everything that is counted of a wallet's transactions; `holdings`, where they are known, say what it held before them.
 *  Pure. */
export function measure(facts: readonly TxFact[], holdings: HeldNow | null) {
  const oldestFirst = facts.toReversed().filter(({ error }) => error === null)
  const trips = roundTrips(oldestFirst, holdings === null ? new Map() : openingsOf(oldestFirst, holdings))
  const swaps = oldestFirst.flatMap((one) => one.swaps)
  const of = (side: string) => swaps.filter((one) => one.side === side).length
  const dust = dustOf(facts)
  return {
    activity: activityOf(facts),
    velocity: velocityOf(facts),
    sessions: sessionsOf(facts),
    sizing: sizingOf(oldestFirst),
    failures: failuresOf(facts),
    fees: feesOf(facts),
    mevAwareness: mevAwarenessOf(facts),
    dexBreakdown: dexBreakdownOf(oldestFirst),
    transfers: transfersOf(facts),
    counterparties: counterpartiesOf(facts),
    dustAttackIndex: dust.index,
    dustSignatures: dust.signatures,
    poisonedBy: dust.poisoned,
    types: countBy(facts.map(({ type }) => type)).map(([type, count]) => ({ type, count })),
    sources: countBy(facts.map(({ source }) => source)).map(([source, count]) => ({ source, count })),
    overview: {
      swaps: swaps.length,
      buys: of('buy'),
      sells: of('sell'),
      exchanges: of('exchange'),
      volumeSol: toSol(sumOf(swaps, ({ lamports }) => lamports)),
      tokens: new Set(swaps.map(({ mint }) => mint)).size,
    },
    pnl: pnlOf(trips, facts),
    holdingTimes: holdingTimesOf(trips.closed),
    concentration: concentrationOf(trips.positions),
    trades: tradesOf(trips.closed),
    positions: trips.positions,
  }
}

function pnlOf({ closed, unknownBasisSells }: Trips, facts: readonly TxFact[]) {
  const gains = closed.map(({ proceedsLamports, costLamports }) => proceedsLamports - costLamports)
  const wins = gains.filter((gain) => gain > 0n).length
  const realized = sumOf(gains, (gain) => gain)
  const costs = sumOf(facts, ({ feeLamports, tipLamports }) => feeLamports + tipLamports)
  return {
    method: 'fifo' as const,
    realizedSol: toSol(realized),
    feesAndTipsSol: toSol(costs),
    netSol: toSol(realized - costs),
    costSol: toSol(sumOf(closed, ({ costLamports }) => costLamports)),
    proceedsSol: toSol(sumOf(closed, ({ proceedsLamports }) => proceedsLamports)),
    closedTrades: closed.length,
    wins,
    losses: gains.filter((gain) => gain < 0n).length,
    winRatePct: closed.length === 0 ? null : pctOf(wins, closed.length),
    unknownBasisSells,
  }
}

function holdingTimesOf(closed: readonly Closed[]) {
  const secs = closed.flatMap(({ heldSecs }) => (heldSecs === null ? [] : [heldSecs]))
  return {
    closed: secs.length,
    p25Secs: quantile(secs, 0.25),
    medianSecs: quantile(secs, 0.5),
    p75Secs: quantile(secs, 0.75),
    underScalpPct: pctOf(secs.filter((one) => one < P.scalpSecs).length, secs.length),
    overDayPct: pctOf(secs.filter((one) => one >= P.dayTradeSecs).length, secs.length),
  }
}

/** Of the SOL that went into purchases. */
function concentrationOf(positions: readonly Position[]) {
  const costs = positions.map(({ costLamports }) => costLamports).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
  const total = sumOf(costs, (cost) => cost)
  const shares = costs.map((cost) => shareOfLamports(cost, total))
  return {
    tokens: positions.length,
    topTokenPct: shares[0] ?? 0,
    top3Pct: shareOfLamports(
      sumOf(costs.slice(0, 3), (cost) => cost),
      total,
    ),
    hhi: Math.round(shares.reduce((sum, share) => sum + share * share, 0)),
  }
}

function tradesOf(closed: readonly Closed[]) {
  const rows = closed.map(({ mint, costLamports, proceedsLamports, heldSecs, signature }) => ({
    mint,
    costSol: toSol(costLamports),
    proceedsSol: toSol(proceedsLamports),
    realizedSol: toSol(proceedsLamports - costLamports),
    roiPct: costLamports === 0n ? null : shareOfLamports(proceedsLamports - costLamports, costLamports),
    heldSecs,
    signature,
  }))
  const byGain = rows.toSorted((a, b) => b.realizedSol - a.realizedSol || (a.signature < b.signature ? -1 : 1))
  return {
    wins: byGain.filter(({ realizedSol }) => realizedSol > 0).slice(0, P.listedTrades),
    losses: byGain
      .filter(({ realizedSol }) => realizedSol < 0)
      .slice(-P.listedTrades)
      .reverse(),
  }
}
