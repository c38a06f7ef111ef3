import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askInParts } from '../support/ask-in-parts.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../support/published-tokens.ts'
import {
  type ChainHolding,
  enumerateHolders,
  isPoolReadable,
  readChainMint,
  readChainPool,
  readChainSolPriceUsd,
  WSOL,
} from '../support/read-chain.ts'
import { successOf } from '../support/reply-check.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'

/** What the routes say, held against the chain by brute force, against the world's own truth and against one another.
 *  Agents are off and caches cold. */

type Holder = { owner: string; amount: number; pct: number; accounts: number; flags: string[]; entityType?: string }
type TrueToken = {
  readonly mint: string
  readonly archetype: string
  readonly dev: string
  readonly bundlers: readonly string[]
  readonly snipers: readonly string[]
  readonly launchSlot: number | null
  readonly recipe?: unknown
}
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const VAULTS = ['liquidity', 'locker', 'burn']
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')

let sandbox: StartedSandbox
let server: OpenServer
let rpc: string
let tokens: readonly PublishedToken[]
let truth: readonly TrueToken[]
let holders: ReadonlyMap<string, readonly ChainHolding[]>
// biome-ignore lint/suspicious/noExplicitAny: records were checked against their schema
const records = new Map<string, any>()

before(async () => {
  sandbox = await sharedSandbox()
  rpc = sandbox.urls['rpc']!
  tokens = await publishedTokens(sandbox)
  truth = (await sandbox.control<{ tokens: TrueToken[] }>('GET', '/truth')).tokens
  holders = await enumerateHolders(rpc)
  server = await openServer({ SANDBOX_URL: rpc })
  for (const { mint } of tokens) records.set(mint, intelOf(await server.get(`/api/v2/tokens/${mint}/intel`)))
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('top_holders equals a brute-force enumeration of the chain, for each token, of both token programs', async () => {
  const programs = new Set<string>()
  for (const { mint, symbol } of tokens) {
    const record = records.get(mint)
    const { program, supplyRaw, decimals } = await readChainMint(rpc, mint)
    const all = holders.get(mint)!
    programs.add(program)
    assert.deepEqual(
      record.top_holders.map(({ owner, amount, accounts }: Holder) => [owner, amount, accounts]),
      all.slice(0, 100).map(({ owner, amountRaw, accounts }) => [owner, Number(amountRaw) / 10 ** decimals, accounts]),
      symbol,
    )
    for (const [i, { pct }] of record.top_holders.entries())
      assert.equal(pct, Number((all[i]!.amountRaw * 100_000_000n) / supplyRaw) / 1e6, symbol)
    assert.deepEqual(record.holders_meta, {
      value: all.length,
      source: 'enumeration',
      exact: true,
      capped: false,
      as_of: record.holders_meta.as_of,
    })
    assert.equal(record.holders, all.length)
  }
  assert(programs.size === 2 && programs.has(TOKEN_2022))
})

test('the ten largest that hold for themselves make top10_pct', async () => {
  for (const { mint, symbol } of tokens) {
    const record = records.get(mint)
    const { supplyRaw } = await readChainMint(rpc, mint)
    const vaults = new Set(
      record.top_holders
        .filter(({ entityType }: Holder) => VAULTS.includes(entityType!))
        .map(({ owner }: Holder) => owner),
    )
    const top = holders
      .get(mint)!
      .filter(({ owner }) => !vaults.has(owner))
      .slice(0, 10)
    const heldRaw = top.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
    assert.equal(record.top10_pct, Number((heldRaw * 100_000_000n) / supplyRaw) / 1e6, symbol)
  }
})

test('the risk score recomputed by hand from the record’s own distribution, for tokens of every archetype', () => {
  const archetypes = new Set<string>()
  const verdicts = new Set<string>()
  const points: Record<string, number> = {}
  for (const { mint, archetype, symbol } of tokens) {
    const { distribution, risk } = records.get(mint)
    const { top10_pct, insiders_pct, bundlers_pct, snipers_pct, dev_pct } = distribution
    // Null compares as 0: what no one knows adds nothing.
    const rules: [string, boolean, number][] = [
      ['top10', top10_pct > 70, 30],
      ['top10', top10_pct > 50 && !(top10_pct > 70), 15],
      ['insiders', insiders_pct > 10, 25],
      ['bundlers', bundlers_pct > 15, 20],
      ['snipers', snipers_pct > 10, 10],
      ['dev', dev_pct > 5, 15],
    ]
    const hit = rules.filter(([, isAbove]) => isAbove)
    const score = hit.reduce((sum, [, , own]) => sum + own, 0)
    const verdict = score >= 50 ? 'high-risk' : score >= 25 ? 'risky' : score >= 10 ? 'caution' : 'safe'
    assert.deepEqual([risk.score, risk.verdict], [score, verdict], symbol)
    assert.deepEqual(
      risk.risks.map(({ id, points }: { id: string; points: number }) => [id, points]),
      hit.map(([id, , own]) => [id, own]),
    )
    for (const [id, , own] of hit) points[id] = own
    archetypes.add(archetype)
    verdicts.add(verdict)
  }
  assert(tokens.length >= 10 && archetypes.size >= 9, [...archetypes].join(' '))
  assert(verdicts.size >= 3, 'the archetypes do not differ')
  assert(points['top10'] && points['insiders'] && points['bundlers'] && points['dev'], JSON.stringify(points))
})

test('creator, launch slot, bundlers and snipers are the ones the world was made with', () => {
  let launched = 0
  for (const { mint, symbol } of tokens) {
    const told = truth.find((token) => token.mint === mint)!
    if (told.launchSlot === null) continue
    launched++
    const record = records.get(mint)
    assert.equal(record.metadata.deployer, told.dev, symbol)
    assert.equal(record.launch.slot, told.launchSlot, symbol)
    const shown = new Set(record.top_holders.map(({ owner }: Holder) => owner))
    const flagged = (flag: string) =>
      record.top_holders
        .filter(({ flags }: Holder) => flags.includes(flag))
        .map(({ owner }: Holder) => owner)
        .sort()
    const stillIn = (wallets: readonly string[]) => wallets.filter((wallet) => shown.has(wallet)).sort()
    assert.deepEqual(flagged('dev'), stillIn([told.dev]), symbol)
    // Launches by recipe are there to deceive: how well their teams are told from strangers is measured elsewhere.
    if (told.recipe !== undefined) continue
    const { launch } = record
    assert.deepEqual(flagged('bundler'), stillIn(told.bundlers), symbol)
    assert.deepEqual(flagged('sniper'), stillIn(told.snipers), symbol)
    assert.deepEqual([launch.bundlers, launch.snipers], [told.bundlers.length, told.snipers.length], symbol)
  }
  assert(launched >= 8)
  assert(tokens.some(({ mint }) => records.get(mint).launch?.bundlers > 3))
})

test('one price of a token: prices, pairs-batch, trending, search, intel and the reserves of its pool', async () => {
  const mints = tokens.map(({ mint }) => mint)
  const prices = await askInParts(
    mints,
    async (part) => (await server.post('/api/v2/tokens/prices', { mints: part })).json.prices,
  )
  const pairs = await askInParts(
    mints,
    async (part) => (await server.post('/api/v2/tokens/pairs-batch', { mints: part })).json.pairs,
  )
  const trending = (await server.get('/api/v2/tokens/trending')).json.tokens
  const solUsd = await readChainSolPriceUsd(rpc)
  assert(Math.abs((await server.get('/api/v2/market/sol-price')).json.price / solUsd - 1) < 1e-6)
  let compared = 0
  let inTrending = 0
  for (const { mint, symbol, pool } of tokens.filter(isPoolReadable)) {
    if (pool === null) continue
    const { priceNative, quote } = (await readChainPool(rpc, pool))!
    const onChain = priceNative * (quote === WSOL ? solUsd : 1)
    const listed = trending.find((row: { mint: string }) => row.mint === mint)
    const found = (await server.get(`/api/v2/tokens/search?q=${mint}`)).json.results[0]
    const told = {
      prices: prices[mint].priceUsd,
      'pairs-batch': pairs[mint].priceUsd,
      intel: records.get(mint).price_usd,
      'intel.pair': records.get(mint).pair.priceUsd,
      search: found.priceUsd,
      trending: listed?.priceUsd ?? prices[mint].priceUsd,
    }
    assert.deepEqual(new Set(Object.values(told)).size, 1, `${symbol}: ${JSON.stringify(told)}`)
    assert(Math.abs(told.prices / onChain - 1) < 1e-6, `${symbol}: ${told.prices}, reserves say ${onChain}`)
    compared++
    if (listed !== undefined) inTrending++
  }
  assert(compared >= 20 && inTrending >= 10)
})
