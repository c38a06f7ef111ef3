/* Figures of a followed chain: pure, so that they are tested without a page. */

import type { ChainState } from '../api/types.ts'
import { count, percent, UNKNOWN } from '../numbers.ts'

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
