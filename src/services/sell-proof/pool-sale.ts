import type { AccountUse, Instruction } from '../../chain/solana/instructions.ts'
import type { AccountDelta } from '../../workers/tasks.ts'

export type SaleToken = { readonly mint: string; readonly tokenProgram: string; readonly supplyRaw: bigint }

/** A trade and what the pool's own formula says the trader's quote balance must change by. */
export type PlannedTrade = {
  readonly instructions: readonly Instruction[]
  /** Below zero for a round trip: it costs the fees. */
  readonly expectedRaw: bigint
  /** What `expectedRaw` is a loss of: the sale's own proceeds, or what a round trip spends. */
  readonly atStakeRaw: bigint
  /** The quote is the wallet's own SOL, from which fees are paid as well. */
  readonly paysInLamports: boolean
  /** Change of the trader's quote balance, out of what the run did to accounts. */
  receivedRaw(deltas: readonly AccountDelta[]): bigint
}

/** A pool whose state has been read, ready to be sold into. */
export type PoolSale = {
  /** Null when the pool cannot pay for so much. */
  sell(trade: {
    readonly seller: string
    readonly payer: string
    readonly amountRaw: bigint
    readonly hookAccounts: readonly AccountUse[]
  }): PlannedTrade | null
  /** Buys for about `lamports` and sells all of it, in one transaction; null when the pool is not quoted in SOL, or
   *  where what a purchase leaves cannot be quoted. */
  roundTrip(trade: { readonly trader: string; readonly lamports: bigint }): PlannedTrade | null
}

/** Change of a token account's amount. */
export function tokenChangeRaw(deltas: readonly AccountDelta[], account: string): bigint {
  const token = deltas.find(({ address }) => address === account)?.token
  return token ? token.afterRaw - token.beforeRaw : 0n
}

/** Change of a wallet's SOL by its trade alone: the deposits of accounts that came to be are its own money still. */
export function tradeLamports(deltas: readonly AccountDelta[], wallet: string): bigint {
  const own = deltas.find(({ address }) => address === wallet)
  const change = own === undefined ? 0n : own.lamportsAfter - own.lamportsBefore
  const deposits = deltas.filter(({ address, lamportsBefore }) => address !== wallet && lamportsBefore === 0n)
  return deposits.reduce((sum, { lamportsAfter }) => sum + lamportsAfter, change)
}
