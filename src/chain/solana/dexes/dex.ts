import type { Outcome } from '../../../contract/outcome.ts'
import type { TapeDex, TradeVenue } from '../../../contract/tape-event.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import type { ChainTransaction } from '../transaction.ts'
import type { SwapReplay } from './swap-replay.ts'
import type { DexTrading } from './trading.ts'

/** One list: what can be decoded has a code on the tape. */
export type DexName = TapeDex

/** A pool of a mint, read from chain accounts. Reserves are what a trade runs against: virtual on curves, and where
 *  liquidity is in ranges or bins the constant product that it equals at the present price. So quote by base is the
 *  pool's price on every DEX, fees left out, down to the rounding of a base unit. */
export type Pool = {
  readonly dex: DexName
  readonly programId: string
  readonly address: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseReserveRaw: bigint
  readonly quoteReserveRaw: bigint
  /** What can really be taken out (curves hold less than their virtual reserves say). */
  readonly realBaseReserveRaw: bigint
  readonly realQuoteReserveRaw: bigint
  /** Accounts that hold the pool's tokens: their owner is the pool, not a holder. */
  readonly vaultOwners: readonly string[]
  readonly creator: string | null
  /** Curves only: 0-100, and whether trading has moved on. */
  readonly curveProgressPct: number | null
  readonly curveComplete: boolean
  readonly tradeable: boolean
}

/** One trade, counted once however often the program announces it. Amounts are what the trader's side moved, fees
 *  included, in base units. */
export type DexTrade<Venue extends TradeVenue = DexName> = {
  readonly dex: Venue
  readonly programId: string
  readonly pool: string
  readonly signature: string
  /** Position inside the transaction: top-level index, then inner index or -1. */
  readonly instructionPath: readonly [number, number]
  readonly slot: number
  readonly blockTimeSec: number | null
  readonly indexInBlock: number | null
  readonly side: 'buy' | 'sell'
  readonly trader: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseAmountRaw: bigint
  readonly quoteAmountRaw: bigint
  /** Reserves after the trade, where the program says them. */
  readonly baseReserveRaw: bigint | null
  readonly quoteReserveRaw: bigint | null
}

/** A token or pool that came to be. */
export type DexLaunch = {
  readonly dex: DexName
  readonly kind: 'launch' | 'pool' | 'graduation'
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly creator: string | null
  readonly name: string | null
  readonly symbol: string | null
  readonly uri: string | null
  readonly signature: string
  readonly instructionPath: readonly [number, number]
  readonly slot: number
  readonly blockTimeSec: number | null
}

/** What a pool's account says of its LP tokens. */
export type LpState = {
  readonly lpMint: string
  /** Given out and not handed in, whatever was burned since. */
  readonly lpSupply: bigint
  readonly creator: string | null
}

/** What a DEX folder provides; the list is `dexes/index.ts`. */
export type Dex = {
  readonly name: DexName
  /** Shown as the venue of a pool. */
  readonly label: string
  /** Who runs its programs: the entity that the list of known addresses gives them. */
  readonly operator: string
  /** What vendors of parsed transactions call it, where that is not the name of its operator. */
  readonly parsedSource?: string
  /** Those vendors name it as the source of a swap also where a router called it. */
  readonly namedBeforeRouters?: true
  readonly programIds: readonly string[]
  /** By program, the codes with which it refuses a swap that would pay less than the least asked for, or cost more than
   *  the most. Read off the programs' interface descriptions. */
  readonly slippageCodes: Readonly<Record<string, readonly number[]>>
  /** By program, what a pool's account says of its LP tokens. Absent where liquidity is no tokens: curves have none,
   *  bins and ranges have positions. */
  readonly lpTokens?: Readonly<Record<string, (data: Uint8Array) => LpState | null>>
  /** Tokens come to be on its curves and leave them when these are sold out. */
  readonly isLaunchpad: boolean
  /** Its trades say what is really in the pool after them: curves say virtual reserves, ranges and bins none. */
  readonly saysReserves?: true
  /** Pools of a mint found on chain, by derived addresses first and by scans where the node allows them. */
  findPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>>
  /** Address at which a mint's history starts on this DEX (its curve or pool); null when it cannot be derived. */
  launchAddress(mint: string): string | null
  /** Whether an account is a pool of this DEX. Test the owner program first: discriminators collide. */
  isPoolAccount(account: AccountView): boolean
  /** Amounts are what the program's own events say, also where a lying node made them impossible (see
   *  `possible-trades.ts`). */
  decodeTrades(transaction: ChainTransaction): readonly DexTrade[]
  decodeLaunches(transaction: ChainTransaction): readonly DexLaunch[]
  /** Absent where it is only read. */
  readonly trading?: DexTrading
  /** Absent where a swap's record does not show the pool that it ran against. */
  readonly replay?: SwapReplay
}
