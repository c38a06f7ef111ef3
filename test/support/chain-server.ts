import { type ChainWorld, startChainWorld } from './chain-world.ts'
import { type OpenServer, openServer } from './open-server.ts'

/** A live server over providers that know Base whole and Optimism in part. */
export async function openChainServer(
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly world: ChainWorld; readonly server: OpenServer }> {
  const world = await startChainWorld(() => server.clock.nowMs())
  const server: OpenServer = await openServer({
    MINTGLASS_MODE: 'live',
    DEXSCREENER_URL: world.url,
    GECKOTERMINAL_URL: world.url,
    GECKOTERMINAL_API_KEY: 'test',
    GOPLUS_URL: world.url,
    GOPLUS_API_KEY: 'test',
    ...env,
  })
  world.said.set('base', { pairs: 'm5', pools: 60_000, security: 'whole' })
  world.said.set('optimism', { pairs: 'h6', pools: 7_200_000, security: 'whole' })
  return { world, server }
}
