import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { Refusal, type ValuesOf } from '../../contract/member.ts'
import { objectOf, type Together } from '../../contract/object-member.ts'
import { firstGivenAs, given, givenAs, implies, needs } from '../../contract/together.ts'
import {
  TRADE_MONEY,
  type TradeAmount,
  type TradeMoney,
  type TradeParams,
} from '../../services/trade-plan/trade-params.ts'
import {
  BUY_DECIMALS,
  BUY_NAMES,
  buyAmount,
  closeAccount,
  DOLLARS,
  dex,
  manifest,
  mint,
  money,
  percent,
  pool,
  SINGLE_MEMBERS,
  sellAmount,
  TRADE_MEMBERS,
} from './trade-members.ts'

/* The bodies of the four routes that trade (spec 4.9). A member that is null counts as absent, but for those that say
 * how much, or whether anything moves at all; unknown members are refused; of a name and its aliases the first in the
 * order of the specification counts. */

const IGNORED = 'Ignored.'
/** What callers who send one shape to several of the routes may leave in it: it can change nothing for the worse. */
const ON_BUY = { close_token_account: IGNORED, close_ata: IGNORED }
const ON_MULTI_HOP = {
  bridge_slippage_bps: IGNORED,
  intermediate_mint: IGNORED,
  nonce_account: IGNORED,
  nonce_value: IGNORED,
  simulate: IGNORED,
  pay_with_mint: IGNORED,
  receive_mint: IGNORED,
}

const single = {
  dex: dex(['dex', 'dex_type'], 'dex'),
  pool_address: pool(['pool_address', 'pair_address'], 'pool_address'),
  ...TRADE_MEMBERS,
  ...SINGLE_MEMBERS,
}
const multiHop = {
  dex: dex(['dex', 'dex_type'], 'dex_type'),
  pool_address: pool(['pool_address', 'pair_address'], 'pair_address'),
  ...TRADE_MEMBERS,
}

const SIGNER = [
  needs('client_signs', 'wallet'),
  {
    schema: implies(givenAs('use_router', true), givenAs('client_signs', true)),
    judge: ({ use_router, client_signs }) =>
      use_router && !client_signs ? new Refusal('use_router: only with client_signs') : null,
  } satisfies Together<{ readonly use_router: boolean; readonly client_signs: boolean }>,
] as const

/** Both or neither. */
const NONCE: Together<{ readonly nonce_account: string | null; readonly nonce_value: string | null }> = {
  schema: {
    allOf: [
      implies(given('nonce_value'), given('nonce_account')),
      implies(given('nonce_account'), given('nonce_value')),
    ],
  },
  judge({ nonce_account: account, nonce_value: value }) {
    if (account === null && value !== null) return new Refusal('nonce_account: expected an address')
    return account !== null && value === null ? new Refusal('nonce_value: expected the value the nonce holds') : null
  },
}

/** An amount has no more decimals than what is paid with. */
const DOLLAR_AMOUNT: Together<{ readonly amount_in: bigint; readonly pay_with_mint: TradeMoney }> = {
  schema: implies(
    { required: ['pay_with_mint'], properties: { pay_with_mint: DOLLARS } },
    firstGivenAs(BUY_NAMES, { format: 'decimal', multipleOf: Number(`1e-${TRADE_MONEY.USDC}`) }),
  ),
  judge({ amount_in: amount, pay_with_mint: paidWith }) {
    const decimals = TRADE_MONEY[paidWith]
    return amount % unitsOf(decimals) === 0n
      ? null
      : new Refusal(`amount_in: ${paidWith} has ${decimals} decimals`, 'invalid_amount')
  },
}

export const buyBody: BodyRule<TradeParams> = jsonBody(
  objectOf(
    {
      mint,
      pay_with_mint: money('What is paid with.'),
      amount_in: buyAmount('amount_in', 'of what is paid with'),
      ...single,
      manifest,
    },
    { isClosed: true, ignored: ON_BUY, together: [DOLLAR_AMOUNT, NONCE, ...SIGNER] },
  ),
  {
    finish: (values, json) =>
      paramsOf(values, {
        side: 'buy',
        money: values.pay_with_mint,
        amount: spent(values.amount_in, values.pay_with_mint),
        nonce: nonceOf(values),
        simulate: values.simulate,
        closeTokenAccount: false,
        json,
      }),
  },
)

