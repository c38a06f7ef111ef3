import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSolanaChain } from '../../src/chain/solana/chain.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createOrigins } from '../../src/runtime/origins.ts'
import { createUpstreams } from '../../src/upstreams/registry.ts'
import { NO_UPSTREAMS } from '../support/no-upstreams.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { startReplayServer } from '../support/replay-server.ts'
import { keptLog } from '../support/test-client.ts'

function parts(providers: object) {
  const clock = systemClock()
  return {
    config: { providers },
    clock,
    log: keptLog().log,
    metrics: createMetrics(),
    origins: createOrigins({ clock }),
  }
}

test('what is not configured is null', () => {
  assert.deepEqual(createUpstreams(parts({})).upstreams, NO_UPSTREAMS)
  assert.equal(createSolanaChain(parts({})).rpc, null)
})

test('one provider fills its capabilities and no other', () => {
  const url = 'http://127.0.0.1:1'
  const { upstreams } = createUpstreams(parts({ jupiter: { url, apiKey: null } }))
  assert.equal(upstreams.prices?.provider, 'jupiter')
  assert.equal(upstreams.tokens?.provider, 'jupiter')
  assert.deepEqual([upstreams.pairs, upstreams.assets], [null, null])
})

test('after closing, calls fail instead of hanging', async () => {
  const own = parts({ dexscreener: { url: 'http://127.0.0.1:1', apiKey: null } })
  const { upstreams, close } = createUpstreams(own)
  await close()
  await own.origins.close()
  const outcome = await upstreams.pairs!.searchPairs('x')
  assert.equal(outcome.ok ? '' : outcome.code, 'shutting_down')
})

test('with every address at the replay server, all capabilities answer what was recorded', {
  skip: noRecordings,
}, async () => {
  const server = await startReplayServer()
  const at = { url: server.url, apiKey: 'k' }
  const own = parts({ dexscreener: at, jupiter: at, das: at, solanaRpc: at })
  const { upstreams, close } = createUpstreams(own)
  const { rpc } = createSolanaChain(own)
  const [jojo] = recorded('dexscreener/tokens_v1_jojo_2025-04.json')
  const pairs = await upstreams.pairs!.pairsByMints([jojo.baseToken.address, 'unknown'])
  assert.deepEqual(pairs.ok && [...pairs.value.values()].flat().map(({ pairAddress }) => pairAddress), [
    jojo.pairAddress,
  ])
  const search = await upstreams.pairs!.searchPairs('WBTC usdc')
  assert.equal(search.ok && search.value.length, 3)
  const profiles = await upstreams.pairs!.latestProfiles()
  assert.equal(profiles.ok && profiles.value.length, 1)
  const wrappedSol = 'So11111111111111111111111111111111111111112'
  const prices = await upstreams.prices!.spotPrices([wrappedSol, 'unknown'])
  assert.deepEqual(prices.ok && [...prices.value.keys()], [wrappedSol])
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const tokens = await upstreams.tokens!.tokensByMints([usdc])
  assert.equal(tokens.ok && tokens.value.get(usdc)?.symbol, 'USDC')
  const [madLad] = recorded('das/snap_regular_nft_tests__reg_get_asset_batch-only-2.json')
  const assets = await upstreams.assets!.assetsByMints([madLad.id, 'unknown'])
  assert.deepEqual(assets.ok && [...assets.value.values()].map(({ name }) => name), [madLad.content.metadata.name])
  const slot = await rpc!.call<number>('getSlot', [])
  assert.equal(slot.ok, true)
  const { request, response } = recorded('solana-rpc/other/getAccountInfo_2.json')
  const accounts = await rpc!.accounts([request.params[0], wrappedSol])
  assert.deepEqual(accounts.ok && accounts.value.accounts.map((account) => account?.lamports), [
    BigInt(response.result.value.lamports),
    undefined,
  ])
  await close()
  await own.origins.close()
  await server.close()
})
