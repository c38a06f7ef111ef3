import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableText, nullable, Text } from './shapes.ts'

/* Replies of the refund routes (design 10.1). Lamports are integers with all their digits. */

export const CLOSE_KINDS = ['empty', 'dust', 'wsol', 'lookup_tables', 'buffers', 'nonces', 'stake'] as const
export type CloseKind = (typeof CLOSE_KINDS)[number]
export const REFUND_KINDS = [...CLOSE_KINDS, 'excess', 'deactivate'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

const lamports = (of: string) => Type.Integer({ minimum: 0, description: `${of} Lamports, all digits written.` })
const count = Type.Integer({ minimum: 0 })
const Figures = closed({ count, lamports: lamports('All that comes back.') })

/** A class of accounts that a node may refuse to list: then its figures are null, never zero. */
const CLASS_MEMBERS = {
  available: Type.Boolean(),
  reason: nullable(Type.String({ description: 'Why it is not available.' })),
  count: nullable(count),
  lamports: nullable(lamports('What comes back now.')),
}
const Class = closed(CLASS_MEMBERS)
const LaterMembers = {
  cooling: nullable(
    closed({
      ...Figures.properties,
      ready_in_ms: NullableInteger,
    }),
  ),
}
const TableClass = closed({
  ...CLASS_MEMBERS,
  ...LaterMembers,
  active: nullable(
    closed({ ...Figures.properties }, 'In use: `deactivate_tables` of the close route switches them off first.'),
  ),
})
const StakeClass = closed({ ...CLASS_MEMBERS, ...LaterMembers })

const RentStep = closed({
  step: Type.Integer({ description: 'Position in the announced schedule, from 1.' }),
  lamports_per_byte: Type.Integer(),
  token_account_min: lamports('What a plain token account has to hold then.'),
  excess_lamports: lamports(
    'Lamports above the floor in accounts that stay open, at that step, if none are taken until then.',
  ),
  freed_lamports: lamports('The part of it that this step adds.'),
})

const ScannedAccount = closed({
  account: AddressSchema,
  kind: Type.String({ description: 'Class of the scan; `kept` for what stays as it is.' }),
  mint: nullable(AddressSchema),
  program: AddressSchema,
  lamports: lamports('All that it holds.'),
  returns_lamports: lamports('What closing it brings now; 0 for what cannot be closed now.'),
  excess_lamports: nullable(lamports('What can be taken while it stays open.')),
  why: nullable(Type.String({ description: 'Why it stays, or waits.' })),
})

export const RefundScan = closed({
  wallet: AddressSchema,
  rent: closed({
    lamports_per_byte: Type.Integer({ description: 'As the node states it now.' }),
    token_account_min: lamports('What a plain token account has to hold.'),
    step: nullable(
      Type.Integer({ description: 'Of the announced schedule; 0 before it, null for a rate it has not.' }),
    ),
    next_step: nullable(closed({ step: Type.Integer(), lamports_per_byte: Type.Integer() })),
  }),
  empty: Figures,
  dust: closed({
    ...CLASS_MEMBERS,
    value_usd: nullable(Type.Number({ minimum: 0 })),
    unpriced: nullable(Type.Integer({ minimum: 0, description: 'Of them those without a price.' })),
  }),
  excess: closed(
    {
      count,
      lamports: lamports('Above the floor of all accounts, without closing any.'),
      mints: Class,
      multisigs: Class,
      complete: Type.Boolean({ description: 'False when mints or multisigs could not be looked for.' }),
    },
    'Token accounts, and mints and multisigs that the wallet alone decides on.',
  ),
  wsol: Figures,
  frozen_skipped: count,
  other_skipped: Type.Integer({
    minimum: 0,
    description: 'Not the wallet’s to close, not burnable, or with secret balances.',
  }),
  lookup_tables: TableClass,
  buffers: Class,
  nonces: Class,
  stake: StakeClass,
  total_lamports: lamports('Of everything that is available now, each account once.'),
  fee_lamports: lamports('What the transactions for it will about cost.'),
  forecast: closed({
    accounts: Type.Integer({ minimum: 0, description: 'That stay open, wrapped SOL left out.' }),
    steps: Type.Array(RentStep),
  }),
  accounts: Type.Optional(Type.Array(ScannedAccount)),
  accounts_total: Type.Optional(count),
})
export type RefundScan = Static<typeof RefundScan>
export type ScannedAccount = Static<typeof ScannedAccount>

const RefundFailure = closed({
  account: AddressSchema,
  kind: Type.Enum([...REFUND_KINDS]),
  reason: Text,
  signature: NullableText,
})
export type RefundFailure = Static<typeof RefundFailure>

const UnsignedRefund = closed({
  unsigned_tx_base64: Text,
  kind: Type.Enum([...REFUND_KINDS]),
  accounts: Type.Array(AddressSchema),
  lamports: lamports('What it brings.'),
  fee_lamports: lamports('What the chain takes for it.'),
  compute_units: Type.Integer({ description: 'As its simulation used them.' }),
  last_valid_block_height: Type.Integer(),
})
export type UnsignedRefund = Static<typeof UnsignedRefund>

const SimulatedRefund = closed({
  kind: Type.Enum([...REFUND_KINDS]),
  accounts: Type.Array(AddressSchema),
  lamports: lamports('What it would bring.'),
  fee_lamports: lamports('What the chain would take.'),
  compute_units: Type.Integer(),
})
export type SimulatedRefund = Static<typeof SimulatedRefund>

/** What close and excess answer. */
export const RefundReply = closed({
  wallet: AddressSchema,
  simulated: Type.Boolean(),
  signatures: Type.Optional(Type.Array(Text, { description: 'Custodial: of what was sent.' })),
  closed: Type.Integer({ minimum: 0, description: 'Accounts that are gone (will be, when it is not sent here).' }),
  kept_open: Type.Integer({ minimum: 0, description: 'Accounts that gave lamports and stay.' }),
  lamports_recovered: lamports('What came back, as the chain shows it; what will, when it is not sent here.'),
  fee_lamports: nullable(lamports('Of all transactions. Null when the node has not shown one yet.')),
  transactions: Type.Optional(
    Type.Array(Type.Union([UnsignedRefund, SimulatedRefund]), {
      description: 'Client-signed: to be signed and sent by the wallet. Simulated: what would be sent.',
    }),
  ),
  recent_blockhash: Type.Optional(Text),
  expires_in_ms: Type.Optional(
    nullable(Type.Integer({ minimum: 0, description: 'Until the blockhash is dead, by the time slots take now.' })),
  ),
  deactivated: Type.Array(AddressSchema, { description: 'Lookup tables that were switched off; they cool now.' }),
  deactivated_ready_in_ms: NullableInteger,
  failed: Type.Array(RefundFailure),
  unavailable: Type.Array(closed({ kind: Text, reason: Text }), {
    description: 'Kinds whose accounts the node does not list.',
  }),
  left: Type.Integer({ minimum: 0, description: 'Accounts beyond `max_transactions`: ask again for them.' }),
})
export type RefundReply = Static<typeof RefundReply>

export const REFUND_STATUSES = ['pending', 'landed', 'failed', 'expired'] as const
export const RefundHistory = closed({
  refunds: Type.Array(
    closed({
      signature: Text,
      kind: Type.Enum([...REFUND_KINDS]),
      wallet: AddressSchema,
      accounts: Type.Array(AddressSchema),
      lamports: lamports('What it brought; what it is to bring while it is pending.'),
      fee_lamports: nullable(lamports('What the chain took.')),
      status: Type.Enum([...REFUND_STATUSES], {
        description: 'Status on the chain. `expired`: it can no longer land.',
      }),
      slot: NullableInteger,
      created_at: EpochMs,
    }),
  ),
  count,
  next_cursor: NullableText,
})
export type RefundHistory = Static<typeof RefundHistory>