export const sellBody: BodyRule<TradeParams> = jsonBody(
  objectOf(
    {
      mint,
      receive_mint: money('What is received.'),
      amount_in: sellAmount('amount_in'),
      percent,
      ...single,
      close_token_account: closeAccount('close_token_account'),
      manifest,
    },
    { isClosed: true, together: [NONCE, ...SIGNER] },
  ),
  {
    finish: (values, json) =>
      paramsOf(values, {
        side: 'sell',
        money: values.receive_mint,
        amount: sold(values),
        nonce: nonceOf(values),
        simulate: values.simulate,
        closeTokenAccount: values.close_token_account,
        json,
      }),
  },
)

const SOL_SETTLED = { money: 'SOL', nonce: null, simulate: false } as const

export const buyMultiHopBody: BodyRule<TradeParams> = jsonBody(
  objectOf(
    { mint, amount_in: buyAmount('amount_sol', 'of SOL'), ...multiHop, manifest },
    { isClosed: true, ignored: { ...ON_BUY, ...ON_MULTI_HOP }, together: SIGNER },
  ),
  {
    finish: (values, json) =>
      paramsOf(values, {
        ...SOL_SETTLED,
        side: 'buy',
        amount: spent(values.amount_in, 'SOL'),
        closeTokenAccount: false,
        json,
      }),
  },
)

export const sellMultiHopBody: BodyRule<TradeParams> = jsonBody(
  objectOf(
    {
      mint,
      amount_in: sellAmount('amount_tokens'),
      percent,
      ...multiHop,
      close_token_account: closeAccount('close_ata'),
      manifest,
    },
    { isClosed: true, ignored: ON_MULTI_HOP, together: SIGNER },
  ),
  {
    finish: (values, json) =>
      paramsOf(values, {
        ...SOL_SETTLED,
        side: 'sell',
        amount: sold(values),
        closeTokenAccount: values.close_token_account,
        json,
      }),
  },
)

function unitsOf(decimals: number): bigint {
  return 10n ** BigInt(BUY_DECIMALS - decimals)
}

function spent(amount: bigint, paidWith: TradeMoney): TradeAmount {
  return { kind: 'raw', raw: amount / unitsOf(TRADE_MONEY[paidWith]) }
}

/** An amount of base units goes before a percentage: it says more. */
function sold({ amount_in: raw, percent: micro }: { readonly amount_in: bigint | null; readonly percent: bigint }) {
  return raw === null ? ({ kind: 'percent', micro } as const) : ({ kind: 'raw', raw } as const)
}

function nonceOf({ nonce_account: account, nonce_value: value }: ValuesOf<typeof SINGLE_MEMBERS>) {
  return account === null || value === null ? null : { account, value }
}

type Common = ValuesOf<typeof multiHop> & { readonly mint: string; readonly manifest: boolean }
type Own = Pick<TradeParams, 'side' | 'amount' | 'money' | 'nonce' | 'simulate' | 'closeTokenAccount' | 'json'>

function paramsOf(values: Common, own: Own): TradeParams {
  return {
    side: own.side,
    mint: values.mint,
    amount: own.amount,
    money: own.money,
    dex: values.dex,
    poolAddress: values.pool_address,
    slippageBps: values.slippage_bps,
    maxImpactBps: values.max_price_impact_bps,
    mevProtect: values.mev_protect,
    tipLamports: values.tip_lamports,
    computeUnitPrice: values.priority_micro_lamports ?? values.compute_unit_price,
    clientSigns: values.client_signs,
    wallet: values.wallet,
    useRouter: values.use_router,
    mevTipLamports: values.mev_tip_lamports,
    mevTipBps: values.mev_tip_bps,
    feeBps: values.fee_bps,
    feeWallet: values.fee_wallet,
    nonce: own.nonce,
    simulate: own.simulate,
    closeTokenAccount: own.closeTokenAccount,
    wantsManifest: values.manifest,
    json: own.json,
  }
}
