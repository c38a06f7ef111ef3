/* Figures of the server and the chains that it follows: pure, so that they are tested without a page. */

import type { ChainState, SystemUsage } from '../api/types.ts'
import { count, duration, percent, span, UNKNOWN } from '../numbers.ts'

/** What rounds up to a longer form is written in it. */
export function milliseconds(value: number | null): string {
  if (value === null) return UNKNOWN
  if (value >= 9_999.5) return duration(value / 1_000)
  return value >= 99.95 ? `${count(Math.round(value))} ms` : `${value.toFixed(1)} ms`
}

/** How far a tape is behind: `380 ms`, `1.2 s`, `4m`. */
export function lagWords(ms: number | null): string {
  if (ms === null) return 'unknown time'
  if (ms >= 59_950) return span(Math.max(ms, 60_000))
  return ms < 999.5 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`
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
