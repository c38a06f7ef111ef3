import Type from 'typebox'
import { LANDING } from '../../config/landing.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { closedBody } from '../../contract/closed-body.ts'
import { BroadcastResult } from '../../contract/landing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { BodyRule } from '../../contract/params.ts'
import { broadcastSigned } from '../../services/landing/broadcast-signed.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'
import { refuse } from './read-params.ts'

const NAME = 'signed_tx_base64'

const rule: BodyRule<{ readonly wire: Uint8Array }> = {
  schema: Type.Object({
    [NAME]: Type.String({
      minLength: 1,
      maxLength: Math.ceil(LANDING.broadcastBytes / 3) * 4,
      description: `The signed transaction (legacy, version 0 or 1), at most ${LANDING.broadcastBytes} bytes (2 KiB) on the wire.`,
    }),
    tip_lamports: Type.Optional(
      Type.Unknown({ description: 'For information only: what counts is the tip in the transaction.' }),
    ),
  }),
  parse: (json) => readWire(json),
}
const body = closedBody(rule)

function readWire(json: unknown): Outcome<{ wire: Uint8Array }> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return refuse('expected a JSON object')
  const text = (json as Record<string, unknown>)[NAME]
  if (typeof text !== 'string' || text.trim() === '') return refuse(`${NAME} is required`)
  const bytes = Buffer.from(text.trim(), 'base64')
  // Node skips what is no base64; a transaction with holes in it must not be taken for another one.
  if (bytes.toString('base64').replace(/=+$/, '') !== text.trim().replace(/=+$/, ''))
    return refuse(`${NAME}: expected base64`)
  return ok({ wire: new Uint8Array(bytes) })
}

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
    'A transfer of at least 1000 lamports to a tip account of the block engine, among the static keys, sends it as a bundle. An answer means that somebody took it over; ask `GET /v1/trade/bundle-status` for what became of it. Until then it is offered again as long as its blockhash lives.',
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
