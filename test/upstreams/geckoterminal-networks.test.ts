import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chainOfKey } from '../../src/chain/catalog/chains.ts'
import { providerChain } from '../../src/services/chain-tiers/provider-chain.ts'
import { createGeckoterminalNetworks } from '../../src/upstreams/geckoterminal-networks.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function over(answer: unknown, status = 200) {
  const server = await startLocalServer((_, response) => sendJson(response, answer, status))
  servers.push(server)
  return { pools: createGeckoterminalNetworks(testClient(server.url).client), seen: server.seen }
}
const ETHEREUM = providerChain(chainOfKey('ethereum')!, 'geckoterminal')!
const POOL = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
// biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read by hand
const said = (name: string) => recorded(`geckoterminal/${name}`) as any

for (const name of ['get_new_pools_by_network.json', 'get_top_pools_by_network_dex.json'])
  test(`${name}: every recorded pool comes through, figure by figure`, { skip: noRecordings }, async () => {
    const { data } = said(name)
    const { pools } = await over(said(name))
    const found = await pools.newPools(ETHEREUM)
    assert(found.ok)
    assert.equal(found.value.length, data.length)
    for (const [at, pair] of found.value.entries()) {
      const { attributes, relationships } = data[at]
      assert.equal(pair.pairAddress, attributes.address)
      assert.equal(`eth_${pair.base.address}`, relationships.base_token.data.id)
      assert.equal(pair.dexId, relationships.dex.data.id)
      assert.equal(pair.liquidityUsd, Number(attributes.reserve_in_usd))
      assert.equal(pair.volumeUsd.h24, Number(attributes.volume_usd.h24))
      const { buys, sells } = attributes.transactions.h24
      assert.deepEqual({ ...pair.txns.h24 }, { buys, sells })
      assert.equal(pair.base.symbol, attributes.name.split(' / ')[0])
    }
  })

test('a recorded pool by its address; its symbols are without the fee', { skip: noRecordings }, async () => {
  const { pools } = await over(said('pool_eth_2026-10-04.json'))
  const found = await pools.pool(ETHEREUM, POOL)
  assert(found.ok && found.value !== null)
  assert.deepEqual(
    [found.value.base.symbol, found.value.quote.symbol, found.value.priceUsd],
    ['WETH', 'USDC', 2_700.79],
  )
})

test('recorded DEXs have their names', { skip: noRecordings }, async () => {
  const { pools } = await over(said('get_dexes_by_network.json'))
  const found = await pools.dexes(ETHEREUM)
  assert(found.ok)
  assert.deepEqual(found.value[0], { id: 'uniswap_v2', name: 'Uniswap V2' })
  assert.equal(found.value.length, said('get_dexes_by_network.json').data.length)
})

test('what the provider does not know is empty or null; what names no pool of the chain is a failure', async () => {
  const { pools } = await over({ errors: [] }, 404)
  const [list, pool, trades] = await Promise.all([
    pools.topPools(ETHEREUM),
    pools.pool(ETHEREUM, POOL),
    pools.poolTrades(ETHEREUM, POOL, null),
  ])
  assert.deepEqual([list.ok && list.value, pool.ok && pool.value, trades.ok && trades.value], [[], null, null])
  const other = { attributes: { address: 'So11111111111111111111111111111111111111112' }, relationships: {} }
  const foreign = await (await over({ data: [other] })).pools.topPools(ETHEREUM)
  assert(!foreign.ok && foreign.code === 'upstream_failed')
})

test('a trade is seen from the token that was asked for', async () => {
  const [base, quote] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  const trade = {
    attributes: {
      block_number: 7,
      block_timestamp: '2026-11-01T00:00:00Z',
      tx_hash: `0x${'1'.repeat(64)}`,
      tx_from_address: `0x${'C'.repeat(40)}`,
      from_token_address: quote,
      to_token_address: base,
      from_token_amount: '20',
      to_token_amount: '2',
      price_from_in_usd: '1',
      price_to_in_usd: '10',
      volume_in_usd: '20',
      kind: 'buy',
    },
  }
  const { pools } = await over({ data: [trade] })
  const read = async (token: string | null) => {
    const found = await pools.poolTrades(ETHEREUM, POOL, token)
    assert(found.ok && found.value !== null)
    const { side, amount, priceUsd, sender, block } = found.value[0]!
    return [side, amount, priceUsd, sender, block]
  }
  const sender = `0x${'c'.repeat(40)}`
  assert.deepEqual(await read(base), ['buy', 2, 10, sender, 7])
  assert.deepEqual(await read(quote), ['sell', 20, 1, sender, 7])
  assert.deepEqual(await read(null), ['buy', 2, 10, sender, 7])
  // Trades of another token are no trades of this one, whatever the pool.
  const foreign = await pools.poolTrades(ETHEREUM, POOL, POOL)
  assert(!foreign.ok && foreign.code === 'upstream_failed')
})
