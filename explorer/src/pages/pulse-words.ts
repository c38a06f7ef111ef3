/* Words of the pulse that follow from more than one field: pure, so that they are tested without a page. */

import type { ChainState, PulseRow, Trending } from '../api/types.ts'
import { counted, span } from '../numbers.ts'

/** The window is an hour, or less while the server has followed for less: the words say which. A price without a trade in
 *  the window is an older one. Empty where nothing is known. */
export function tradesWords({ trades, marketCapUsd }: Pick<PulseRow, 'trades' | 'marketCapUsd'>, windowSecs: number) {
  if (trades === 0 && marketCapUsd === null) return ''
  return `${trades === 0 ? 'no trade' : counted(trades, 'trade')} in ${span(windowSecs * 1_000)}`
}

/** Why a list of the tape is empty: while the tape is still being read nothing follows from it. */
export function noneWords(chains: readonly ChainState[] | null, none: string): string {
  const solana = chains?.find(({ chain }) => chain === 'solana')
  if (solana === undefined || solana.serving) return none
  const { lagMs, reason } = solana
  const why = lagMs === null ? (reason === null ? '' : ` (${reason})`) : `, ${span(lagMs)} behind`
  return `Not known yet: the server is still reading the chain${why}.`
}

/** What the order of the trending tokens follows: not their change, as one might think. */
export function orderWords(tokens: readonly Pick<Trending, 'boosts'>[]): string {
  return tokens.some(({ boosts }) => boosts > 0)
    ? 'Most boosted first: boosts are paid for at the market-data provider. Then by volume in 24 hours.'
    : 'Traded most just now first.'
}
