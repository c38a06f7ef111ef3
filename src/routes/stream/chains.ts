import { StreamChainsReply } from '../../contract/chain.ts'
import { ok } from '../../contract/outcome.ts'
import { getStreamCoverage } from '../../services/chains/stream-coverage.ts'
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
    const chains = getStreamCoverage(ctx, generatedAt).map(({ coverage, ...row }) => ({
      ...row,
      coverage:
        coverage === null
          ? null
          : { fromBlock: coverage.fromBlock, toBlock: coverage.toBlock, from: coverage.fromMs, to: coverage.toMs },
      lost: [...row.lost],
    }))
    return ok({ count: chains.length, chains, generatedAt })
  },
})
