import { LAUNCHLAB_PROGRAM } from './bonk/addresses.ts'
import { DAMM_V1_PROGRAM, DLMM_PROGRAM } from './meteora/addresses.ts'
import { DAMM_V2_PROGRAM } from './meteora-damm-v2/addresses.ts'
import { WHIRLPOOL_IMMUTABLE_PROGRAM, WHIRLPOOL_PROGRAM } from './orca/addresses.ts'
import { PUMP_PROGRAM } from './pumpfun/addresses.ts'
import { PUMPSWAP_PROGRAM } from './pumpswap/addresses.ts'
import { RAYDIUM_PROGRAM } from './raydium/addresses.ts'
import { CPMM_PROGRAM } from './raydium-cpmm/addresses.ts'

/** The aggregator's router: it holds the least of a whole route. */
const JUPITER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** Codes with which the programs refuse a swap that would pay less than the least asked for, or cost more than the most.
 *  Read off the programs' interface descriptions. */
const SLIPPAGE_CODES: readonly (readonly [program: string, ...codes: number[]])[] = [
  [PUMP_PROGRAM, 6002, 6003, 6042],
  [PUMPSWAP_PROGRAM, 6004, 6040],
  [RAYDIUM_PROGRAM, 30],
  [CPMM_PROGRAM, 6005],
  [DLMM_PROGRAM, 6003, 6004],
  [DAMM_V1_PROGRAM, 6004],
  [DAMM_V2_PROGRAM, 6002],
  [WHIRLPOOL_PROGRAM, 6036, 6037],
  [WHIRLPOOL_IMMUTABLE_PROGRAM, 6036, 6037],
  [LAUNCHLAB_PROGRAM, 6004],
  [JUPITER_PROGRAM, 6001],
]

const NAMES: ReadonlySet<string> = new Set(
  SLIPPAGE_CODES.flatMap(([program, ...codes]) => codes.map((code) => `program:${program}:Custom(${code})`)),
)

/** Whether an error in the form `program:<id>:Custom(<code>)` says that the price moved beyond a trade's limit. */
export function isSlippageError(name: string): boolean {
  return NAMES.has(name)
}
