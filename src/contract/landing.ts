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
  landing: Type.Literal('pending', { description: 'Always: what becomes of it is asked for with the signature.' }),
})

/** `bundle_status` comes with a bundle id, `onchain_status` with a signature. */
export const BundleStatusReply = closed({
  landed: Type.Boolean({ description: 'It is on the chain and did not fail there.' }),
  mev_protected: Type.Boolean({
    description:
      'It landed as a bundle, as the block engine says of bundle_id; false without one, and for what went the public way.',
  }),
  bundle_status: Type.Optional(
    Type.Enum(['landed', 'failed', 'pending', 'unknown'], {
      description:
        'What the block engine says. It looks back five minutes; `unknown` also while it cannot be asked. What it calls failed may still land by itself.',
    }),
  ),
  onchain_status: Type.Optional(
    Type.Enum(['landed', 'failed', 'pending', 'unavailable'], {
      description: 'What the chain says. `pending`: not confirmed, or not there (yet); `unavailable`: no node answers.',
    }),
  ),
})
