import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { OpaqueObject, SwapQuestion } from '../../upstreams/swap-capabilities.ts'
import { tagQuote } from './quote-tag.ts'

/** The aggregator's quote as it came, with the generation that made it. Fails as its adapter does. */
export async function quoteSwap(
  ctx: Context,
  question: SwapQuestion,
  signal?: AbortSignal,
): Promise<Outcome<OpaqueObject>> {
  const { swap } = ctx.upstreams
  if (swap === null) return fail('unconfigured', 'provider not configured: swap')
  const quote = await swap.quote(question, signal === undefined ? {} : { signal })
  return quote.ok ? ok(tagQuote(quote.value, swap.generation)) : quote
}
