import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import type { MarketEvidence, QuoteEvidence } from '../../contract/chain-evidence.ts'
import { ok } from '../../contract/outcome.ts'
import type { Measurer, Round } from './round.ts'

const SLIPPAGE_BPS = 100

/** Whether there is a service to ask: swaps here are Solana's. */
export function canQuote({ upstreams }: Pick<Measurer, 'upstreams'>, { key }: CatalogChain): boolean {
  return key === 'solana' && upstreams.swap !== null
}

/** Whether a small amount of the wrapped native token can be quoted for the other token of a live pool, by a service
 *  that leaves the keys with the caller. Null when nobody could be asked, or the one who was asked failed. */
export async function measureQuote(
  ctx: Measurer,
  chain: CatalogChain,
  market: MarketEvidence,
  round: Round,
): Promise<QuoteEvidence | null> {
  const { swap } = ctx.upstreams
  const { wrappedNative: inputToken, nativeCurrency } = chain
  if (!canQuote(ctx, chain) || swap === null || inputToken === null || market.pool === null) return null
  const { base, quote } = market.pool
  const outputToken = base === inputToken ? quote : base
  const amountRaw = 10n ** BigInt(nativeCurrency.decimals - CHAIN_TIERS.quoteFractionExponent)
  const answer = await round.ask(
    { source: swap.provider, asked: `quote of ${amountRaw} base units of ${inputToken} for ${outputToken}` },
    async () => {
      const order = { inputMint: inputToken, outputMint: outputToken, amountRaw, slippageBps: SLIPPAGE_BPS }
      const quoted = await swap.quote({ ...order, platformFeeBps: 0 })
      return quoted.ok ? ok(readAmount(quoted.value['outAmount'])) : quoted
    },
    (outAmount) => outAmount !== null,
  )
  // A refusal is an answer: this pair cannot be quoted.
  if (!answer.ok && answer.code !== 'upstream_refused') return null
  return {
    askedAtMs: ctx.clock.nowMs(),
    source: swap.provider,
    inputToken,
    outputToken,
    inAmount: String(amountRaw),
    outAmount: answer.ok ? answer.value : null,
  }
}

function readAmount(value: unknown): string | null {
  const text = String(value)
  return /^[1-9][0-9]{0,38}$/.test(text) ? text : null
}
