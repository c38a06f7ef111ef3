import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScreenerRow } from '../../../src/contract/screener.ts'
import { successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

/** The screener over the sandbox's own history: it says what the other routes say of the same pairs. */

const servers = tapeServers()
const BASE = '/api/v2/screener'
const pairs = successOf(`GET ${BASE}/pairs`)
const ofToken = successOf(`GET ${BASE}/tokens/{chain}/{address}/pairs`)
const graduating = successOf(`GET ${BASE}/pairs/graduating`)
const stats = successOf('GET /api/v2/first-party/tokens/{chain}/{address}/stats')

const get = (path: string, server = servers.following) => server.get(`${BASE}${path}`)

test('volumes, trades and prices of a token’s pairs are those of its trades by the first-party route', async () => {
  let seen = 0
  for (const { mint } of servers.tokens.slice(0, 10)) {
    // The follower goes on between two answers: the same before and after is the same meanwhile.
    const path = `/api/v2/first-party/tokens/solana/${mint}/stats?window=24h`
    const before = stats(await servers.following.get(path))
    const { rows } = ofToken(await get(`/tokens/solana/${mint}/pairs`))
    const after = stats(await servers.following.get(path))
    if (before.count !== after.count || before.volumeUSD !== after.volumeUSD) continue
    // Those of the provider alone have no trade on the tape.
    const own: ScreenerRow[] = rows.filter((row: ScreenerRow) => row.lastTradeAt !== null && row.txns.h24 !== null)
    if (own.length === 0) continue
    const sum = (of: (row: ScreenerRow) => number): number => own.reduce((total, row) => total + of(row), 0)
    assert.equal(
      sum(({ txns }) => txns.h24!.buys + txns.h24!.sells),
      before.count,
    )
    if (own.some(({ volume }) => volume.h24 === null)) continue
    const volume = sum((row) => row.volume.h24!)
    assert(Math.abs(volume - before.volumeUSD) <= 1e-6 * Math.max(1, before.volumeUSD) + 1e-3, `${volume}`)
    if (own.length === 1 && before.count > 0) assert.equal(own[0]!.makers24h, before.makers)
    seen++
  }
  assert(seen > 0)
})

test('all pairs are listed once, by any order, and a token that graduated is on no list of curves', async () => {
  const listed = new Set<string>()
  let cursor = ''
  let total = 0
  do {
    const query = cursor === '' ? '' : `&cursor=${cursor}`
    const page = pairs(await get(`/pairs?sort=createdAt&limit=100${query}`))
    for (const { pair } of page.rows) {
      assert(!listed.has(pair), pair)
      listed.add(pair)
    }
    total = page.total
    cursor = page.nextCursor ?? ''
  } while (cursor !== '')
  assert(listed.size >= total && total > 20, `${listed.size} of ${total}`)
  const { rows } = graduating(await get('/pairs/graduating?minPct=0&limit=100'))
  for (const { curve } of rows as ScreenerRow[]) {
    assert(curve !== null && !curve.graduated)
    assert(curve.pct !== null && curve.pct < 100)
  }
})

test('without a follower: a token’s pairs and the search are those of the provider, the lists are 501', async () => {
  const [token] = servers.tokens
  const { rows, missing } = ofToken(await get(`/tokens/solana/${token!.mint}/pairs`, servers.provider))
  assert(rows.length > 0)
  assert.deepEqual(missing, ['solana is not followed: rows are those of the market provider'])
  const found = await get(`/search?q=${token!.symbol}`, servers.provider)
  assert.equal(found.status, 200)
  for (const path of ['/pairs', '/pairs/trending', '/pairs/new', '/pairs/gainers', '/pairs/losers', '/facets'])
    assert.equal((await get(path, servers.provider)).status, 501, path)
  assert.match((await get('/pairs', servers.bare)).json.error, /^solana is not followed/)
})
