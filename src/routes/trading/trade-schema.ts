import Type, { type TObject, type TSchema } from 'typebox'
import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import { AddressSchema } from '../../contract/params.ts'
import { TAPE_DEXES } from '../../contract/tape-event.ts'
import { TRADE_MONEY } from '../../services/trade-plan/trade-params.ts'

/** Which of the four routes that trade. */
export type TradeForm = { readonly side: 'buy' | 'sell'; readonly isMultiHop: boolean }

const integer = (max: number | bigint, description: string, usual?: number | bigint): TSchema =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number(max),
      description,
      ...(usual === undefined ? {} : { default: Number(usual) }),
    }),
  )
const flag = (description: string, usual = false): TSchema =>
  Type.Optional(Type.Boolean({ default: usual, description }))
const address = (description: string): TSchema => Type.Optional({ ...AddressSchema, description })
const amount = (description: string): TSchema => Type.Union([Type.Number(), Type.String()], { description })
const money = (description: string): TSchema =>
  Type.Optional(
    Type.Enum(Object.keys(TRADE_MONEY), { default: 'SOL', description: `${description} A mint will do too.` }),
  )

/** The body of one of them as the description of the API shows it. */
export function schemaOf({ side, isMultiHop }: TradeForm): TObject {
  const limits = TRADE_LIMITS
  const buying: Record<string, TSchema> = {
    [isMultiHop ? 'amount_sol' : 'amount_in']: amount(
      `0.00001 to 100 whole units${isMultiHop ? ' of SOL' : ' of what is paid with'}, a number or a text. Aliases: amount_in, amount_sol, amount.`,
    ),
    ...(isMultiHop ? {} : { pay_with_mint: money('What is paid with.') }),
  }
  const selling: Record<string, TSchema> = {
    percent: Type.Optional(
      Type.Number({ minimum: 1, maximum: 100, default: 100, description: 'Of the coins held; up to six decimals.' }),
    ),
    [isMultiHop ? 'amount_tokens' : 'amount_in']: Type.Optional(
      amount('Base units of the coin; goes before `percent`. Aliases: amount_in, amount_tokens.'),
    ),
    [isMultiHop ? 'close_ata' : 'close_token_account']: flag(
      'Close the token account that a sale empties; its deposit comes back. Aliases: close_token_account, close_ata.',
    ),
    ...(isMultiHop ? {} : { receive_mint: money('What is received.') }),
  }
  const once: Record<string, TSchema> = isMultiHop
    ? {
        bridge_slippage_bps: Type.Optional(Type.Unknown({ description: 'Ignored.' })),
        intermediate_mint: Type.Optional(Type.Unknown({ description: 'Ignored.' })),
      }
    : {
        nonce_account: address('A durable nonce of the wallet, to live by instead of a blockhash. Needs nonce_value.'),
        nonce_value: address('What the nonce holds now.'),
        simulate: flag('Custodial: execute it without sending it.'),
      }
  const members: Record<string, TSchema> = {
    mint: AddressSchema,
    ...(side === 'buy' ? buying : selling),
    [isMultiHop ? 'dex_type' : 'dex']: Type.Optional(
      Type.Enum([...TAPE_DEXES], { description: 'Trade there only. Aliases: dex, dex_type.' }),
    ),
    [isMultiHop ? 'pair_address' : 'pool_address']: address('This pool only. Aliases: pool_address, pair_address.'),
    slippage_bps: integer(
      limits.slippageBps.max,
      'From 10000 on there is no minimum of its own: of a custodial trade max_price_impact_bps is left.',
      limits.slippageBps.default,
    ),
    max_price_impact_bps: integer(
      limits.maxImpactBps.max,
      'The most that the trade may lose against the price before it, fees of the pool and of the coin included; what would lose more is 422 `policy_blocked` (rule `price_impact`). Custodial trades have a bound in any case (TRADE_MAX_IMPACT_BPS); a looser one needs the scope wallet and a wallet without a withdraw_to list. 10000 is no bound.',
    ),
    mev_protect: flag('Custodial: send it as a bundle.'),
    tip_lamports: integer(
      limits.tipLamports.max,
      'Custodial, with mev_protect: paid to the block engine.',
      limits.tipLamports.default,
    ),
    compute_unit_price: integer(
      limits.computeUnitPrice.max,
      'Millionths of a lamport for each unit.',
      limits.computeUnitPrice.default,
    ),
    priority_micro_lamports: Type.Optional(
      Type.Integer({ description: `Goes before compute_unit_price; clamped to 0..${limits.computeUnitPrice.max}.` }),
    ),
    client_signs: flag('Answer an unsigned transaction instead of sending one.'),
    wallet: address('Who signs and pays; needed with client_signs.'),
    use_router: flag('Client-signed only: through the aggregator.'),
    mev_tip_lamports: integer(
      limits.mevTipLamports.max,
      'Client-signed: a tip built in; 0 for none.',
      limits.mevTipLamports.default,
    ),
    mev_tip_bps: integer(
      limits.mevTipBps.max,
      'Client-signed: the tip as a share of the trade, at least mev_tip_lamports where that is given.',
    ),
    fee_bps: integer(limits.feeBps.max, 'Platform fee of this trade. Scope fee_routing (403).'),
    fee_wallet: address('Who gets it. Scope fee_routing (403).'),
    ...once,
    manifest: flag('Execute the transaction first and refuse what goes beyond this request.', true),
  }
  return Type.Object(members)
}
