import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import { bonkTrades } from './bonk.ts'
import type { DexTrades } from './dex-trades.ts'
import { meteoraTrades } from './meteora.ts'
import { dammV2Trades } from './meteora-damm-v2.ts'
import { dbcTrades } from './meteora-dbc.ts'
import { whirlpoolTrades } from './orca.ts'
import { pumpfunTrades } from './pumpfun.ts'
import { pumpswapTrades } from './pumpswap.ts'
import { raydiumTrades } from './raydium.ts'
import { clmmTrades } from './raydium-clmm.ts'
import { cpmmTrades } from './raydium-cpmm.ts'

/** Every DEX of the sandbox; a new one is its file in this folder and a line here. */
const DEX_TRADES: readonly DexTrades[] = [
  pumpfunTrades,
  pumpswapTrades,
  raydiumTrades,
  cpmmTrades,
  clmmTrades,
  bonkTrades,
  meteoraTrades,
  dammV2Trades,
  dbcTrades,
  whirlpoolTrades,
]

const BY_NAME = new Map(DEX_TRADES.map((one) => [one.dex, one]))

/** Null for a DEX that the sandbox does not emulate. */
export function dexTradesOf(dex: DexName): DexTrades | null {
  return BY_NAME.get(dex) ?? null
}
