import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { findCandidates } from '../../../src/services/pools/find-candidates.ts'
import { loadPools } from '../../../src/services/pools/load-pools.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

/** A token of each DEX on a node that refuses every scan: where a market-data provider names its pools, they are read
 *  from the chain like those of a scan. */

let sandbox: StartedSandbox
let server: OpenServer
let coins: readonly (PublishedToken & { readonly pool: string })[]

before(async () => {
  sandbox = await startSandbox()
  await sandbox.control('POST', '/slots/pause')
  const ofDex = new Map<string, PublishedToken & { readonly pool: string }>()
  for (const token of await publishedTokens(sandbox)) {
    const { dex, pool, archetype } = token
    if (dex !== null && pool !== null && !ofDex.has(dex) && archetype !== 'stablecoin')
      ofDex.set(dex, { ...token, pool })
  }
  coins = [...ofDex.values()]
  const fault = { provider: 'rpc', match: 'getProgramAccounts', kind: 'rpcError', code: -32_010, message: 'excluded' }
  await sandbox.control('POST', '/faults', fault)
  const { rpc, dexscreener } = sandbox.urls
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: rpc!, DEXSCREENER_URL: dexscreener! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('intel and trading find the pool on every DEX, and still say that there may be more', async () => {
  assert.equal(coins.length, DEXES.length)
  for (const { mint, dex, pool } of coins) {
    const loaded = await loadPools(server.ctx, mint)
    assert(loaded.ok && loaded.cache?.degraded !== true, dex!)
    const found = loaded.value.pools.find(({ address }) => address === pool)
    assert.equal(found?.dex, dex)
    assert(found.baseReserveRaw > 0n && found.quoteReserveRaw > 0n, dex!)
    assert(loaded.value.isLasting && loaded.value.unsought.includes('raydium'), dex!)
    const traded = await findCandidates(server.ctx, mint)
    assert(traded.ok)
    assert(
      traded.value.pools.some(({ address }) => address === pool),
      dex!,
    )
  }
})
