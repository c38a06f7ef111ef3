import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../support/published-tokens.ts'
import { type ChainHolding, enumerateHolders } from '../support/read-chain.ts'
import { successOf } from '../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'

/** A node that refuses what public nodes refuse: scans of a token program, and the asset methods. */

type Holder = { owner: string; flags: string[] }
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
let sandbox: StartedSandbox
let tokens: readonly PublishedToken[]
let holders: ReadonlyMap<string, readonly ChainHolding[]>

before(async () => {
  sandbox = await startSandbox()
  tokens = await publishedTokens(sandbox)
  holders = await enumerateHolders(sandbox.urls['rpc']!)
})
after(() => sandbox?.stop())

const ofArchetype = (archetype: string) => tokens.find((token) => token.archetype === archetype)!

async function withServer(env: Readonly<Record<string, string>>, use: (server: OpenServer) => Promise<void>) {
  const server = await openServer(env)
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}

test('with providers: the twenty largest accounts, the provider’s count, exact launch shares, and it says so', async () => {
  const { mint } = ofArchetype('bundled')
  let whole: { distribution: { bundlers_pct: number; insiders_pct: number; dev_pct: number } } | undefined
  await withServer({ SANDBOX_URL: sandbox.urls['rpc']! }, async (server) => {
    whole = intelOf(await server.get(`/api/v2/tokens/${mint}/intel`))
  })
  await sandbox.control('POST', '/faults/public-node')
  await withServer({ SANDBOX_URL: sandbox.urls['rpc']! }, async (server) => {
    const record = intelOf(await server.get(`/api/v2/tokens/${mint}/intel?explain=1`))
    const all = holders.get(mint)!
    assert.deepEqual(
      record.top_holders.map(({ owner }: Holder) => owner),
      all.slice(0, 20).map(({ owner }) => owner),
    )
    assert.deepEqual(record.holders_meta, {
      value: all.length,
      source: 'provider',
      exact: false,
      capped: false,
      as_of: record.holders_meta.as_of,
    })
    const { bundlers_pct, insiders_pct, dev_pct } = record.distribution
    const { distribution } = whole!
    assert.deepEqual(
      [bundlers_pct, insiders_pct, dev_pct],
      [distribution.bundlers_pct, distribution.insiders_pct, distribution.dev_pct],
      'wallets of the launch are asked one by one',
    )
    assert.deepEqual([record.distribution.gini, record.distribution.nakamoto], [null, null])
    assert.match(
      record.explain.top_holders.note,
      /^largest-accounts after program-accounts: .*-32010.*asset-pages: .*-32601/,
    )
    const { prices } = (await server.post('/api/v2/tokens/prices', { mints: [mint] })).json
    assert.equal(record.price_usd, prices[mint].priceUsd)
  })
})

test('alone: a few holders are still counted whole, many are said to be cut off', async () => {
  await sandbox.control('POST', '/faults/public-node')
  await withServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: sandbox.urls['rpc']! }, async (server) => {
    const few = tokens.find(
      ({ mint }) => holders.get(mint)!.reduce((sum, { accounts }) => sum + accounts, 0) < 20,
    )!.mint
    const small = intelOf(await server.get(`/api/v2/tokens/${few}/intel`))
    assert.deepEqual([small.holders, small.holders_meta.exact], [holders.get(few)!.length, true])
    const many = ofArchetype('bluechip').mint
    const large = intelOf(await server.get(`/api/v2/tokens/${many}/intel?explain=1`))
    assert.deepEqual(large.holders_meta.source, 'enumeration')
    assert.deepEqual([large.holders_meta.exact, large.holders_meta.capped], [false, true])
    assert.equal(large.top_holders.length, 20)
    assert(large.top10_pct > 0)
    assert.match(large.explain.holders.note, /largest-accounts after/)
    const curve = ofArchetype('fresh_launch')
    const { pairs } = successOf('POST /api/v2/tokens/pairs-batch')(
      await server.post('/api/v2/tokens/pairs-batch', { mints: [curve.mint] }),
    )
    assert.equal(pairs[curve.mint].pairAddress, curve.pool, 'pools at derived addresses need no scan')
  })
})
