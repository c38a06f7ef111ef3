import { bonk } from './bonk/index.ts'
import type { Dex } from './dex.ts'
import { meteora } from './meteora/index.ts'
import { meteoraDammV2 } from './meteora-damm-v2/index.ts'
import { meteoraDbc } from './meteora-dbc/index.ts'
import { orca } from './orca/index.ts'
import { pumpfun } from './pumpfun/index.ts'
import { pumpswap } from './pumpswap/index.ts'
import { raydium } from './raydium/index.ts'
import { raydiumClmm } from './raydium-clmm/index.ts'
import { raydiumCpmm } from './raydium-cpmm/index.ts'

/** Every DEX the service knows: whose pools and launches it reads, whose trades the tape follows, and on which it
 *  trades. A new one is a folder and a line here. */
export const DEXES: readonly Dex[] = [
  pumpfun,
  pumpswap,
  raydium,
  raydiumCpmm,
  raydiumClmm,
  meteora,
  meteoraDammV2,
  meteoraDbc,
  bonk,
  orca,
]
