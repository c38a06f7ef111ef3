import { after, before } from 'node:test'
import { type OpenServer, openServer } from './open-server.ts'
import { type PublishedToken, publishedTokens } from './published-tokens.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import type { StartedSandbox } from './start-sandbox.ts'

/** What tests of the market routes share: one sandbox, a server with every provider, one that has only the keyless ones
 *  (pairs and the pool index), one with a node alone, and one with nothing. */
export type MarketServers = {
  sandbox: StartedSandbox
  tokens: readonly PublishedToken[]
  full: OpenServer
  keyless: OpenServer
  alone: OpenServer
  bare: OpenServer
}

/** Starts them before the tests of a file and stops them after; the members are there once the tests run. */
export function marketServers(): MarketServers {
  const all = {} as MarketServers
  before(async () => {
    all.sandbox = await sharedSandbox()
    const { urls } = all.sandbox
    all.tokens = await publishedTokens(all.sandbox)
    const live = { MINTGLASS_MODE: 'live' }
    all.full = await openServer({ SANDBOX_URL: urls['rpc']! })
    all.keyless = await openServer({
      ...live,
      SOLANA_RPC_URL: urls['rpc']!,
      DEXSCREENER_URL: urls['dexscreener']!,
      GECKOTERMINAL_URL: urls['geckoterminal']!,
    })
    all.alone = await openServer({ ...live, SOLANA_RPC_URL: urls['rpc']! })
    all.bare = await openServer(live)
  })
  after(async () => {
    await Promise.all([all.full, all.keyless, all.alone, all.bare].map((server) => server?.stop()))
    await all.sandbox?.stop()
  })
  return all
}

export function tokenOf({ tokens }: MarketServers, archetype: string): PublishedToken {
  const token = tokens.find((one) => one.archetype === archetype)
  if (token === undefined) throw new Error(`the sandbox publishes no ${archetype}`)
  return token
}

/** The price that the prices route tells. */
export async function priceOf(server: OpenServer, mint: string): Promise<number> {
  return (await server.post('/api/v2/tokens/prices', { mints: [mint] })).json.prices[mint].priceUsd
}

/** Providers round their figures. */
export const isNear = (a: number, b: number, share = 1e-5) => Math.abs(a / b - 1) < share
