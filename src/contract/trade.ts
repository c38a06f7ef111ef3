import Type from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, nullable } from './shapes.ts'

/* Replies of the v1 routes that trade (spec 2.6 and 4.9). */

const wholeNumber = (of: string) =>
  Type.Integer({ description: `${of} All digits are written: beyond 2^53 a reader must take them as they are.` })
const amountText = (of: string) => Type.String({ pattern: '^-?[0-9]+$', description: of })
const Milliseconds = (of: string) => nullable(Type.Number({ minimum: 0, description: `${of} Milliseconds.` }))

const Amounts = (of: string) =>
  Type.Array(closed({ mint: AddressSchema, amount: amountText('Base units.') }), { description: of })

/** What executing the transaction showed before it was sent or returned. */
export const ManifestReply = closed({
  adapter: Type.Enum(['local', 'node'], {
    description: 'Who executed it: our own runtime on cloned accounts, or the node.',
  }),
  slot: Type.Integer({ description: 'State it was executed on.' }),
  compute_units: Type.Integer({ minimum: 0 }),
  owners: Type.Array(
    closed({
      owner: AddressSchema,
      lamports: amountText('Change, the lamports in its token accounts counted in.'),
      tokens: Amounts('Changes of its tokens, by mint.'),
    }),
    { description: 'Everybody whose balance changes.' },
  ),
  authorities: Type.Array(
    closed({
      account: AddressSchema,
      kind: Type.Enum(['owner', 'delegate', 'close', 'mint', 'freeze', 'nonce', 'staker', 'withdrawer', 'program']),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
    { description: 'Powers over accounts that change hands.' },
  ),
  programs: Type.Array(AddressSchema, { description: 'Invoked at any depth.' }),
  max_outflow: closed({
    lamports: amountText('What may leave the wallet at most, fees and tip counted in.'),
    tokens: Amounts('The same for tokens.'),
  }),
})

export const TradeTiming = closed({
  plan_ms: Milliseconds('Finding the pool, quoting, choosing accounts.'),
  fetch_ms: Milliseconds('Of that, reading the pool.'),
  detect_ms: Milliseconds('Of that, finding out which pool it is.'),
  build_ms: Milliseconds('Composing and compiling.'),
  manifest_ms: Milliseconds('Executing it before it is sent.'),
  sign_ms: Milliseconds('Signing.'),
  send_ms: Milliseconds('Time until a node or sender accepted it.'),
  confirm_ms: Milliseconds('From then on to the confirmation.'),
  total_ms: Milliseconds('From the request to the answer.'),
  cache_hit: Type.Boolean({ description: 'The pool was at hand.' }),
  confirm_method: nullable(Type.Enum(['subscription', 'polling'])),
  mev_service: nullable(Type.Enum(['jito'], { description: 'Null where it was not sent as a bundle.' })),
  submitted_via: nullable(Type.Enum(['jito_bundle', 'swqos', 'fallback_rpc'])),
  bundle_id: nullable(Type.String()),
  dex_name: Type.String(),
  landed_slot: nullable(Type.Integer()),
})

export const TradeReply = closed({
  signature: Type.Optional(nullable(Type.String({ description: 'Custodial. Null where it was only simulated.' }))),
  amount_received: Type.Optional(
    wholeNumber(
      'Custodial. Base units of the token (buy) or of what it was sold for: lamports, or units of receive_mint. After the platform fee.',
    ),
  ),
  amount_spent: Type.Optional(
    wholeNumber(
      'Custodial. What it was bought with, platform fee included: lamports, or units of pay_with_mint; or units of the token (sell).',
    ),
  ),
  min_received: Type.Optional(wholeNumber('The least that the chain would have let through.')),
  platform_fee: Type.Optional(wholeNumber('In the same units as what was paid or received.')),
  fee_lamports: Type.Optional(
    nullable(wholeNumber('Of the chain: signature and priority. Null where the node has not shown it yet.')),
  ),
  tip_lamports: Type.Optional(wholeNumber('Paid to the block engine.')),
  timing: Type.Optional(TradeTiming),
  simulated: Type.Optional(Type.Literal(true)),
  compute_units: Type.Optional(Type.Integer({ minimum: 0 })),
  logs: Type.Optional(Type.Array(Type.String())),
  data: Type.Optional(
    closed({
      unsigned_tx_base64: Type.String({
        description:
          'A transaction with room for one signature: version 0, or 1 where two swaps do not fit into that (then the signature is behind the message).',
      }),
      recent_blockhash: Type.String({ description: 'Or the value of the durable nonce.' }),
      last_valid_block_height: nullable(Type.Integer({ description: 'Null with a durable nonce.' })),
    }),
  ),
  manifest: nullable(ManifestReply),
})
