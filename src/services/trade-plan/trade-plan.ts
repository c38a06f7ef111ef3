import type { DexName } from '../../chain/solana/dexes/dex.ts'
import type { SwapQuote, TradablePool } from '../../chain/solana/dexes/trading.ts'
import type { DurableNonce } from '../landing/landing.ts'
import type { TradeMoney } from './trade-params.ts'

/** One swap of a trade. */
export type Leg = {
  readonly pool: TradablePool
  readonly inputMint: string
  readonly outputMint: string
  readonly amountInRaw: bigint
  readonly minOutRaw: bigint
  readonly quote: SwapQuote
}

/** A token account of the wallet. */
export type OwnAccount = {
  readonly address: string
  readonly mint: string
  readonly tokenProgram: string
  /** It has to be made. */
  readonly isNew: boolean
}

/** A token account of the wallet that ends with the trade; withheld transfer fees go to the mint before. */
export type ClosedAccount = { readonly address: string; readonly hasWithheld: boolean }

/** Who gets the platform fee, in base units of the money. `account` is the wallet's token account for it; null where it
 *  is paid in SOL. */
export type FeePayment = {
  readonly wallet: string
  readonly raw: bigint
  readonly account: { readonly address: string; readonly isNew: boolean } | null
}

/** A trade with its amounts and accounts: everything that its transaction says but the blockhash. */
export type TradePlan = {
  readonly side: 'buy' | 'sell'
  readonly wallet: string
  readonly token: OwnAccount
  /** Tokens of the same wallet in its other account that the sale needs too: moved first. */
  readonly gather: { readonly from: string; readonly raw: bigint; readonly decimals: number } | null
  readonly money: TradeMoney
  readonly moneyMint: string
  /** In order: one, or two where the token is not quoted in this money. */
  readonly legs: readonly Leg[]
  /** Token accounts for the money and for what comes between, where it is not SOL. */
  readonly moneyAccount: OwnAccount | null
  readonly bridgeAccount: OwnAccount | null
  /** Of a wrapped SOL account that lives within the transaction; null where none is needed. */
  readonly scratch: { readonly address: string; readonly seed: string; readonly rentLamports: bigint } | null
  /** What the wallet gives: base units of the money (buy, fee included) or of the token. */
  readonly spendRaw: bigint
  /** What should arrive and what must at least, platform fee taken off. */
  readonly receiveRaw: bigint
  readonly minReceiveRaw: bigint
  readonly fee: FeePayment | null
  readonly tip: { readonly to: string; readonly lamports: bigint } | null
  readonly nonce: DurableNonce | null
  readonly computeUnitPrice: bigint
  /** What a byte of an account costs now: deposits that programs may take are judged by it. */
  readonly lamportsPerByte: bigint
  /** Of loaded account data: sets apart trades that are equal otherwise. */
  readonly dataLimitBytes: number
  /** Accounts of the token that are closed after the sale that empties them. */
  readonly closes: readonly ClosedAccount[]
  /** Of a sale of a part: the part, in millionths of a percent, and the accounts it is a part of. */
  readonly share: { readonly micro: bigint; readonly of: readonly string[] } | null
  /** All of the tokens that the wallet holds are sold. */
  readonly isFullSale: boolean
  readonly dex: DexName
  readonly poolAddress: string
  readonly poolSlot: number
  readonly cacheHit: boolean
  readonly fetchMs: number
  readonly detectMs: number
}
