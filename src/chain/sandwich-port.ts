import type { Outcome } from '../contract/outcome.ts'

/** A swap of a wallet in one pool. */
export type SwapInPool = {
  readonly signature: string
  readonly slot: number
  readonly wallet: string
  readonly dex: string
  readonly pool: string
}

/** Trades around a swap that look like a sandwich: somebody bought before it and sold as much after it. */
export type Suspected = {
  readonly victim: SwapInPool
  readonly side: 'buy' | 'sell'
  readonly attacker: string
  /** Every wallet that traded or paid for the attack. */
  readonly attackers: readonly string[]
  readonly frontRuns: readonly string[]
  readonly backRuns: readonly string[]
  readonly slots: readonly [first: number, last: number]
  readonly baseMint: string
  readonly quoteMint: string
  /** Base units of the quote: what the attacker's trades brought, pool fees paid, network fees and tips not. */
  readonly attackerProfitRaw: bigint
  /** What the victim gave and got, on its side. */
  readonly inputMint: string
  readonly inRaw: bigint
  readonly outRaw: bigint
  /** The swap computed again without the front run. Fails as the node fails. */
  measure(signal: AbortSignal): Promise<Outcome<Measured>>
}

export type Measured =
  | { readonly isProved: true; readonly loss: Loss }
  /** Why it could not be computed. */
  | { readonly isProved: false; readonly reason: string }

export type Loss = {
  /** What the swap would have taken and given. */
  readonly fairInRaw: bigint
  readonly fairOutRaw: bigint
  /** Base units of the quote. */
  readonly quoteRaw: bigint
  /** Of a swap for an exact input that bought: base units of the base that it went without; 0 otherwise. */
  readonly baseRaw: bigint
  readonly extraSlippagePct: number
}

/** `unread`: the node does not show what happened around the swap. */
export type Suspicion =
  | { readonly kind: 'suspected'; readonly suspected: Suspected }
  | { readonly kind: 'clear' }
  | { readonly kind: 'unread' }

export type SandwichReads = {
  /** What stands around a swap. Fails as the node fails. */
  suspect(swap: SwapInPool, signal: AbortSignal): Promise<Outcome<Suspicion>>
}
