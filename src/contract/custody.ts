import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, nullable } from './shapes.ts'
import { ManifestReply } from './trade.ts'

/* Replies of the routes of custodial wallets. */

const amountText = (of: string) => Type.String({ pattern: '^[0-9]+$', description: of })

export const CUSTODY_WALLET_KINDS = ['derived', 'watch'] as const

const WithdrawTo = Type.Array(AddressSchema, {
  description: 'Where withdrawals may go; anywhere when the list is empty.',
})

export const CustodyWallet = closed({
  id: Type.String(),
  user_ref: Type.String({ description: 'The user as the caller named them.' }),
  address: AddressSchema,
  kind: Type.Enum([...CUSTODY_WALLET_KINDS], {
    description: '`derived`: the server signs for it. `watch`: it is only looked at.',
  }),
  label: Type.String(),
  default: Type.Boolean({ description: 'It acts for requests without an X-User-Ref.' }),
  created_at: EpochMs,
  withdraw_to: WithdrawTo,
})
export type CustodyWallet = Static<typeof CustodyWallet>

export const CustodyLimits = closed({
  withdraw_to: WithdrawTo,
})
export type CustodyLimits = Static<typeof CustodyLimits>

const TokenHolding = closed({
  mint: AddressSchema,
  account: AddressSchema,
  amount: amountText('Base units.'),
  decimals: nullable(Type.Integer({ description: 'Null when the mint cannot be read.' })),
  token_program: AddressSchema,
  frozen: Type.Boolean(),
})

export const CustodyBalances = closed({
  sol_lamports: Type.Integer({
    minimum: 0,
    description: 'All digits are written: beyond 2^53 a reader must take them as they are.',
  }),
  tokens: Type.Array(TokenHolding, { description: 'Up to 50 token accounts, those that hold something first.' }),
  token_accounts: Type.Integer({ minimum: 0, description: 'Number of them.' }),
})
export type CustodyBalances = Static<typeof CustodyBalances>

export const Withdrawal = closed({
  signature: nullable(Type.String({ description: 'Null when it was only simulated.' })),
  to: AddressSchema,
  mint: Type.String({ description: '`SOL`, or the mint.' }),
  amount: amountText('What left the wallet, in base units.'),
  received: amountText('What arrived: less where the mint takes a fee of its transfers.'),
  fee_lamports: nullable(
    Type.Integer({ minimum: 0, description: 'Of the chain. Null when the node has not shown it yet.' }),
  ),
  slot: nullable(Type.Integer({ description: 'Slot it landed in.' })),
  closed_accounts: Type.Array(AddressSchema, {
    description: 'Token accounts that it emptied; their deposits went back to the wallet.',
  }),
  simulated: Type.Boolean(),
  manifest: ManifestReply,
})
export type Withdrawal = Static<typeof Withdrawal>
