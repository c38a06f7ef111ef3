import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear, marketServers, priceOf, tokenOf } from '../../support/market-routes.ts'
import { successOf } from '../../support/reply-check.ts'

/* What a node alone says of the market: search, trending. */

const servers = marketServers()
const trending = successOf('GET /api/v2/tokens/trending')
const raw = successOf('GET /api/v2/tokens/trending/raw')
const search = successOf('GET /api/v2/tokens/search')

type Row = { mint: string; name: string; symbol: string; priceUsd: number; rank: number; liquidityUsd: number | null }

test('trending: the tokens that are traded now, from the newest transactions of the DEX programs', async () => {
  const { tokens, missing } = trending(await servers.alone.get('/api/v2/tokens/trending'))
  assert(tokens.length >= 5)
  assert.match(missing[1], /^boosts and profiles: DEXSCREENER_URL/)
  const rows: Row[] = tokens
  assert.deepEqual(
    rows.map(({ rank }) => rank),
    rows.map((_, at) => at + 1),
  )
  assert.equal(new Set(rows.map(({ mint }) => mint)).size, rows.length)
  for (const { priceUsd, symbol } of rows) assert(priceUsd > 0 && symbol !== '')
  assert.equal(typeof tokens[0].volume.h24, 'number', 'the first of them with the past of their pools')
  const known = rows.find(({ mint }) => servers.tokens.some((token) => token.mint === mint))!
  assert(isNear(known.priceUsd, await priceOf(servers.alone, known.mint), 0.05))
  const { tokens: rawTokens } = raw(await servers.alone.get('/api/v2/tokens/trending/raw'))
  assert.deepEqual(rawTokens.map(({ mint }: Row) => mint).sort(), rows.map(({ mint }) => mint).sort())
})

test('search: the token of a mint, and those traded now by their names', async () => {
  const { mint, symbol } = tokenOf(servers, 'graduated')
  const { results, missing } = search(await servers.alone.get(`/api/v2/tokens/search?q=${mint}`))
  assert.equal(missing, undefined)
  assert.deepEqual(
    results.map((row: Row) => [row.mint, row.symbol]),
    [[mint, symbol]],
  )
  assert(results[0].priceUsd > 0 && results[0].liquidityUsd > 0 && results[0].volume24h >= 0)
  const [first] = trending(await servers.alone.get('/api/v2/tokens/trending')).tokens
  const named = search(await servers.alone.get(`/api/v2/tokens/search?q=${encodeURIComponent(first.symbol)}`)).results
  assert(named.some((row: Row) => row.mint === first.mint))
  const none = search(await servers.alone.get('/api/v2/tokens/search?q=nobody-is-called-this'))
  assert.deepEqual(none.results, [])
  assert.match(none.missing[0], /^names are looked for among tokens that .*: DEXSCREENER_URL would know all$/)
})
