import type { Context } from '../../context.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { exactInteger } from '../../contract/trading.ts'
import { readFailure } from '../trade-plan/read-failure.ts'
import { findPoolOf, type PoolQuestion } from './pool-params.ts'

const PPM_PER_PCT = 10_000

/** What an amount of the pool's money buys, or an amount of the token sells for. Fails as `findTradePool`, and
 *  `no_route` when the pool cannot take or pay that much. */
export async function estimateTrade(
  ctx: Context,
  question: PoolQuestion & { readonly amountRaw: bigint; readonly side: 'buy' | 'sell' },
  signal: AbortSignal,
) {
  const found = await findPoolOf(ctx, question, signal)
  if (!found.ok) return readFailure(found)
  const { pool, clock } = found.value
  const [inputMint, outputMint] =
    question.side === 'buy' ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint]
  const quote = pool.quote(inputMint, question.amountRaw, clock)
  if (quote === null) return readFailure(fail('no_route', 'the pool cannot trade this amount'))
  return ok({
    dex_type: pool.dex,
    pair_address: pool.address,
    side: question.side,
    input_mint: inputMint,
    output_mint: outputMint,
    amount: exactInteger(question.amountRaw),
    estimated_output: exactInteger(quote.amountOutRaw),
    price_impact_pct: quote.priceImpactPpm / PPM_PER_PCT,
  })
}
