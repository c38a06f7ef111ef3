import type { Outcome } from '../../../contract/outcome.ts'
import type { AccountUse, Instruction } from '../instructions.ts'
import type { AccountView } from '../rpc.ts'
import type { DexName } from './dex.ts'

/** Accounts read so far: null for an address without an account, absent for one that was not read. */
export type ReadAccounts = ReadonlyMap<string, AccountView | null>

/** Slot and time of a trade: some fees and limits depend on them. */
export type TradeClock = { readonly slot: number; readonly unixSec: number; readonly epoch: number }

export type SwapFee = {
  readonly kind: 'lp' | 'protocol' | 'creator' | 'platform' | 'referral' | 'transfer'
  /** In base units of this mint. */
  readonly mint: string
  readonly raw: bigint
}

/** What a swap does to the trader's own balances, to the base unit. */
export type SwapQuote = {
  /** What leaves the trader: at most what was offered (a curve that fills up takes less), transfer fees included. */
  readonly amountInRaw: bigint
  /** What arrives, after every fee and the mint's transfer fee. */
  readonly amountOutRaw: bigint
  readonly fees: readonly SwapFee[]
  /** Millionths by which the price got is worse than the price before the trade, fees left out. */
  readonly priceImpactPpm: number
}

/** Whose accounts a swap moves. The token accounts exist when the instruction runs; the one of a side that moves
 *  lamports is ignored. */
export type SwapAccounts = {
  readonly user: string
  readonly inputAccount: string
  readonly outputAccount: string
}

/** One pool, ready to be traded: made from accounts alone, and true for the moment they were read. Both directions take
 *  an exact input. */
export type TradablePool = {
  readonly dex: DexName
  readonly programId: string
  readonly address: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseTokenProgram: string
  readonly quoteTokenProgram: string
  /** The quote side is lamports of the wallet, not a wrapped SOL account (pump.fun curves). */
  readonly movesLamports: boolean
  /** What the pool holds, or stands for at its price, in quote units: pools are compared by it. */
  readonly quoteDepthRaw: bigint
  /** Quote units for one base unit before the trade, fees left out: numerator and denominator. */
  readonly spotPrice: readonly [bigint, bigint]
  readonly isCurve: boolean
  readonly curveProgressPct: number | null
  readonly creator: string | null
  /** Accounts whose change makes this another pool: what a cache has to watch. */
  readonly watch: readonly string[]
  /** Compute units that a swap may need, with room. */
  readonly computeUnits: number
  /** Bytes, as rent counts them, that the program may have the trader pay for on top of the amounts, in accounts it
   *  makes for itself: at most. Absent where it makes none. */
  readonly rentBytes?: number
  /** Null when the pool cannot take or pay that much, or the amount buys nothing. */
  quote(inputMint: string, amountInRaw: bigint, clock: TradeClock): SwapQuote | null
  /** Accounts of the swap instruction, in the program's order. The same pool and accounts give the same array again
   *  where that saves work. */
  accounts(inputMint: string, accounts: SwapAccounts): readonly AccountUse[]
  /** Data of the swap instruction: exact input, least output. Its length does not depend on the amounts. */
  data(inputMint: string, amountInRaw: bigint, minOutRaw: bigint): Uint8Array
  /** What must run before or after the swap in the same transaction besides the token accounts; usually nothing. */
  around?(
    inputMint: string,
    accounts: SwapAccounts,
  ): {
    readonly before: readonly Instruction[]
    readonly after: readonly Instruction[]
  }
}

/** How a DEX is traded: part of its `Dex`. */
export type DexTrading = {
  /** Addresses that must be read before the pool can be traded; asked again with what was read until it is empty. At
   *  most four rounds. An address that stays without an account must not be asked for again. `mint` is one of the two
   *  that the pool trades, and not SOL or a dollar where the other is: a pump.fun curve does not name its token. */
  wants(pool: string, read: ReadAccounts, mint: string): readonly string[]
  /** Fails `no_route` with the reason when it is no pool of this DEX or cannot be traded now. */
  readPool(pool: string, read: ReadAccounts, mint: string): Outcome<TradablePool>
}

/** The swap as an instruction. */
export function swapInstruction(
  pool: TradablePool,
  swap: SwapAccounts & { readonly inputMint: string; readonly amountInRaw: bigint; readonly minOutRaw: bigint },
): Instruction {
  return {
    programId: pool.programId,
    accounts: pool.accounts(swap.inputMint, swap),
    data: pool.data(swap.inputMint, swap.amountInRaw, swap.minOutRaw),
  }
}

const PPM = 1_000_000n

/** 1 - (out / in) / spot in millionths, rounded up, 0 where the trade was no worse than the spot. `spot` is output
 *  units for one input unit; in and out are those that met at the curve, fees left out. */
export function priceImpactPpm(inRaw: bigint, outRaw: bigint, spot: readonly [bigint, bigint]): number {
  const [numerator, denominator] = spot
  const fair = inRaw * numerator
  if (fair <= 0n) return 0
  const lost = fair - outRaw * denominator
  return lost <= 0n ? 0 : Number((lost * PPM + fair - 1n) / fair)
}
