import Type, { type Static } from 'typebox'
import { TIMEOUTS } from '../config/timeouts.ts'
import { parseWritten } from '../contract/exact-amount.ts'
import { fail, ok } from '../contract/outcome.ts'
import { exactInteger } from '../contract/trading.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { BlockHeight, ComputeUnits, Count, Maybe, U64Text } from '../runtime/reply-ranges.ts'
import { SolanaAddress } from './solana-address.ts'
import type { OpaqueObject, Swap, SwapGeneration, SwapOrder, SwapQuestion } from './swap-capabilities.ts'

/** Clients look up the pools and tokens of a route. */
const RouteStep = Type.Object({
  swapInfo: Maybe(
    Type.Object({
      ammKey: Maybe(SolanaAddress),
      inputMint: Maybe(SolanaAddress),
      outputMint: Maybe(SolanaAddress),
      feeMint: Maybe(SolanaAddress),
    }),
  ),
})
/** The quote is opaque; these members must be present, as our own contract promises them. */
const QuoteReply = Type.Object({
  inputMint: Type.String(),
  inAmount: U64Text,
  outputMint: Type.String(),
  outAmount: U64Text,
  otherAmountThreshold: U64Text,
  swapMode: Type.Optional(Type.String()),
  slippageBps: Type.Optional(Type.Unknown()),
  priceImpactPct: Type.Optional(Type.String()),
  platformFee: Maybe(Type.Object({})),
  routePlan: Type.Optional(Type.Array(RouteStep)),
})
const SwapReply = Type.Object({
  swapTransaction: Type.String({ minLength: 1 }),
  lastValidBlockHeight: Maybe(BlockHeight),
  prioritizationFeeLamports: Maybe(Count),
  computeUnitLimit: Maybe(ComputeUnits),
  simulationError: Maybe(Type.Record(Type.String(), Type.Unknown())),
})

/** Refusals that the provider documents by name. */
const REFUSALS: ReadonlySet<string> = new Set([
  'NO_ROUTES_FOUND',
  'COULD_NOT_FIND_ANY_ROUTE',
  'ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT',
  'MARKET_NOT_FOUND',
  'TOKEN_NOT_TRADABLE',
  'NOT_SUPPORTED',
  'CIRCULAR_ARBITRAGE_IS_DISABLED',
  'CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD',
  'MAX_ACCOUNT_GREATER_THAN_MAX',
  'INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE',
  'FAILED_TO_GET_SWAP_AND_ACCOUNT_METAS',
])

/** Quotes of one generation, builds of either: a quote goes back to the one that made it. Source: Jupiter Swap API v1,
 *  and v2 `/quote` and `/swap` (which needs a key). */
export function createJupiterSwap(http: HttpClient, generation: SwapGeneration): Swap {
  return {
    provider: http.provider,
    generation,
    async quote({ inputMint, outputMint, amountRaw, slippageBps, platformFeeBps }, limits = {}) {
      const reply = await http.getJson({
        path: `/swap/${generation}/quote`,
        query: {
          inputMint,
          outputMint,
          amount: String(amountRaw),
          slippageBps,
          platformFeeBps: platformFeeBps > 0 ? platformFeeBps : undefined,
        },
        timeoutMs: limits.timeoutMs ?? TIMEOUTS.swapQuoteMs,
        signal: limits.signal,
        schema: QuoteReply,
        parse: parseShallow,
        refusal: refusalOf,
      })
      if (!reply.ok) return reply
      const difference = differenceOf(reply.value, { inputMint, outputMint, amountRaw, slippageBps })
      if (difference !== null) return fail('upstream_failed', `${http.provider} quoted another ${difference}`)
      return ok(reply.value as OpaqueObject)
    },
    async build(order, limits = {}) {
      const reply = await http.postJson({
        path: `/swap/${order.generation}/swap`,
        json: order.generation === 'v1' ? bodyOfV1(order) : bodyOfV2(order),
        // Building moves nothing: it may be asked for again.
        idempotent: true,
        isCallersOwn: true,
        timeoutMs: limits.timeoutMs ?? TIMEOUTS.swapBuildMs,
        signal: limits.signal,
        schema: SwapReply,
        refusal: refusalOf,
      })
      if (!reply.ok) return reply
      const { swapTransaction, lastValidBlockHeight, prioritizationFeeLamports, computeUnitLimit, simulationError } =
        reply.value
      return ok({
        transaction: swapTransaction,
        lastValidBlockHeight: lastValidBlockHeight ?? null,
        prioritizationFeeLamports: prioritizationFeeLamports ?? null,
        computeUnitLimit: computeUnitLimit ?? null,
        simulationError: simulationError ?? null,
      })
    },
  }
}

/** Wrapping, accounts and the compute limit are fixed (spec 4.5). */
function bodyOfV1({ quote, wallet, feeAccount, computeUnitPrice }: SwapOrder) {
  return {
    quoteResponse: quote,
    userPublicKey: wallet,
    wrapAndUnwrapSol: true,
    useSharedAccounts: false,
    dynamicComputeUnitLimit: true,
    ...(feeAccount === null ? {} : { feeAccount }),
    ...(computeUnitPrice === null ? {} : { computeUnitPriceMicroLamports: exactInteger(computeUnitPrice) }),
  }
}

/** Knows neither shared accounts nor a price or a limit of one's own: those are written into what it builds. */
function bodyOfV2({ quote, wallet, feeAccount }: SwapOrder) {
  return {
    quoteResponse: quote,
    taker: wallet,
    wrapAndUnwrapSol: true,
    ...(feeAccount === null ? {} : { feeAccount }),
  }
}

/** In what a quote is not one for this question; null for one that is. */
function differenceOf(
  quote: Static<typeof QuoteReply>,
  { inputMint, outputMint, amountRaw, slippageBps }: Omit<SwapQuestion, 'platformFeeBps'>,
): string | null {
  if (quote.inputMint !== inputMint || quote.outputMint !== outputMint) return 'pair'
  if (BigInt(quote.inAmount) !== amountRaw) return 'amount'
  if (quote.swapMode !== undefined && quote.swapMode !== 'ExactIn') return 'mode'
  // Numbers are objects here, too.
  if ([quote.platformFee, ...(quote.routePlan ?? [])].some((one) => writtenOf(one) !== null)) return 'kind of route'
  if (quote.slippageBps !== undefined && writtenOf(quote.slippageBps) !== String(slippageBps)) return 'slippage'
  return BigInt(quote.otherAmountThreshold) > BigInt(quote.outAmount) ? 'threshold' : null
}

/** A number as it was written; null for what is none. */
function writtenOf(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : null
}

/** Seen under both spellings. */
function refusalOf(json: unknown): string | null {
  const { errorCode, error_code: otherCode } = (json ?? {}) as { errorCode?: unknown; error_code?: unknown }
  const code = errorCode ?? otherCode
  return typeof code === 'string' && REFUSALS.has(code) ? code : null
}

/** What nests so deep that walking it runs out of stack is no answer. */
function parseShallow(text: string): unknown {
  try {
    return parseWritten(text)
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('nests too deep', { cause: error })
    throw error
  }
}
