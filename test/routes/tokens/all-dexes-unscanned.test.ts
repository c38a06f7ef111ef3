import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import { hasPassingGap } from '../../../src/services/evidence-bundle/has-gap.ts'
import { poolsWereSought } from '../../../src/services/evidence-bundle/pools-were-sought.ts'
import { loadPools } from '../../../src/services/pools/load-pools.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

/** A token of each DEX on a node that refuses every scan, as public ones do: answered, and not as if it were all. */

const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')

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
  await sandbox.control('POST', '/faults', {
    provider: 'rpc',
    match: 'getProgramAccounts',
    kind: 'rpcError',
    code: -32_010,
    message: 'excluded from account secondary indexes',
  })
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('every route answers, what has a derived address is found, and what may be missing is said', async () => {
  assert.equal(coins.length, DEXES.length)
  const found: string[] = []
  for (const { mint, dex, pool, archetype } of coins) {
    const pools = await loadPools(server.ctx, mint)
    assert(pools.ok && pools.cache?.degraded !== true, dex!)
    assert.deepEqual([pools.value.unsought.includes('raydium'), pools.value.isLasting], [true, true], dex!)
    const isFound = pools.value.pools.some(({ address }) => address === pool)
    if (isFound) found.push(dex!)
    const { pairs } = pairsOf(await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] }))
    assert.equal(pairs[mint]?.pairAddress ?? null, isFound ? pool : null, dex!)
    const record = intelOf(await server.get(`/api/v2/tokens/${mint}/intel`))
    assert(!record.flags.includes('no_pool'), `${dex}: not looked for is not none`)
    // The largest accounts are listed without a scan; the vault among them is known by its account or its authority.
    // That of the bluechip holds too little to be among them.
    const types = record.top_holders.map(({ entityType }: { entityType: string }) => entityType)
    assert(types.includes('liquidity') || archetype === 'bluechip', `${dex}: ${types}`)
    const report = scanOf(await server.get(`/api/v2/tokens/${mint}/deepscan?explain=1`))
    assert.notEqual(report.grade, 'safe', 'not all of it was read')
    const note = report.explain.find((row: { input: string }) => row.input === 'evidence.pools')?.note
    assert.match(note, /does not search for all pools on .*raydium/, dex!)
    if (!isFound) {
      const noPool = report.layers.liquidity.checks.find(({ id }: { id: string }) => id === 'no_pool')
      assert.deepEqual([noPool.ok, noPool.severity], [true, 'info'], dex!)
    }
  }
  for (const dex of ['pumpfun', 'bonk', 'raydium_cpmm', 'orca']) assert(found.includes(dex), `${dex} of ${found}`)
})

test('what the node refuses lastingly is kept as long as whole evidence: nothing is gathered again every few seconds', async () => {
  const { mint } = coins[0]!
  const read = await gatherEvidence(server.ctx, mint)
  assert(read.ok)
  assert.notEqual(read.cache?.degraded, true)
  assert.deepEqual(
    read.value.gaps.map(({ part, lasting }) => [part, lasting]),
    [['pools', true]],
  )
  assert.equal(poolsWereSought(read.value), false)
  assert.equal(hasPassingGap(read.value, 'pools'), false)
})
