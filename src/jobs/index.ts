import { recordSolPrice } from './record-sol-price.ts'
import { refreshTrending } from './refresh-trending.ts'
import type { Job } from './runner.ts'

/** Everything that runs on a timer. Only the process with the role `all` runs them. */
export const JOBS: readonly Job[] = [
  { name: 'record-sol-price', everyMs: 30_000, run: recordSolPrice },
  { name: 'refresh-trending', everyMs: 60_000, run: refreshTrending },
]
