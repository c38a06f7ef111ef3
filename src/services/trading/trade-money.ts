import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../contract/mints.ts'
import type { TradeMoney } from '../trade-plan/trade-params.ts'

/** The mint of each currency; all of them belong to the classic token program. */
export const MONEY_MINTS: Readonly<Record<TradeMoney, string>> = {
  SOL: WSOL_MINT,
  WSOL: WSOL_MINT,
  USDC: USDC_MINT,
  USDT: USDT_MINT,
}
