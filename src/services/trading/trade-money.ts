import { USDC_MINT } from '../../chain/solana/dexes/pumpfun/addresses.ts'
import { USDT_MINT } from '../../chain/solana/dexes/quote-mints.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { TradeMoney } from '../trade-plan/trade-params.ts'

/** The mint behind each money; all of them belong to the classic token program. */
export const MONEY_MINTS: Readonly<Record<TradeMoney, string>> = {
  SOL: NATIVE_MINT,
  WSOL: NATIVE_MINT,
  USDC: USDC_MINT,
  USDT: USDT_MINT,
}
