import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { chainOfKey } from '../../../src/chain/catalog/chains.ts'
import { ROUTES } from '../../../src/routes/index.ts'
import { measureChain } from '../../../src/services/chain-tiers/measure-chain.ts'
import { readTier } from '../../../src/services/chain-tiers/tier-of.ts'
import { openChainServer } from '../../support/chain-server.ts'
import { type ChainWorld, WORLD_POOL, WORLD_QUOTE, WORLD_WALLET } from '../../support/chain-world.ts'
import { sendJson } from '../../support/local-server.ts'
import type { OpenServer } from '../../support/open-server.ts'

/* Providers of other chains that lie: a lie costs a field, and never raises a tier. */

const WETH = '0x4200000000000000000000000000000000000006'
const WRON = chainOfKey('ronin')!.wrappedNative!
const HOUR = 3_600_000
const READS = ROUTES.filter(({ path, method }) => path.startsWith('/api/v2/chain/') && method === 'GET')

let world: ChainWorld
let server: OpenServer

before(async () => {
  ;({ world, server } = await openChainServer())
  world.said.set('ronin', { pairs: 'none', pools: 60_000, security: 'unknown' })
})
after(async () => {
  await server?.stop()
  await world?.close()
})
beforeEach(() => {
  world.lie = null
  // Past what is kept of answers, for when their source fails, too.
  server.clock.push(6 * 60_000)
})

const chain = (key: string) => chainOfKey(key)!
const tierOf = (key: string) => readTier(server.ctx, chain(key)).tier
const filled = (path: string): string =>
  path
    .replace('{chain}', 'base')
    .replace('/wallets/{address}', `/wallets/${WORLD_WALLET}`)
    .replace('{address}', WETH)
    .replace('{pool}', WORLD_POOL)
    .replace(/\/swap\/quote$/, `/swap/quote?inputToken=${WETH}&outputToken=${WORLD_QUOTE}&amount=1000`)
    .replace(/\/tokens\/search$/, '/tokens/search?q=wnat')

/** The world's own answer, changed. */
function changed(change: (text: string) => string): NonNullable<ChainWorld['lie']> {
  return (_, response) => {
    const end = response.end.bind(response)
    response.end = ((body: string) => end(change(body))) as never
    return false
  }
}
const LONG = JSON.stringify(Array.from({ length: 300_000 }, () => 'x'.repeat(64)))
const DEEP = '['.repeat(500_000)

const LIES: Readonly<Record<string, NonNullable<ChainWorld['lie']>>> = {
  '20 MB': (_, response) => send(response, LONG),
  'HTML with 200': (_, response) => send(response, '<html>Just a moment...</html>'),
  'an empty body': (_, response) => send(response, ''),
  'JSON as deep as it goes': (_, response) => send(response, DEEP),
  'rows of another chain': changed((text) =>
    text.replaceAll('"chainId":"base"', '"chainId":"bsc"').replaceAll('"base_0x', '"bsc_0x'),
  ),
  'absurd prices': changed((text) => text.replaceAll('"2001.25"', '"1e300"').replaceAll('"1500.5"', '"-7e99"')),
  'trades of tomorrow': changed((text) =>
    text.replace(
      /"block_timestamp":"[^"]+"/g,
      `"block_timestamp":"${new Date(server.clock.nowMs() + 10 * HOUR).toISOString()}"`,
    ),
  ),
}
function send(response: ServerResponse, body: string): boolean {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  return true
}

for (const [name, lie] of Object.entries(LIES))
  test(`${name}: no route breaks, no absurd figure is handed on, and no tier rises`, async () => {
    for (const key of ['base', 'optimism']) await measureChain(server.ctx, chain(key), null)
    assert.deepEqual([tierOf('base'), tierOf('optimism')], ['L3', 'L1'])
    world.lie = lie
    for (const { path } of READS) {
      const { status, text } = await server.get(filled(path))
      assert([200, 404, 501, 502].includes(status), `${path} ${status} ${text.slice(0, 200)}`)
      assert(!/e\+?(300|99)|:-7/.test(text), path)
    }
    for (const key of ['base', 'optimism']) await measureChain(server.ctx, chain(key), null)
    assert(tierOf('base') <= 'L3', tierOf('base'))
    assert.equal(tierOf('optimism'), 'L1')
  })

test('trades of tomorrow have no age', async () => {
  world.lie = LIES['trades of tomorrow']!
  const { status, json } = await server.get(`/api/v2/chain/base/pools/${WORLD_POOL}/trades`)
  assert.equal(status, 200)
  assert.deepEqual([json.freshness.sourceAt, json.freshness.ageMs], [null, null])
})

test('prices of 50 tokens of a chain that only the index of pools knows are two calls', async () => {
  await measureChain(server.ctx, chain('ronin'), null)
  const addresses = Array.from({ length: 49 }, (_, at) => `0x${(at + 1_000).toString(16).padStart(40, '0')}`)
  const before = world.seen.length
  const { status, json } = await server.post('/api/v2/chain/ronin/tokens/prices', { addresses: [WRON, ...addresses] })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(json.prices), [WRON])
  assert.equal(json.prices[WRON].priceUsd, 2001.25)
  assert.equal(world.seen.length - before, 2)
})

test('an answer that is kept has the time when it was read', async () => {
  const ask = async (what: 'prices' | 'metadata') =>
    (await server.post(`/api/v2/chain/base/tokens/${what}`, { addresses: [WETH] })).json.freshness
  for (const what of ['prices', 'metadata'] as const) {
    const first = await ask(what)
    server.clock.push(20_000)
    const second = await ask(what)
    assert.equal(second.fetchedAt, first.fetchedAt, what)
    if (what === 'prices') assert(second.ageUnderMs >= first.ageUnderMs + 20_000)
  }
  world.lie = (_, response) => {
    sendJson(response, {}, 400)
    return true
  }
  server.clock.push(20_000)
  assert.equal((await ask('metadata')).stale, true)
})
