import { LANDING } from '../../config/landing.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { BroadcastResult } from '../../contract/landing.ts'
import { objectOf } from '../../contract/object-member.ts'
import { base64 } from '../../contract/text-members.ts'
import { broadcastSigned } from '../../services/landing/broadcast-signed.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'
import { refuse } from './read-params.ts'

const body = jsonBody(
  objectOf(
    {
      signed_tx_base64: base64({
        maxBytes: LANDING.broadcastBytes,
        description: `The signed transaction (legacy, version 0 or 1), at most ${LANDING.broadcastBytes} bytes (2 KiB) on the wire.`,
      }),
    },
    {
      isClosed: true,
      ignored: { tip_lamports: 'For information only: what counts is the tip in the transaction.' },
    },
  ),
  { finish: ({ signed_tx_base64: wire }) => ({ wire }) },
)

export const tradeBroadcast = defineIdentifiedRoute({
  method: 'POST',
  path: '/v1/trade/broadcast',
  auth: 'bearer',
  scope: 'trade',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'Sends a transaction that the caller signed, and follows it.',
  description:
    'A transfer of at least 1000 lamports to a tip account of the block engine, among the static keys, sends it as a bundle. An answer means that a node or sender accepted it; ask `GET /v1/trade/bundle-status` for the outcome. Until then the server resends it while its blockhash is valid.',
  identity: ['user_ref', 'idempotency_key'],
  body,
  reply: BroadcastResult,
  deadlineMs: TIMEOUTS.broadcastMs,
  failures: ['conflict', 'idempotency_mismatch', 'pending', 'upstream_failed'],
  async handle(ctx, { caller, body: { wire } }, identity) {
    if (caller.kind !== 'key') return refuse('no key context', 'unauthorized')
    return broadcastSigned(ctx, { wire, keyId: caller.key.id, ...identity })
  },
})
