import { claimWorld } from './claim-world.ts'
import { recordSolPrice } from './record-sol-price.ts'
import { refreshTrending } from './refresh-trending.ts'
import type { Job } from './runner.ts'

/** What every process runs on a timer. */
export const PROCESS_JOBS: readonly Job[] = [{ name: 'claim-world', everyMs: 5_000, run: claimWorld }]

/** What only the process with the role `all` runs. */
export const SINGLE_JOBS: readonly Job[] = [
  { name: 'record-sol-price', everyMs: 30_000, run: recordSolPrice },
  { name: 'refresh-trending', everyMs: 60_000, run: refreshTrending },
]
