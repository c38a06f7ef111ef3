import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fail, ok } from '../../../src/contract/outcome.ts'
import type { EvmClients } from '../../../src/services/evm-security/evm-clients.ts'
import { fakeNode, HEAD, PAIR, rowsOf, TOKEN } from '../../services/evm-security/fake-node.ts'
import { openChainServer } from '../../support/chain-server.ts'
import type { ChainWorld } from '../../support/chain-world.ts'
import type { OpenServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'

/* `security` of Base where its node executes trades, beside a provider that calls every token sellable. */

const HOUR_MS = 3_600_000
const PATH = `/api/v2/chain/base/tokens/${TOKEN}/security`
const ON_ETHEREUM = `/api/v2/chain/ethereum/tokens/${TOKEN}/security`
const node = fakeNode('base')
/** Of a chain of which no provider of this world knows anything: level 0. */
const bare = fakeNode('ethereum')
let world: ChainWorld
let server: OpenServer

before(async () => {
  ;({ world, server } = await openChainServer())
  // As with BASE_RPC_URLS, but for the follower: a followed chain has the level that its tape shows, and this one is empty.
  const clients = new Map([
    ['base', node.client],
    ['ethereum', bare.client],
  ])
  const evmClients: EvmClients = { of: (chain) => clients.get(chain) ?? null, close: async () => {} }
  const parts = Object.create(server.ctx.parts, { evmClients: { value: evmClients } })
  Object.assign(server.ctx, { parts })
})
after(async () => {
  await server?.stop()
  await world?.close()
})

async function ask() {
  // What is kept of the answer before has run out.
  server.clock.push(HOUR_MS / 60)
  const reply = await server.get(PATH)
  assert.equal(reply.status, 200, reply.text)
  return successOf('GET /api/v2/chain/{chain}/tokens/{address}/security')(reply) as Record<string, never> & {
    readonly honeypot: Record<string, unknown>
    readonly freshness: Record<string, unknown>
    readonly grade: string
    readonly missing?: readonly string[]
    readonly execution?: Record<string, unknown>
    readonly providerSays?: Record<string, unknown>
    readonly disagreements?: readonly string[]
  }
}

test('execution wins over the word of the provider, which is shown beside it', async () => {
  node.executed = () => ok(rowsOf(false))
  const found = await ask()
  assert.deepEqual(found.honeypot, { verdict: 'honeypot', method: 'execution', provider: 'goplus' })
  assert.equal(found.grade, 'danger')
  assert.deepEqual([found.freshness['source'], found.freshness['block']], ['node', HEAD])
  assert.deepEqual([found.execution!['pool'], found.execution!['block']], [PAIR, HEAD])
  assert.equal(found.providerSays!['honeypot'], false)
  assert.match(found.disagreements!.join(' '), /goplus calls it sellable, execution shows honeypot/)
})

test('where the node takes no overrides the word is the provider’s, and the answer says so', async () => {
  node.executed = () => ({ ...fail('upstream_refused', 'no'), rpcCode: -32_602 }) as never
  const found = await ask()
  assert.equal(found.honeypot['method'], 'provider')
  assert.equal(found.execution, undefined)
  assert.match(found.missing!.join(' '), /execution: the node does not execute calls with state overrides/)
})

test('where the provider fails, execution answers alone', async () => {
  world.said.set('base', { pairs: 'm5', pools: 60_000, security: 'fail' })
  node.executed = () => ok(rowsOf(true))
  server.clock.push(HOUR_MS / 6)
  const found = await ask()
  assert.deepEqual(found.honeypot, { verdict: 'sellable', method: 'execution', provider: null })
  assert.match(found.missing!.join(' '), /the provider's word/)
})

test('execution needs no level: a node alone answers for a chain that no provider knows', async () => {
  bare.executed = () => ok(rowsOf(false))
  const shown = await server.get('/api/v2/chains/ethereum')
  const endpoints: readonly { readonly path: string; readonly served: boolean }[] = shown.json['endpoints']
  assert.equal(endpoints.find(({ path }) => path.endsWith('/{address}/security'))?.served, true)
  assert.equal(endpoints.find(({ path }) => path.endsWith('/{address}/holders'))?.served, false)
  const reply = await server.get(ON_ETHEREUM)
  assert.equal(reply.status, 200, reply.text)
  const { tier, honeypot, missing, grade } = reply.json
  assert.deepEqual([tier, grade], ['L0', 'danger'])
  assert.deepEqual(honeypot, { verdict: 'honeypot', method: 'execution', provider: null })
  assert.match(missing.join(' '), /the provider's word: ethereum cannot serve this: its tier is L0/)
})

test('where nothing is executed and the level is not met, 501 says why of both', async () => {
  bare.executed = () => ({ ...fail('upstream_refused', 'no'), rpcCode: -32_602 }) as never
  server.clock.push(HOUR_MS / 60)
  const reply = await server.get(ON_ETHEREUM)
  assert.equal(reply.status, 501, reply.text)
  const { tier, required, error, evidence } = reply.json
  assert.deepEqual([tier, required], ['L0', 'L3'])
  for (const text of [String(error), evidence.reason])
    assert.match(text, /its tier is L0.*execution: the node does not execute calls/)
})

test('what is no address is 400, whatever level the chain has', async () => {
  for (const chain of ['ethereum', 'base', 'optimism', 'arbitrum']) {
    const reply = await server.get(`/api/v2/chain/${chain}/tokens/0x12/security`)
    assert.deepEqual([chain, reply.status], [chain, 400], reply.text)
  }
})
