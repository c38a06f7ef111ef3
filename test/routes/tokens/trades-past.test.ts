import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'
import { untilServing } from '../../support/until-serving.ts'

/* History before the tape began: a server that has a node and nothing else reads it of the pools' own past. */

type Row = { hash: string; date: number; amountUSD: number; amount: number; side: string; sender: string }

const success = successOf('GET /api/v2/tokens/{mint}/trades')
const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const servers = tapeServers()
const mintOf = (archetype: string) => servers.tokens.find((token) => token.archetype === archetype)!.mint
const trades = async (mint: string, query = '', server = servers.waiting) =>
  success(await server.get(`/api/v2/tokens/${mint}/trades${query}`))
/** Of trades in one block each side has an order of its own. */
const keysOf = (rows: readonly Row[]) =>
  rows.map(({ hash, side, sender, amount, date }) => `${date} ${hash} ${side} ${sender} ${amount}`).sort()

async function allPages(mint: string, server: OpenServer, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply = await trades(mint, `?limit=${limit}&cursor=${cursor}`, server)
    assert(reply.trades.length <= limit)
    rows.push(...reply.trades)
    cursor = reply.nextCursor
    assert(rows.length <= 1_000)
  }
  return rows
}

test('a server that read nothing yet shows a token’s trades, the same that a whole tape has', async () => {
  for (const archetype of ['bundled', 'fresh_launch', 'graduated', 'other_dex', 'bluechip']) {
    const mint = mintOf(archetype)
    const whole = await allPages(mint, servers.following, 100)
    assert.deepEqual(keysOf(await allPages(mint, servers.waiting, 100)), keysOf(whole), archetype)
  }
})

test('the cursor goes on from the tape into the past, in pages of any size, and holds every trade once', async (t) => {
  const live = { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: servers.sandbox.urls['rpc']! }
  const young = await openServer(live, { follows: true })
  t.after(() => young.stop())
  await untilServing(young)
  const mint = mintOf('bundled')
  const whole = keysOf(await allPages(mint, servers.following, 100))
  for (const limit of [1, 7]) assert.deepEqual(keysOf(await allPages(mint, young, limit)), whole, `${limit}`)
})

test('what is read of the past is valued at the present price of SOL and says so', async () => {
  const reply = await trades(mintOf('bundled'), '?limit=100')
  assert(reply.trades.every(({ amountUSD }: Row) => amountUSD > 0))
  assert.deepEqual(reply.missing, ['trades of before SOL prices were recorded here are valued at its present price'])
})

test('volumes, trades, changes and the birth of a pair with a node alone are those of a whole tape', async () => {
  for (const archetype of ['bundled', 'fresh_launch', 'graduated']) {
    const mint = mintOf(archetype)
    const own = pairsOf(await servers.waiting.post('/api/v2/tokens/pairs-batch', { mints: [mint] })).pairs[mint]
    const rows = (await allPages(mint, servers.waiting, 100)) as (Row & { platform: string })[]
    const dayAgo = Date.now() - 86_400_000
    const today = rows.filter(({ date, platform }) => date >= dayAgo && platform === own.dexId)
    const bought = today.filter(({ side }) => side === 'buy').length
    assert.deepEqual(own.txns.h24, { buys: bought, sells: today.length - bought }, archetype)
    const sum = today.reduce((total, { amountUSD }) => total + amountUSD, 0)
    assert(Math.abs(own.volume.h24 - sum) <= sum * 0.02, archetype)
    assert.equal(typeof own.priceChange.h24, 'number')
    assert(own.pairCreatedAt > 0 && own.pairCreatedAt <= Math.min(...today.map(({ date }) => date), Date.now()))
  }
})
