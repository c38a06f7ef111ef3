import type { DexName } from '../../chain/solana/dexes/dex.ts'

/** What a token is paid with or sold for. SOL is the wallet's own lamports, WSOL its wrapped SOL account. */
export const TRADE_MONEY = { SOL: 9, WSOL: 9, USDC: 6, USDT: 6 } as const
export type TradeMoney = keyof typeof TRADE_MONEY

/** Part of a balance, in millionths of a percent. */
export type TradeAmount =
  | { readonly kind: 'raw'; readonly raw: bigint }
  | { readonly kind: 'percent'; readonly micro: bigint }

/** A trade as it was asked for, checked and with its defaults filled in. Addresses have the form of one. */
export type TradeParams = {
  readonly side: 'buy' | 'sell'
  readonly mint: string
  /** Base units of the money (buy) or of the token, or a part of the tokens held (sell). */
  readonly amount: TradeAmount
  readonly money: TradeMoney
  readonly dex: DexName | null
  readonly poolAddress: string | null
  readonly slippageBps: number
  /** The most that it may lose against the price before it, fees of the pool included; null where none was named. */
  readonly maxImpactBps: number | null
  readonly mevProtect: boolean
  /** Paid to the block engine by a custodial trade with `mevProtect`. */
  readonly tipLamports: bigint
  readonly computeUnitPrice: bigint
  readonly clientSigns: boolean
  /** Who signs and pays, where the server does not. */
  readonly wallet: string | null
  readonly useRouter: boolean
  /** Built into a client-signed transaction; null where none was named. */
  readonly mevTipLamports: bigint | null
  readonly mevTipBps: number | null
  readonly feeBps: number | null
  readonly feeWallet: string | null
  readonly nonce: { readonly account: string; readonly value: string } | null
  readonly simulate: boolean
  readonly closeTokenAccount: boolean
  readonly wantsManifest: boolean
  /** The body as it came, for telling a repeated request from another one. */
  readonly json: unknown
}
