import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { POOLS } from '../../../src/config/pools.ts'
import { fail } from '../../../src/contract/outcome.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import { seenHolders } from '../../../src/services/evidence-bundle/holder-view.ts'
import { poolsWereSought } from '../../../src/services/evidence-bundle/pools-were-sought.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** A node that refuses, hangs or answers nonsense, one method at a time: what rests on it is a gap, the rest stands. */

let sandbox: StartedSandbox
let mint: string
let whole: TokenEvidence

before(async () => {
  sandbox = await startSandbox()
  await sandbox.control('POST', '/slots/pause')
  type Truth = { tokens: { mint: string; archetype: string; recipe?: unknown; pools: string[] }[] }
  const { tokens } = await sandbox.control<Truth>('GET', '/truth')
  mint = tokens.find(({ archetype, recipe }) => archetype === 'bundled' && recipe === undefined)!.mint
  const read = await gather()
  assert(read.ok && read.value.gaps.length === 0)
  whole = read.value
})
after(() => sandbox?.stop())
beforeEach(() => sandbox.control('DELETE', '/faults'))

const gather = (deadlineScale = 1, signal?: AbortSignal) =>
  withEvidenceContext(sandbox, (ctx) => gatherEvidence(ctx, mint, signal, { deadlineScale }))
const fault = (spec: object) => sandbox.control('POST', '/faults', spec)
const refuse = (match: string) =>
  fault({ provider: 'rpc', match, kind: 'rpcError', code: -32601, message: 'Method not found' })

async function degraded(deadlineScale?: number): Promise<TokenEvidence> {
  const read = await gather(deadlineScale)
  assert(read.ok, JSON.stringify(read))
  assert.equal(read.cache?.degraded, true)
  assert(read.value.gaps.length > 0)
  return read.value
}
const partsOf = ({ gaps }: TokenEvidence) => [...new Set(gaps.map(({ part }) => part))]

test('without transactions the state of the token is still there', async () => {
  await refuse('getTransaction')
  // Where many stand in one slot, its block would do.
  await refuse('getBlock')
  const evidence = await degraded()
  assert.deepEqual(partsOf(evidence), ['launch', 'history', 'origins', 'funding', 'exits'])
  assert.deepEqual([evidence.mintInfo, evidence.holders, evidence.pools], [whole.mintInfo, whole.holders, whole.pools])
  assert.deepEqual(evidence.transactions, [])
  assert.equal(evidence.history.complete, false)
  assert.equal(evidence.history.knownCount, whole.history.knownCount)
  for (const wallet of evidence.wallets) assert.equal(wallet.funding, null)
})

test('a node that never answers for a transaction costs the deadline of its parts, no more', async () => {
  await fault({ provider: 'rpc', match: 'getTransaction', kind: 'delay', delayMs: 60_000 })
  const evidence = await degraded(0.08)
  assert(partsOf(evidence).includes('history'))
  assert.deepEqual(evidence.holders, whole.holders)
})

test('nonsense for signatures leaves holders, pools and mint', async () => {
  await fault({ provider: 'rpc', match: 'getSignaturesForAddress', kind: 'garbage' })
  const evidence = await degraded()
  assert.deepEqual([evidence.holders, evidence.pools], [whole.holders, whole.pools])
  assert(partsOf(evidence).includes('history'))
  assert(evidence.wallets.filter(({ traced }) => traced).every(({ partial }) => partial))
})

test('without a scan the largest holders are listed, and no figure is made of a part', async () => {
  await refuse('getProgramAccounts')
  await fault({ provider: 'das', kind: 'status', status: 503 })
  const read = await gather()
  assert(read.ok && read.value.holders !== null)
  const { holders } = read.value
  assert.deepEqual([holders.method, holders.concentration === null], ['largest-accounts', !holders.exact])
  assert.deepEqual(holders.largest, whole.holders!.largest.slice(0, holders.largest.length))
  assert.equal(read.value.transactions.length > 0, true)
})

