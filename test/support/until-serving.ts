import type { ApiClient } from './api-client.ts'

const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 100

/** Two weeks in whole days. */
const KEPT_MS = 15 * 86_400_000
/** A server serves from a minute behind on; requests that slow its follower down then could put it behind again. */
const CAUGHT_UP_MS = 5_000

/** Waits until the tape has caught up with the chain, and what is too old of it has been removed. */
export async function untilServing({ get }: Pick<ApiClient, 'get'>): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const { json } = await get('/api/v2/stream/chains', { key: null })
    const [chain] = json.chains ?? []
    const isCaughtUp = chain?.serving === true && chain.lagMs < CAUGHT_UP_MS
    if (isCaughtUp && chain.coverage !== null && chain.coverage.from > json.generatedAt - KEPT_MS) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error('the tape did not catch up with the chain')
}
