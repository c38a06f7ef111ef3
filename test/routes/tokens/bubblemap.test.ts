import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LIMITS } from '../../../src/config/limits.ts'
import type { BubbleMapReport } from '../../../src/contract/bubble-map.ts'
import { judgeMapBytes } from '../../../src/services/bubble-map/judge-task.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { readTruth, type TrueToken } from '../../support/true-tokens.ts'

/** The Bubble Map through the socket, on every published archetype and against the world's own truth. */

const mapOf = successOf('GET /api/v2/tokens/{mint}/bubblemap')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]
let truth: readonly TrueToken[]

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  truth = (await readTruth(sandbox)).tokens
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const pathOf = (mint: string) => `/api/v2/tokens/${mint}/bubblemap`
const ask = async (mint: string): Promise<BubbleMapReport> => mapOf(await server.get(pathOf(mint)))
const firstOfEach = (): readonly PublishedToken[] => {
  const seen = new Set<string>()
  return tokens.filter(({ archetype }) => !seen.has(archetype) && seen.add(archetype))
}
const descending = (values: readonly number[]) => values.toSorted((a, b) => b - a)

test('a token of each archetype: closed shape, sort orders, caps, and shares that add up', async () => {
  assert(firstOfEach().length >= 9)
  for (const { mint, archetype } of firstOfEach()) {
    const map = await ask(mint)
    assert.deepEqual([map.ok, map.mint, map.errors], [true, mint, []], archetype)
    assert(map.nodes.length > 0 && map.nodes.length <= LIMITS.bubbleNodes && map.links.length <= LIMITS.bubbleLinks)
    assert.deepEqual(
      map.nodes,
      map.nodes.toSorted((a, b) => b.pctSupply - a.pctSupply || b.degree - a.degree),
    )
    const shown = new Set(map.nodes.map(({ id }) => id))
    assert.equal(shown.size, map.nodes.length, 'each address once')
    for (const { source, target, type, evidence } of map.links) {
      assert(shown.has(source) && shown.has(target))
      assert(evidence.detail.length > 0 && (evidence.signature !== null || evidence.via !== null), type)
    }
    const pcts = map.clusters.map(({ pctSupply }) => pctSupply)
    assert.deepEqual(pcts, descending(pcts))
    assert.deepEqual(
      map.clusters.map(({ entity_id }) => entity_id),
      map.clusters.map((_, i) => `E${i + 1}`),
    )
    assert.equal(map.largestClusterPct, pcts[0] ?? 0)
    assert(Math.abs(map.summary.clusteredPct! - pcts.reduce((sum, pct) => sum + pct, 0)) < 1e-3)
    assert(map.decentralizationScore! >= 0 && map.decentralizationScore! <= 100)
    assert.match(map.bundle!, /^[0-9a-f]{64}$/)
    assert.equal(map.summary.nodeCount, map.nodes.length)
    assert(map.summary.linkCount >= map.links.length, `${archetype}: ${map.summary.linkCount} links`)
  }
})

test('holders, shares and concentration are those of intel', async () => {
  for (const { mint, archetype } of firstOfEach()) {
    const map = await ask(mint)
    const intel = intelOf(await server.get(`/api/v2/tokens/${mint}/intel`))
    const shares = new Map(map.nodes.map(({ id, pctSupply }) => [id, pctSupply]))
    for (const { owner, pct } of intel.top_holders.slice(0, 50))
      assert.equal(shares.get(owner), pct, `${archetype} ${owner}`)
    const { gini, hhi, nakamoto } = intel.distribution
    assert.deepEqual([map.summary.gini, map.summary.hhi, map.summary.nakamoto], [gini, hhi, nakamoto], archetype)
    assert.equal(map.summary.holdersTotal, intel.holders, archetype)
    const ranked = map.nodes.filter(({ rank }) => rank !== null).map(({ rank }) => rank!)
    assert.equal(Math.min(...ranked), 1)
  }
})

test('teams of bundled launches are found with their creators, and no one who sniped for himself', async () => {
  const bundled = truth.filter(({ archetype, recipe }) => archetype === 'bundled' && recipe === undefined)
  assert(bundled.length >= 4)
  for (const { mint, dev, bundlers, snipers } of bundled) {
    const map = await ask(mint)
    const team = map.clusters.find(({ members }) => members.includes(dev))!
    for (const wallet of bundlers) assert(team.members.includes(wallet), `${mint}: ${wallet}`)
    for (const wallet of snipers) assert(!team.members.includes(wallet), `${mint}: ${wallet}`)
    assert.deepEqual([team.kind, team.devLinked], ['team', true])
    assert(team.confidence >= 0.7, `${team.confidence}`)
    assert(!map.checks.find(({ id }) => id === 'map_launch_cluster')!.ok)
    assert(map.nodes.find(({ id }) => id === dev)!.flags.includes('dev'))
  }
})

test('tokens of unrelated people have no team', async () => {
  for (const { mint } of tokens.filter(({ archetype }) => archetype === 'healthy' || archetype === 'graduated')) {
    const map = await ask(mint)
    assert(
      map.clusters.every(({ pctSupply }) => pctSupply < 5),
      `${mint}: ${map.largestClusterPct}`,
    )
    assert(map.checks.find(({ id }) => id === 'map_launch_cluster')!.ok)
  }
})

test('the map is kept 120 s, and its recorded inputs give it again to the byte', async () => {
  const { mint } = tokens.find(({ archetype }) => archetype === 'bundled')!
  const reply = await server.get(pathOf(mint))
  const map: BubbleMapReport = mapOf(reply)
  server.clock.push(60_000)
  assert.equal((await ask(mint)).generatedAt, map.generatedAt)
  const stored = await server.ctx.store.reports.get(map.bundle!, 'bubblemap')
  assert(stored)
  assert.deepEqual(Buffer.from(judgeMapBytes(stored.bundle)), Buffer.from(stored.report))
  const { success: _, ...body } = reply.json
  assert.deepEqual(JSON.parse(Buffer.from(stored.report).toString('utf8')), body)
  server.clock.push(61_000)
  assert((await ask(mint)).generatedAt > map.generatedAt)
})

test('an address that holds no mint, or is none, is ok: false with empty arrays and an info check, still 200', async () => {
  for (const mint of [strangerAddress(41), NO_ADDRESS]) {
    const map = await ask(mint)
    assert.deepEqual([map.ok, map.nodes, map.links, map.clusters, map.decentralizationScore], [false, [], [], [], null])
    assert.deepEqual(
      map.checks.map(({ id, ok, severity }) => [id, ok, severity]),
      [['map_built', true, 'info']],
    )
  }
})

test('what is no address is refused', async () => {
  for (const mint of ['abc', '0'.repeat(44)]) assertFails(await server.get(pathOf(mint)), 400, 'invalid mint')
})
