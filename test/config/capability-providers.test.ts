import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAPABILITY_PROVIDERS, sayUnset } from '../../src/config/capability-providers.ts'
import { readConfig } from '../../src/config/env.ts'
import { mountRoutes } from '../../src/http/mount.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { CAPABILITIES } from '../../src/upstreams/registry.ts'
import { fakeContext } from '../support/fake-context.ts'

test('the settings of a capability are those of the providers that supply it', () => {
  const supplied = Object.entries(CAPABILITIES).map(([name, { providers }]) => [name, [...providers]])
  const { rpc, tape, ...named } = CAPABILITY_PROVIDERS
  assert.deepEqual(Object.fromEntries(supplied), named)
  assert.deepEqual([rpc, tape], [['solanaRpc'], ['solanaRpc']])
})

test('a refusal says which setting is missing, and none that is there', () => {
  const bare = readConfig({ MINTGLASS_MODE: 'live' })
  assert.equal(sayUnset(['pairs'], bare), 'DEXSCREENER_URL is not set')
  assert.equal(sayUnset(['prices', 'swap'], bare), 'JUPITER_URL is not set')
  assert.equal(sayUnset(['pools', 'rpc'], bare), 'none of GECKOTERMINAL_URL, COINGECKO_URL, SOLANA_RPC_URL is set')
  const withNode = readConfig({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: 'http://127.0.0.1:9', INGEST_MODE: 'off' })
  assert.equal(sayUnset(['tape'], withNode), 'INGEST_MODE is off')
  assert.equal(sayUnset(['trades', 'tape'], withNode), 'MOBULA_URL is not set; INGEST_MODE is off')
})

test('of every route that needs a provider the 503 names a setting', () => {
  const { ctx } = fakeContext({ config: { providers: {} } })
  const { mounted } = mountRoutes(ctx, ROUTES, null)
  const needy = mounted.filter(({ route }) => route.needs.length > 0)
  assert(needy.length > 50)
  for (const { name, missing } of needy)
    assert.match(missing ?? '', / \(.*\b[A-Z]+(_[A-Z]+)+\b.* (is not set|is set|is off)\)$/, name)
})
