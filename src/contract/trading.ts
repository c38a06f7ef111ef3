import Type, { type Static } from 'typebox'
import { closed, NullableText, nullable } from './shapes.ts'

/* Replies of the v1 routes that read (spec 2.6 and 4.9). */

type RawNumber = { readonly rawJSON: string }
const rawJson = (JSON as unknown as { rawJSON(text: string): RawNumber }).rawJSON

/** Base units in JSON: a number written with all its digits, whatever its size. */
export function exactInteger(raw: bigint): number {
  return raw <= BigInt(Number.MAX_SAFE_INTEGER) && raw >= BigInt(Number.MIN_SAFE_INTEGER)
    ? Number(raw)
    : (rawJson(raw.toString()) as unknown as number)
}

const baseUnits = (of: string) =>
  Type.Integer({
    minimum: 0,
    description: `${of} All digits are written: beyond 2^53 a reader must take them as they are.`,
  })
const Milliseconds = (of: string) => Type.Number({ minimum: 0, description: `${of} Milliseconds, to the thousandth.` })
const address = (of: string) => Type.String({ description: of })

const Where = {
  dex_type: Type.String({ description: 'DEX of the pool.' }),
  pair_address: address('The pool.'),
}
const Degraded = Type.Array(Type.String(), {
  description: 'DEXs on which there may be more pools: the node refused a scan, or it took too long.',
})

export const PoolParams = closed({
  mint: address('The token.'),
  ...Where,
  is_sol_quoted: Type.Boolean({ description: 'Traded against SOL, wrapped or not.' }),
  quote_mint: nullable(
    address('What the token is traded against; null where that is the lamports of a wallet, which have no mint.'),
  ),
  cache_hit: Type.Boolean({ description: 'The pool was in memory: no call to the node.' }),
  fetch_ms: Milliseconds('Reading the pool.'),
  detect_ms: Milliseconds('Finding out which pool it is.'),
  slot: Type.Integer({ description: 'Slot in which the pool is known.' }),
  degraded: Degraded,
})

export const Estimate = closed({
  ...Where,
  side: Type.Enum(['buy', 'sell']),
  input_mint: address('What is given: money of the pool on a buy, the token on a sale.'),
  output_mint: address('What is received.'),
  amount: baseUnits('What is given, in base units.'),
  estimated_output: baseUnits(
    'Amount received after all fees of the pool and the token, in base units of output_mint.',
  ),
  price_impact_pct: Type.Number({
    minimum: 0,
    description: 'By how much the price got is worse than the price before, fees left out. 0 to 100.',
  }),
})

const RouteStep = closed({
  ...Where,
  input_mint: address('Given in this step.'),
  output_mint: address('Received in it.'),
  in_amount: baseUnits('Base units of input_mint.'),
  out_amount: baseUnits('Base units of output_mint.'),
  fees: Type.Array(
    closed({
      kind: Type.Enum(['lp', 'protocol', 'creator', 'platform', 'referral', 'transfer']),
      mint: address('What it is taken in.'),
      amount: baseUnits('Base units of it.'),
    }),
    { description: 'Contained in the amounts.' },
  ),
})

export const TradeQuote = closed({
  side: Type.Enum(['buy', 'sell']),
  input_mint: address('What is given.'),
  output_mint: address('What is received.'),
  in_amount: baseUnits('Base units of input_mint.'),
  out_amount: baseUnits('What the whole amount yields on the pool, in base units of output_mint.'),
  min_out_amount: baseUnits('The least output that the slippage allows.'),
  net_out_amount: baseUnits('The rest of it after the platform fee.'),
  min_net_out_amount: baseUnits('The least of that.'),
  slippage_bps: Type.Integer({ description: 'Hundredths of a percent. From 10000 on there is no least amount.' }),
  platform_fee: baseUnits(
    'Fee of this server, in base units of the money side: taken from what a buy offers, from what a sale yields.',
  ),
  platform_fee_bps: Type.Integer({ description: 'Its rate, hundredths of a percent.' }),
  price_impact_bps: Type.Integer({
    minimum: 0,
    description: 'By how much the price got is worse than the price before, rounded up. Hundredths of a percent.',
  }),
  route: Type.Array(RouteStep),
  token: closed({
    mint: address('The token.'),
    name: NullableText,
    symbol: NullableText,
    decimals: Type.Integer(),
    token_program: address('Owner of the mint.'),
  }),
  slot: Type.Integer({ description: 'Slot in which the pool is known.' }),
})

export const TokenBalance = closed({
  mint: address('The token.'),
  wallet: address("The user's wallet."),
  decimals: Type.Integer(),
  total_balance: baseUnits('Both accounts together, in base units.'),
  standard_balance: baseUnits('In the associated token account.'),
  seed_balance: baseUnits('In the account derived from the wallet by a seed.'),
  standard_account: address('The associated token account, whether it exists or not.'),
  seed_account: address('The account derived by a seed, whether it exists or not.'),
})

export const SolBalance = closed({
  wallet: address("The user's wallet."),
  balance_lamports: baseUnits('Lamports; 0 where the wallet holds nothing yet.'),
  balance_sol: Type.Number({ description: 'The same in SOL, as near as a double comes.' }),
})

export const Detection = closed({
  mint: address('The token.'),
  ...Where,
  name: NullableText,
  symbol: NullableText,
  quote_mint: NullableText,
  is_sol_quoted: Type.Boolean(),
  data_source: Type.Enum(['cache', 'chain'], { description: 'Whether the answer needed a call to the node.' }),
  detect_ms: Milliseconds('In all.'),
  degraded: Degraded,
})

const usd = (of: string) => nullable(Type.Number({ description: `${of} USD; null when unknown.` }))
export const TokenInfo = closed({
  mint: address('The token.'),
  name: NullableText,
  symbol: NullableText,
  decimals: Type.Integer(),
  supply: baseUnits('Base units in being.'),
  price_usd: usd('Price of one whole token before fees.'),
  price_sol: nullable(Type.Number({ description: 'The same in SOL.' })),
  market_cap: usd('Supply times price.'),
  liquidity: usd('Both sides of the pool.'),
  volume_24h: usd('Traded in 24 hours, all pools that are known.'),
  dex: closed({
    ...Where,
    program_id: address('Program of the pool.'),
    quote_mint: NullableText,
  }),
  is_bonding_curve: Type.Boolean({ description: 'Still on the curve it was launched on.' }),
  bonding_curve_percent: nullable(
    Type.Number({ description: 'How much of the curve is sold, 0 to 100; null for pools that are no curves.' }),
  ),
  is_renounced: Type.Boolean({ description: 'The mint authority is gone: the supply is fixed.' }),
  is_freezable: Type.Boolean({ description: 'The token has a freeze authority.' }),
  ui_multiplier: nullable(
    Type.Number({
      description:
        'Of a ScaledUiAmount mint (tokenised stocks): wallets show amounts times this now. No amount or price of this service contains it: base units decide. Null for any other mint.',
    }),
  ),
})

export const DiscoveredPools = closed({
  mint: address('The token.'),
  pools: Type.Array(
    closed({
      pool_address: address('The pool.'),
      dex_type: Type.String({ description: 'Its DEX.' }),
      quote_mint: address('What the token is traded against.'),
      program_id: address('Program of the pool.'),
    }),
  ),
  pools_found: Type.Integer({ minimum: 0 }),
  discover_ms: Milliseconds('Looking for them.'),
  degraded: Degraded,
})
export type DiscoveredPoolsReply = Static<typeof DiscoveredPools>
