import { claimWorld } from './claim-world.ts'
import { recordSolPrice } from './record-sol-price.ts'
import { refreshTrending } from './refresh-trending.ts'
import type { Job } from './runner.ts'

/** What every process runs on a timer. `onNewWorld`: what its own memory holds of the old chain is void. */
export function processJobs(onNewWorld: () => void): readonly Job[] {
  return [{ name: 'claim-world', everyMs: 5_000, run: (ctx) => claimWorld(ctx, onNewWorld) }]
}

/** What only the process with the role `all` runs. */
export const SINGLE_JOBS: readonly Job[] = [
  { name: 'record-sol-price', everyMs: 30_000, run: recordSolPrice },
  { name: 'refresh-trending', everyMs: 60_000, run: refreshTrending },
]
