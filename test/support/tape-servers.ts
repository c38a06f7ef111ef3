import { after, before } from 'node:test'
import { type OpenServer, openServer } from './open-server.ts'
import { type PublishedToken, publishedTokens } from './published-tokens.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import type { StartedSandbox } from './start-sandbox.ts'

/** What tests of routes over the tape share: one sandbox, a server that follows it and has read it all, one that has
 *  only the providers, one with a node and no one who follows it yet, and one with nothing. */
export type TapeServers = {
  sandbox: StartedSandbox
  tokens: readonly PublishedToken[]
  following: OpenServer
  provider: OpenServer
  waiting: OpenServer
  bare: OpenServer
}

/** Starts them before the tests of a file and stops them after; the members are there once the tests run. */
export function tapeServers(): TapeServers {
  const all = {} as TapeServers
  before(async () => {
    all.sandbox = await sharedSandbox()
    const rpc = all.sandbox.urls['rpc']!
    all.tokens = await publishedTokens(all.sandbox)
    all.following = await openServer({ SANDBOX_URL: rpc }, { follows: true })
    all.provider = await openServer({ SANDBOX_URL: rpc, INGEST_MODE: 'off' })
    all.waiting = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: rpc })
    all.bare = await openServer({ MINTGLASS_MODE: 'live' })
    await untilServing(all.following)
  })
  after(async () => {
    await Promise.all([all.following, all.provider, all.waiting, all.bare].map((server) => server?.stop()))
    await all.sandbox?.stop()
  })
  return all
}

const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 100

/** Two weeks in whole days. */
const KEPT_MS = 15 * 86_400_000

/** Waits until the tape has caught up with the chain, and what is too old of it has been removed. */
export async function untilServing({ get }: OpenServer): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const { json } = await get('/api/v2/stream/chains', { key: null })
    const [chain] = json.chains ?? []
    if (chain?.serving === true && chain.coverage.from > json.generatedAt - KEPT_MS) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error('the tape did not catch up with the chain')
}
