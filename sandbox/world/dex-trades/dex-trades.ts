import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import type { SandboxChain } from '../../chain/types.ts'

/** A pool as far as it never changes. */
export type PoolRef = { readonly address: string; readonly baseMint: string; readonly quoteMint: string }

/** What a pool's accounts say now. */
export type PoolReading = {
  /** Base units: what a trade runs against on curves, what the vaults hold (fees owed left out) elsewhere. */
  readonly baseReserveRaw: bigint
  readonly quoteReserveRaw: bigint
  /** Base units of the quote for one base unit of the base, fees left out; null: the quotient of the reserves. */
  readonly quotePerBase: number | null
  /** Curves only, 0-100. */
  readonly curveProgressPct: number | null
}

export type TradeRequest = {
  readonly pool: PoolRef
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  /** Quote to spend (buy) or base to give (sell), in base units. */
  readonly amountRaw: bigint
}

export type CreateRequest = {
  readonly creator: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
}

export type CreatedPool = {
  readonly pool: string
  /** One list per transaction, in order; the creator pays and signs. */
  readonly transactions: readonly (readonly Instruction[])[]
}

/** Who owns a pool's liquidity, where that is told by LP tokens. */
export type PoolShares = {
  readonly lpMint: string
  /** LP tokens by the pool's own count: burned ones are part of it. */
  readonly lpSupplyRaw: bigint
  /** Token accounts of the base and of the quote. */
  readonly vaults: readonly [base: string, quote: string]
  readonly creator: string | null
}

/** What the sandbox knows of one DEX: how its pools read, and what a wallet signs there. */
export type DexTrades = {
  readonly dex: DexName
  /** Null when there is no pool at that address, or when no one can trade on it (a curve that is full, empty
   *  vaults). */
  readPool(chain: Pick<SandboxChain, 'account'>, pool: PoolRef): PoolReading | null
  /** Everything one trade takes, at any price: token accounts made where needed, SOL wrapped and unwrapped. Null when
   *  the pool cannot be traded. */
  trade(chain: SandboxChain, request: TradeRequest): readonly Instruction[] | null
  /** Absent where liquidity is no LP token; null when there is no pool. */
  readShares?(chain: Pick<SandboxChain, 'account'>, pool: PoolRef): PoolShares | null
  /** A new pool with its first liquidity from the creator's associated accounts (SOL is wrapped and unwrapped). */
  createPool?(chain: SandboxChain, request: CreateRequest): CreatedPool | null
}
