import Type from 'typebox'
import { closed, NullableText } from './shapes.ts'

/* Replies about transactions on their way (spec 2.6, 3 and 4.9). */

export const BroadcastResult = closed({
  signature: Type.String({ description: 'Of the transaction, base58.' }),
  submitted_via: Type.Enum(['jito_bundle', 'swqos', 'fallback_rpc'], {
    description:
      'Who took it: the block engine, which gets what carries a tip; a sender with a staked connection; or the node.',
  }),
  bundle_id: { ...NullableText, description: 'Of the bundle, for `GET /v1/trade/bundle-status`; null without one.' },
  rpc_fallback: Type.Boolean({ description: 'Only the node took it.' }),
  landing: Type.Literal('pending', { description: 'Always: ask for the outcome with the signature.' }),
})

/** `bundle_status` comes with a bundle id, `onchain_status` with a signature. */
export const BundleStatusReply = closed({
  landed: Type.Boolean({ description: 'It is on the chain and succeeded.' }),
  mev_protected: Type.Boolean({
    description:
      'It landed as a bundle, as the block engine reports for bundle_id; false without one, and for transactions sent publicly.',
  }),
  bundle_status: Type.Optional(
    Type.Enum(['landed', 'failed', 'pending', 'unknown'], {
      description:
        'Status from the block engine, which looks back five minutes; `unknown` also while it does not answer. A failed bundle may still land as a plain transaction.',
    }),
  ),
  onchain_status: Type.Optional(
    Type.Enum(['landed', 'failed', 'pending', 'unavailable'], {
      description:
        'Status from the chain. `pending`: not confirmed, or not found (yet); `unavailable`: no node answers.',
    }),
  ),
  executed: Type.Optional(
    Type.Literal(false, {
      description:
        'Only beside `onchain_status` `failed`: a block holds it, it was never executed (SIMD-0290) and never will be. It paid no fee and changed nothing.',
    }),
  ),
})
