import { StreamChainsReply } from '../../contract/chain.ts'
import { ok } from '../../contract/outcome.ts'
import type { SwapKind } from '../../contract/tape-event.ts'
import { getStreamCoverage } from '../../services/chains/stream-coverage.ts'
import { getSwapCoverage, type SwapCoverage } from '../../services/chains/swap-coverage.ts'
import { defineRoute } from '../define-route.ts'

export const streamChains = defineRoute({
  method: 'GET',
  path: '/api/v2/stream/chains',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'Chains that are followed, whether each is serving, its lag, and what can be resumed.',
  description:
    'The WebSocket, the event streams, the replay, the webhooks and the trade and launch routes share one tape and its cursors. They answer 501 with the reason for a chain that is not listed.',
  reply: StreamChainsReply,
  async handle(ctx) {
    const generatedAt = ctx.clock.nowMs()
    const rows = getStreamCoverage(ctx, generatedAt)
    const swaps = await Promise.all(rows.map(({ chain }) => getSwapCoverage(ctx, chain)))
    const chains = rows.map(({ coverage, ...row }, at) => ({
      ...row,
      coverage:
        coverage === null
          ? null
          : { fromBlock: coverage.fromBlock, toBlock: coverage.toBlock, from: coverage.fromMs, to: coverage.toMs },
      lost: [...row.lost],
      swaps: toSwaps(swaps[at] ?? null),
    }))
    return ok({ count: chains.length, chains, generatedAt })
  },
})

function toSwaps(coverage: SwapCoverage | null) {
  if (coverage === null) return null
  const { fromMs, toMs, blocks, sums, decodedShare } = coverage
  const totalUsd = sums.named.usd + sums.generic.usd + sums.unknown.usd + sums.unread.usd
  const row = (kind: SwapKind) => ({
    trades: sums[kind].count,
    volumeUSD: sums[kind].usd,
    share: totalUsd > 0 ? sums[kind].usd / totalUsd : null,
  })
  return {
    from: fromMs,
    to: toMs,
    blocks,
    decodedShare,
    named: row('named'),
    generic: row('generic'),
    unknown: row('unknown'),
    undecoded: row('unread'),
    unpriced: sums.unpriced,
  }
}
