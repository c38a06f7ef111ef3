import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { USDC_MINT, USDT_MINT } from '../../contract/mints.ts'
import type { TradeMoney } from '../trade-plan/trade-params.ts'

/** The mint behind each money; all of them belong to the classic token program. */
export const MONEY_MINTS: Readonly<Record<TradeMoney, string>> = {
  SOL: NATIVE_MINT,
  WSOL: NATIVE_MINT,
  USDC: USDC_MINT,
  USDT: USDT_MINT,
}
