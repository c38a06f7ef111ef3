import { DEXES } from './index.ts'

/** The aggregator's router: it holds the least of a whole route. */
const JUPITER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const JUPITER_CODES = [6001]

const SLIPPAGE_CODES: readonly (readonly [program: string, codes: readonly number[]])[] = [
  ...DEXES.flatMap(({ slippageCodes }) => Object.entries(slippageCodes)),
  [JUPITER_PROGRAM, JUPITER_CODES],
]

const NAMES: ReadonlySet<string> = new Set(
  SLIPPAGE_CODES.flatMap(([program, codes]) => codes.map((code) => `program:${program}:Custom(${code})`)),
)

/** Whether an error in the form `program:<id>:Custom(<code>)` says that the price moved beyond a trade's limit. */
export function isSlippageError(name: string): boolean {
  return NAMES.has(name)
}
