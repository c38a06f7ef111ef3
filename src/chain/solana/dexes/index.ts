import type { Dex } from './dex.ts'
import { pumpfun } from './pumpfun/index.ts'
import { pumpswap } from './pumpswap/index.ts'

/** Every DEX the service reads. A new one is a folder and a line here. */
export const DEXES: readonly Dex[] = [pumpfun, pumpswap]
