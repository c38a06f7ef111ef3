import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOLDER_FLAGS, RAW_HOLDER_FLAGS } from '../../../src/contract/intel.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { readChainMint, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/tokens/{mint}/intel')
type Holder = { owner: string; amount: number; pct: number; flags: string[]; entityType?: string }
let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const pathOf = (mint: string, query = '') => `/api/v2/tokens/${mint}/intel${query}`
const ofArchetype = (archetype: string) => tokens.find((token) => token.archetype === archetype)!

test('a token of each archetype, in the closed shape, with what the other routes say of it', async () => {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (seen.has(token.archetype)) continue
    seen.add(token.archetype)
    const { mint, symbol } = token
    const record = success(await server.get(pathOf(mint)))
    const { supplyRaw, decimals } = await readChainMint(sandbox.urls['rpc']!, mint)
    assert.deepEqual([record.mint, record.symbol], [mint, symbol])
    assert.equal(record.supply, Number(supplyRaw) / 10 ** decimals)
    const { prices } = (await server.post('/api/v2/tokens/prices', { mints: [mint] })).json
    const { pairs } = (await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] })).json
    const { tokens: metadata } = (await server.post('/api/v2/tokens/metadata', { mints: [mint] })).json
    assert.equal(record.price_usd, prices[mint]?.priceUsd ?? null)
    assert.deepEqual(record.pair, pairs[mint])
    assert.deepEqual([record.name, record.image], [metadata[mint].name, metadata[mint].image])
    const amounts = record.top_holders.map(({ amount }: Holder) => amount)
    assert.deepEqual(
      amounts,
      amounts.toSorted((a: number, b: number) => b - a),
    )
    assert.equal(record.explain, undefined)
  }
  assert(seen.size >= 9)
})

test('flags are normalised words unless the raw ones are asked for; other taxonomies count as normalised', async () => {
  const { mint } = ofArchetype('bundled')
  const normalised = success(await server.get(pathOf(mint)))
  const raw = success(await server.get(pathOf(mint, '?flags_taxonomy=raw')))
  const flagsOf = (record: { top_holders: Holder[] }) => record.top_holders.flatMap(({ flags }) => flags)
  assert(flagsOf(normalised).includes('bundler') && flagsOf(normalised).includes('dev'))
  assert(flagsOf(normalised).every((flag) => (HOLDER_FLAGS as readonly string[]).includes(flag)))
  assert(flagsOf(raw).includes('liquidityPool'), 'the older words name the pool')
  assert(flagsOf(raw).every((flag) => (RAW_HOLDER_FLAGS as readonly string[]).includes(flag)))
  assert.deepEqual(raw.taxonomies.flags, { name: 'raw', values: [...RAW_HOLDER_FLAGS] })
  const { top_holders: _, taxonomies: __, ...rest } = raw
  const { top_holders: ___, taxonomies: ____, ...same } = normalised
  assert.deepEqual(rest, same, 'nothing else depends on it')
  for (const word of ['RAW', 'legacy', ''])
    assert.deepEqual(success(await server.get(pathOf(mint, `?flags_taxonomy=${word}`))), normalised)
})

test('explain=1 says for each figure who said it and when', async () => {
  const { mint } = ofArchetype('graduated')
  const { explain, generatedAt, ...record } = success(await server.get(pathOf(mint, '?explain=1')))
  assert.match(explain.holders.source, /^chain:/)
  assert.match(explain.price_usd.source, /dexscreener/)
  assert.match(explain.bundlers_pct.source, /^chain:launch/)
  assert.match(explain.bundlers_pct.note, new RegExp(`launch slot ${record.launch.slot}`))
  assert.equal(explain.risk.source, 'computed')
  for (const [name, entry] of Object.entries(explain) as [string, { as_of: number | null; age_ms: number | null }][]) {
    if (entry.as_of === null) continue
    assert(entry.as_of <= generatedAt, name)
    assert.equal(entry.age_ms, generatedAt - entry.as_of, name)
  }
  assert.deepEqual(success(await server.get(pathOf(mint, '?explain=true'))).explain, explain)
  assert.equal(success(await server.get(pathOf(mint, '?explain=yes'))).explain, undefined)
})

test('wrapped SOL: shares of what is wrapped, for its mint counts no supply', async () => {
  const { supply, top_holders, distribution, market_cap } = success(await server.get(pathOf(WSOL)))
  const held = top_holders.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
  assert(Math.abs(supply / held - 1) < 1e-9, 'everybody is listed')
  assert(Math.abs(top_holders[0].pct - (top_holders[0].amount / supply) * 100) < 1e-5)
  assert(distribution.liquidity_pct > 50 && distribution.top10_pct > 0)
  assert(market_cap > supply, 'not the price of nothing')
})

test('what is no address is refused; an address without a token is an answer that says so', async () => {
  for (const mint of ['abc', '0'.repeat(40), 'z'.repeat(45), `${'z'.repeat(40)}%00`, '%20'])
    assertFails(await server.get(pathOf(mint)), 400, 'invalid mint')
  for (const mint of [strangerAddress(9), NO_ADDRESS, sandbox.genesisHash]) {
    const record = success(await server.get(pathOf(mint)))
    assert.deepEqual(record.flags, ['not_a_mint', 'no_pool'], mint)
    assert.deepEqual([record.price_usd, record.holders, record.supply, record.verdict], [null, null, null, null])
    assert.deepEqual(record.top_holders, [])
  }
  const { mint } = tokens[0]!
  assert.equal(success(await server.get(pathOf(`%20${mint}%20`))).mint, mint, 'blanks around it do not matter')
})

test('one record for everyone for a minute', async () => {
  const { mint } = ofArchetype('healthy')
  const { generatedAt } = success(await server.get(pathOf(mint)))
  server.clock.push(40_000)
  assert.equal(success(await server.get(pathOf(mint, '?explain=1'))).generatedAt, generatedAt)
  server.clock.push(21_000)
  assert(success(await server.get(pathOf(mint))).generatedAt >= generatedAt + 60_000)
})
