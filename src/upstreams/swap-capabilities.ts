import type { Outcome } from '../contract/outcome.ts'
import type { CallLimits } from './landing-capabilities.ts'

/** What an aggregator can do: quote a swap and build it, and keep orders that others fill. Nothing it builds is
 *  signed. */

/** A JSON object with its numbers as they were written (`WrittenNumber`), whose members are no one's business but the
 *  provider's. */
export type OpaqueObject = Readonly<Record<string, unknown>>

/** Generations of the aggregator's swap interface. Each builds its own quotes and no others. */
export const SWAP_GENERATIONS = ['v1', 'v2'] as const
export type SwapGeneration = (typeof SWAP_GENERATIONS)[number]

/** An exact amount in, for as much as it yields. */
export type SwapQuestion = {
  readonly inputMint: string
  readonly outputMint: string
  /** Base units of the input. */
  readonly amountRaw: bigint
  readonly slippageBps: number
  /** 0 for none. */
  readonly platformFeeBps: number
}
export type SwapOrder = {
  readonly generation: SwapGeneration
  /** As it was given out, without anything of ours. */
  readonly quote: OpaqueObject
  readonly wallet: string
  /** Of the platform fee that the quote holds. */
  readonly feeAccount: string | null
  /** Millionths of a lamport for each unit; not every generation takes it. */
  readonly computeUnitPrice: bigint | null
}
export type BuiltSwap = {
  /** Base64, unsigned. */
  readonly transaction: string
  readonly lastValidBlockHeight: number | null
  readonly prioritizationFeeLamports: number | null
  readonly computeUnitLimit: number | null
  /** What the provider's own run of it came to, where it ran it and that failed. */
  readonly simulationError: OpaqueObject | null
}

export type Swap = {
  readonly provider: string
  /** That makes new quotes. */
  readonly generation: SwapGeneration
  quote(question: SwapQuestion, limits?: CallLimits): Promise<Outcome<OpaqueObject>>
  build(order: SwapOrder, limits?: CallLimits): Promise<Outcome<BuiltSwap>>
}

/** One execution of an order. Amounts are base units as text. */
export type OrderFill = {
  readonly signature: string
  readonly inputRaw: string
  readonly outputRaw: string
  readonly feeMint: string | null
  readonly feeRaw: string | null
  /** ISO 8601. */
  readonly confirmedAt: string | null
}
/** What orders of both kinds have: an account and tokens that have addresses. Times are ISO 8601. */
type OrderFacts = {
  readonly key: string
  readonly wallet: string
  readonly inputMint: string
  readonly outputMint: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly openSignature: string | null
  readonly closeSignature: string | null
  readonly fills: readonly OrderFill[]
}
export type LimitOrder = OrderFacts & {
  readonly makingRaw: string
  readonly takingRaw: string
  readonly remainingMakingRaw: string
  readonly remainingTakingRaw: string
  readonly slippageBps: number | null
  readonly expiredAt: string | null
  /** The provider's word: Open, Completed, Cancelled, ... */
  readonly status: string
}
export type DcaPosition = OrderFacts & {
  readonly depositedRaw: string
  readonly withdrawnRaw: string
  readonly usedRaw: string
  readonly perCycleRaw: string | null
  readonly receivedRaw: string
  readonly receivedWithdrawnRaw: string
  readonly minOutRaw: string | null
  readonly maxOutRaw: string | null
  readonly cycleSecs: number | null
  readonly userClosed: boolean | null
}

export type OrderPage<T> = { readonly rows: readonly T[]; readonly page: number; readonly totalPages: number }
export type OrderPageQuestion = {
  readonly wallet: string
  readonly status: 'active' | 'history'
  /** From 1, ten a page. */
  readonly page: number
}
/** `transaction` is base64 and unsigned. */
export type OrderTransaction = { readonly requestId: string; readonly transaction: string }

export type LimitOrders = {
  readonly provider: string
  /** `order` is null where the provider does not say it: the transaction does. */
  create(
    order: {
      readonly inputMint: string
      readonly outputMint: string
      readonly maker: string
      /** Handed on as it is. */
      readonly payer: unknown
      readonly makingRaw: bigint
      readonly takingRaw: bigint
    },
    limits?: CallLimits,
  ): Promise<Outcome<OrderTransaction & { readonly order: string | null }>>
  /** `maker` is handed on as it is. */
  cancel(
    order: { readonly order: string; readonly maker: unknown },
    limits?: CallLimits,
  ): Promise<Outcome<OrderTransaction>>
  list(question: OrderPageQuestion, limits?: CallLimits): Promise<Outcome<OrderPage<LimitOrder>>>
}

export type DcaOrders = {
  readonly provider: string
  create(
    order: {
      readonly inputMint: string
      readonly outputMint: string
      readonly user: string
      /** Of all cycles together. */
      readonly inputRaw: bigint
      readonly cycles: bigint
      readonly cycleSecs: bigint
    },
    limits?: CallLimits,
  ): Promise<Outcome<OrderTransaction>>
  /** `user` is handed on as it is. */
  close(
    position: { readonly position: string; readonly user: unknown },
    limits?: CallLimits,
  ): Promise<Outcome<OrderTransaction>>
  list(question: OrderPageQuestion, limits?: CallLimits): Promise<Outcome<OrderPage<DcaPosition>>>
}
