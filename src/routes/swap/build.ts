import type { Static } from 'typebox'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { ok } from '../../contract/outcome.ts'
import { BuiltSwapReply } from '../../contract/swap-order.ts'
import { exactInteger } from '../../contract/trading.ts'
import { showManifest } from '../../services/manifest/show-manifest.ts'
import { buildSwap, type ReadySwap } from '../../services/swap/build.ts'
import { defineRoute } from '../define-route.ts'
import { buildBody } from './build-body.ts'

export const swapBuild = defineRoute({
  method: 'POST',
  path: '/api/v2/swap/build',
  auth: 'apiKey',
  needs: ['swap'],
  cache: 'none',
  summary: 'The transaction of a quote, unsigned.',
  description:
    'SOL is wrapped and unwrapped on the way, shared accounts are not used, and the compute limit is what the swap needs. The server executes the transaction before it returns it: one that spends more than the quote, returns less, or touches anything else of the wallet is refused (422); `manifest: false` skips that. 502 when the aggregator answers anything but a transaction, or nothing within 12 s.',
  body: buildBody,
  reply: BuiltSwapReply,
  failures: [
    'insufficient_balance',
    'simulation_failed',
    'policy_blocked',
    'price_moved',
    'upstream_failed',
    'upstream_timeout',
    'unconfigured',
  ],
  deadlineMs: TIMEOUTS.swapBuildMs,
  async handle(ctx, { body, request }) {
    const built = await buildSwap(ctx, body, request.signal)
    return built.ok ? ok(toReply(built.value)) : built
  },
})

function toReply({ wire, prioritizationFeeLamports, manifest, ...facts }: ReadySwap): Static<typeof BuiltSwapReply> {
  return {
    swapTransaction: Buffer.from(wire).toString('base64'),
    lastValidBlockHeight: facts.lastValidBlockHeight,
    prioritizationFeeLamports: prioritizationFeeLamports === null ? null : exactInteger(prioritizationFeeLamports),
    computeUnitLimit: facts.computeUnitLimit,
    simulationError: facts.simulationError,
    manifest: manifest === null ? null : showManifest(manifest),
  }
}
