import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type NodeFront, startNodeFront } from '../../bench/independence/node-front.ts'
import { NODE_KINDS } from '../../bench/independence/node-kinds.ts'
import { findCandidates } from '../../src/services/pools/find-candidates.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../support/published-tokens.ts'
import { successOf } from '../support/reply-check.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { until } from '../support/until.ts'

/* A node like a public one: no scans, and 40 calls in 10 s, which SOLANA_RPC_PER_10S says. */

let sandbox: StartedSandbox
let tokens: readonly PublishedToken[]
let front: NodeFront
let server: OpenServer
before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  const kind = NODE_KINDS.find(({ per10s }) => per10s !== null)!
  front = await startNodeFront(sandbox.urls['rpc']!, kind)
  const env = { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: front.url, SOLANA_RPC_PER_10S: String(kind.per10s) }
  server = await openServer(env, { follows: true })
})
after(async () => {
  await server?.stop()
  await front?.close()
  await sandbox?.stop()
})

const pricesOf = successOf('POST /api/v2/tokens/prices')
const tradesOf = successOf('GET /api/v2/tokens/{mint}/trades')
const trendingOf = successOf('GET /api/v2/tokens/trending')

/** Asks again while the quota is used up: what lacks a source lives five seconds. */
const untilFilled = (ask: () => Promise<boolean>): Promise<void> => until(ask, 'an answer', 2_500)

test('questions one after another are answered, and the node is never asked for more than it allows', async () => {
  const { mint } = tokens.find(({ archetype }) => archetype === 'graduated')!
  const prices = async () => pricesOf(await server.post('/api/v2/tokens/prices', { mints: [mint] })).prices
  await untilFilled(async () => (await prices())[mint]?.priceUsd > 0)
  await untilFilled(async () => tradesOf(await server.get(`/api/v2/tokens/${mint}/trades`)).trades.length > 0)
  await untilFilled(async () => trendingOf(await server.get('/api/v2/tokens/trending')).tokens.length > 0)
  const { answered, hasty } = front.take()
  assert(answered > 20)
  assert.equal(hasty, 0, 'refused for haste')
})

test('pools are found in fewer calls where the node allows few, and they are the same', async () => {
  const { mint } = tokens.find(({ archetype }) => archetype === 'graduated')!
  const kind = NODE_KINDS.find(({ per10s }) => per10s !== null)!
  const counting = await startNodeFront(sandbox.urls['rpc']!, { ...kind, per10s: null })
  const found: { readonly calls: number; readonly pools: readonly string[] }[] = []
  for (const limit of [{}, { SOLANA_RPC_PER_10S: '10000' }] as readonly Record<string, string>[]) {
    const cold = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: counting.url, ...limit })
    counting.take()
    const answer = await findCandidates(cold.ctx, mint)
    assert(answer.ok)
    found.push({ calls: counting.take().answered, pools: answer.value.pools.map(({ address }) => address).sort() })
    await cold.stop()
  }
  await counting.close()
  const [usual, limited] = found
  assert(usual!.pools.length > 0)
  assert.deepEqual(limited!.pools, usual!.pools)
  assert(limited!.calls <= usual!.calls - 5, `${limited!.calls} calls, ${usual!.calls} otherwise`)
})
