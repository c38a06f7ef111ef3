import type { DexName } from '../../chain/solana/dexes/dex.ts'
import type { SwapQuote, TradablePool } from '../../chain/solana/dexes/trading.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { exactInteger } from '../../contract/trading.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { readFailure } from '../trade-plan/read-failure.ts'
import { findTradePool, type HotPool } from '../trade-pools/hot-pools.ts'
import { quoteMintOf } from '../trade-pools/quote-currencies.ts'
import { feeOfInput, feeOfOutput, minOutOf, platformFeeOf } from './platform-fee.ts'

const PPM_PER_BPS = 100

export type QuoteQuestion = {
  /** Mints; money may go by its name. */
  readonly input: string
  readonly output: string
  readonly amountRaw: bigint
  readonly slippageBps: number
  readonly dex: DexName | null
  readonly poolAddress: string | null
}

/** What an amount yields, before and after the platform's fee. Fails `unsupported_quote` unless exactly one side is
 *  money that the token is traded against, `no_route` when the pool cannot take or pay that much, or as
 *  `findTradePool`. */
export async function quoteTrade(ctx: Context, question: QuoteQuestion, signal: AbortSignal) {
  const money = [quoteMintOf(question.input), quoteMintOf(question.output)] as const
  if ((money[0] === null) === (money[1] === null))
    return readFailure(
      fail('unsupported_quote', 'exactly one of input_mint and output_mint must be SOL, WSOL, USDC or USDT'),
      'validate',
    )
  const side: 'buy' | 'sell' = money[0] === null ? 'sell' : 'buy'
  const mint = side === 'buy' ? question.output : question.input
  const moneyMint = (money[0] ?? money[1])!
  const found = await findPoolFor(ctx, { ...question, mint, moneyMint }, signal)
  if (!found.ok) return readFailure(found)
  const { pool, slot } = found.value
  const yields = yieldOf(ctx, found.value, { side, amountRaw: question.amountRaw })
  if (yields === null) return readFailure(fail('no_route', 'the pool cannot trade this amount'))
  const tokens = await readChainTokens(ctx, [mint])
  if (!tokens.ok) return readFailure(tokens)
  const token = tokens.value.get(mint)
  if (!token) return readFailure(fail('invalid_mint', 'no mint at this address'))
  const { whole, netOutRaw, minNetOutRaw } = yields
  const [inputMint, outputMint] = side === 'buy' ? [moneyMint, mint] : [mint, moneyMint]
  return ok({
    side,
    input_mint: inputMint,
    output_mint: outputMint,
    in_amount: exactInteger(question.amountRaw),
    out_amount: exactInteger(whole.amountOutRaw),
    min_out_amount: exactInteger(minOutOf(whole.amountOutRaw, question.slippageBps)),
    net_out_amount: exactInteger(netOutRaw),
    min_net_out_amount: exactInteger(minNetOutRaw(question.slippageBps)),
    slippage_bps: question.slippageBps,
    platform_fee: exactInteger(yields.feeRaw),
    platform_fee_bps: platformFeeOf(ctx)?.bps ?? 0,
    price_impact_bps: Math.ceil(whole.priceImpactPpm / PPM_PER_BPS),
    route: [stepOf(pool, whole, { inputMint, outputMint })],
    token: {
      mint,
      name: token.name,
      symbol: token.symbol,
      decimals: token.decimals,
      token_program: token.tokenProgram,
    },
    slot,
  })
}

/** The deepest pool in that money; where the token has pools in other money only, that is what is wrong. */
async function findPoolFor(
  ctx: Context,
  question: QuoteQuestion & { readonly mint: string; readonly moneyMint: string },
  signal: AbortSignal,
): Promise<Outcome<HotPool>> {
  const { mint, moneyMint, dex, poolAddress } = question
  const params = { mint, ...(dex === null ? {} : { dex }), ...(poolAddress === null ? {} : { poolAddress }) }
  const found = await findTradePool(ctx, { ...params, quoteMints: [moneyMint] }, signal)
  if (found.ok || found.code !== 'no_route') return found
  const other = await findTradePool(ctx, params, signal)
  return other.ok ? fail('unsupported_quote', `the token is traded against ${other.value.pool.quoteMint} there`) : found
}

/** The whole amount on the pool, and what is left after the platform's fee: a buy swaps less, a sale keeps less. */
function yieldOf(
  ctx: Context,
  { pool, clock }: HotPool,
  { side, amountRaw }: { readonly side: 'buy' | 'sell'; readonly amountRaw: bigint },
) {
  const fee = platformFeeOf(ctx)
  const inputMint = side === 'buy' ? pool.quoteMint : pool.baseMint
  const whole = pool.quote(inputMint, amountRaw, clock)
  if (whole === null) return null
  if (side === 'sell') {
    const { feeRaw, netRaw } = feeOfOutput(whole.amountOutRaw, fee)
    const leastNet = (slippageBps: number): bigint => {
      const least = minOutOf(whole.amountOutRaw, slippageBps) - feeRaw
      return least > 0n ? least : 0n
    }
    return { whole, feeRaw, netOutRaw: netRaw, minNetOutRaw: leastNet }
  }
  const { feeRaw, swapRaw } = feeOfInput(amountRaw, fee)
  const net = feeRaw === 0n ? whole : pool.quote(inputMint, swapRaw, clock)
  if (net === null) return null
  const leastNet = (slippageBps: number): bigint => minOutOf(net.amountOutRaw, slippageBps)
  return { whole, feeRaw, netOutRaw: net.amountOutRaw, minNetOutRaw: leastNet }
}

function stepOf(
  pool: TradablePool,
  quote: SwapQuote,
  { inputMint, outputMint }: { readonly inputMint: string; readonly outputMint: string },
) {
  return {
    dex_type: pool.dex,
    pair_address: pool.address,
    input_mint: inputMint,
    output_mint: outputMint,
    in_amount: exactInteger(quote.amountInRaw),
    out_amount: exactInteger(quote.amountOutRaw),
    fees: quote.fees.map(({ kind, mint, raw }) => ({ kind, mint, amount: exactInteger(raw) })),
  }
}
