/** What follows the areas: `npm run bench -- engines --rounds=9 --quick`. */
export type BenchOptions = {
  /** Interleaved rounds. Five at least, or the median says little. */
  readonly rounds: number
  /** Small sizes only: to see that everything works, not to quote. */
  readonly isQuick: boolean
}

export function readBenchOptions(defaultRounds: number, args: readonly string[] = process.argv.slice(2)): BenchOptions {
  const rounds = args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length)
  const isQuick = args.includes('--quick')
  const count = rounds === undefined ? (isQuick ? 5 : defaultRounds) : Number(rounds)
  if (!Number.isInteger(count) || count < 5) throw new Error(`--rounds takes a whole number from 5, got ${rounds}`)
  return { rounds: count, isQuick }
}
