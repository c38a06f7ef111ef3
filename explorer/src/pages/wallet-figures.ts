/* Figures of a wallet page with their names and units: pure, so that they are tested without a page. */

import type { Pnl, Portfolio, Profile } from '../api/types.ts'
import { count, counted, duration, percent, solNumber, UNKNOWN, usd } from '../numbers.ts'

type Figure = readonly [label: string, text: string, hint?: string]

export function pnlFigures(summary: Pnl['summary']): readonly Figure[] {
  const { medianHoldSecs } = summary
  return [
    ['Realised', usd(summary.realizedUSD)],
    ['Unrealised', usd(summary.unrealizedUSD), 'an estimate, at present prices'],
    ['Bought for', usd(summary.investedUSD)],
    ['Sold for', usd(summary.proceedsUSD)],
    ['Realised in SOL', solNumber(summary.realizedSol, 6)],
    ['Less fees, tips and rent', solNumber(summary.netSol, 6)],
    ['Fees and tips', solNumber(summary.feesSol, 6)],
    ['Buys', count(summary.buys)],
    ['Sales', count(summary.sells)],
    ['Tokens', count(summary.tokens)],
    ['Tokens with a gain', count(summary.wins)],
    ['Tokens with a loss', count(summary.losses)],
    ['Of tokens, won', percent(summary.winRatePct, 1)],
    ['Held for, median', medianHoldSecs === null ? UNKNOWN : duration(medianHoldSecs)],
  ]
}

/** What the figures rest on, and what they leave out. */
export function pnlCoverage({
  coverage,
  positions,
  positionsTotal,
}: Pick<Pnl, 'coverage' | 'positions' | 'positionsTotal'>): string {
  const read = `${counted(coverage.txScanned, 'transaction')} read${coverage.capped ? '; there are older ones' : ''}.`
  const left =
    positions.length < positionsTotal ? ` ${count(positions.length)} of ${counted(positionsTotal, 'token')} shown.` : ''
  const missing = coverage.missing.length === 0 ? '' : ` Not read: ${coverage.missing.join('; ')}.`
  return `${read}${left}${missing}`
}

/** Worth more than its pool could pay: shown, and not part of the total. */
export function worthWords({ usdValue, thin }: Pick<Portfolio['tokens'][number], 'usdValue' | 'thin'>): string {
  return thin ? `(${usd(usdValue)})` : usd(usdValue)
}

export function copyWords({ score }: Pick<Profile['copyLikeness'], 'score'>): string {
  return score === null ? UNKNOWN : `${score} of 100`
}

/** SOL in and out of one counterparty. What moved may have been tokens alone. */
export function movedWords({ inSol, outSol }: Pick<Profile['counterparties'][number], 'inSol' | 'outSol'>): {
  readonly got: string
  readonly gave: string
} {
  return {
    got: inSol === 0 ? '' : `+${solNumber(inSol)}`,
    gave: outSol === 0 ? '' : solNumber(-outSol),
  }
}