test('without accounts the behaviour of the wallets is still there', async () => {
  await refuse('getMultipleAccounts')
  const evidence = await degraded()
  assert.equal(evidence.mintInfo, null)
  assert(partsOf(evidence).includes('mint'))
  assert(partsOf(evidence).includes('owners'))
  const buyers = (one: TokenEvidence) => one.launch?.buyers.map(({ wallet }) => wallet)
  assert.deepEqual(buyers(evidence), buyers(whole))
  const funded = new Map(evidence.wallets.map(({ address, funding }) => [address, funding]))
  for (const wallet of whole.launch!.bundlers)
    assert.deepEqual(funded.get(wallet), whole.wallets.find(({ address }) => address === wallet)!.funding)
})

test('without performance samples the slot time is measured by block times', async () => {
  await refuse('getRecentPerformanceSamples')
  const read = await gather()
  assert(read.ok)
  assert.deepEqual(read.value.gaps, [])
  assert(Math.abs(read.value.slotMs - whole.slotMs) < 40, `${read.value.slotMs} beside ${whole.slotMs}`)
})

test('without any clock of the node the launch and the newest transaction give the time, and the report says so', async () => {
  await refuse('getRecentPerformanceSamples')
  await refuse('getBlockTime')
  const evidence = await degraded()
  assert.deepEqual(partsOf(evidence), ['clock'])
  assert.equal(evidence.timeSec, Math.max(...whole.transactions.map(({ timeSec }) => timeSec ?? 0)))
  assert(evidence.slotMs > 0)
})

test('a node that is down altogether is a failure, not evidence of nothing', async () => {
  await fault({ provider: 'rpc', kind: 'status', status: 503 })
  const read = await gather()
  assert.equal(read.ok, false)
})

test('a caller that goes away gets no half evidence', async () => {
  await fault({ provider: 'rpc', match: 'getTransaction', kind: 'delay', delayMs: 60_000 })
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(), 300)
  const read = await gather(1, leaving.signal)
  assert.deepEqual([read.ok, read.ok ? null : read.code], [false, 'cancelled'])
})

test('after the node has recovered the evidence is whole again', async () => {
  const read = await gather()
  assert(read.ok)
  const { slot: _, slotMs: __, ...now } = read.value
  const { slot: ___, slotMs: ____, ...then } = whole
  assert.deepEqual(now, then)
})

test('a pool that a public node does not search for is still no one’s wallet', async () => {
  type Truth = { tokens: { mint: string; archetype: string; dev: string; pools: string[] }[] }
  const { tokens } = await sandbox.control<Truth>('GET', '/truth')
  await refuse('getProgramAccounts')
  await fault({ provider: 'das', kind: 'status', status: 503 })
  let unsought = 0
  await withEvidenceContext(sandbox, async (ctx) => {
    // Nor is it found by the token's newest transactions, which name the pools that they traded in.
    const rpc = ctx.chain.rpc!
    const { signaturesOf } = rpc
    const refuseNames: typeof signaturesOf = async (address, options) =>
      options?.limit === POOLS.namingTransactions
        ? fail('upstream_failed', 'refused')
        : signaturesOf.call(rpc, address, options)
    Object.assign(rpc, { signaturesOf: refuseNames })
    for (const { mint: healthy, pools } of tokens.filter((token) => token.archetype === 'healthy').slice(0, 8)) {
      const read = await gatherEvidence(ctx, healthy, undefined, { deadlineScale: Number.POSITIVE_INFINITY })
      assert(read.ok)
      const pool = pools[0]!
      const held = seenHolders(read.value).find(({ owner }) => owner === pool)
      if (read.value.pools.length > 0 || held === undefined) continue
      unsought++
      assert.equal(poolsWereSought(read.value), false)
      assert.equal(held.isVault, true, healthy)
      const map = judgeBubbleMap(
        { value: read.value, gap: null },
        { mint: healthy, generatedAtMs: 0, bundleSha256: '' },
      )
      const node = map.nodes.find(({ id }) => id === pool)!
      assert.deepEqual([node.kind, node.entity_id], ['dex', null], healthy)
    }
  })
  assert(unsought > 0, 'a pool at an address of its own')
})
