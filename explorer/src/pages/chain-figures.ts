/* Figures of the server and the chains that it follows: pure, so that they are tested without a page. */

import type { ChainState, SystemUsage } from '../api/types.ts'
import { count, duration, percent, UNKNOWN } from '../numbers.ts'

export function milliseconds(value: number | null): string {
  if (value === null) return UNKNOWN
  if (value >= 10_000) return duration(value / 1_000)
  return value >= 100 ? `${count(Math.round(value))} ms` : `${value.toFixed(1)} ms`
}

/** The histogram of answers ends at 30 seconds: what is above has no number. */
export function slowestWords({ p99Ms, requests }: Pick<SystemUsage['http'], 'p99Ms' | 'requests'>): string {
  return p99Ms === null && requests > 0 ? 'over 30 s' : milliseconds(p99Ms)
}

/** A share of nothing is not 0: without swaps in the last hour it is not known. */
export function decodedWords(swaps: ChainState['swaps']): string {
  const share = swaps?.decodedShare
  return share === null || share === undefined ? UNKNOWN : percent(share * 100, 1)
}

/** Chains of the EVM have blocks where Solana has slots. */
export function gapFigures({ chain, coverage, lost }: Pick<ChainState, 'chain' | 'coverage' | 'lost'>) {
  const [unit, units] = chain === 'solana' ? ['slot', 'Slots'] : ['block', 'Blocks']
  return [
    [`Without a gap since ${unit}`, count(coverage?.fromBlock)],
    [`${units} lost`, count(lost.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1, 0))],
  ] as const
}
