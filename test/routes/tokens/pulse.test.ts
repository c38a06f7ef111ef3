import assert from 'node:assert/strict'
import { test } from 'node:test'
import { successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

type Row = {
  mint: string
  symbol: string | null
  dex: string
  at: number | null
  progressPct: number | null
  priceUsd: number | null
  marketCapUsd: number | null
  trades: number
}
type Pulse = { windowSecs: number; launched: Row[]; graduating: Row[]; graduated: Row[]; missing?: string[] }

const PATH = '/api/v2/tokens/pulse'
const success = successOf(`GET ${PATH}`)
const servers = tapeServers()
const TRADER = { key: null, headers: { Authorization: 'Bearer rt_sandbox_trade' } }
const pulse = async (query = '', server = servers.following): Promise<Pulse> => success(await server.get(PATH + query))

test('launches and graduations are those of the tape, newest first, each token once', async () => {
  const { launched, graduated, missing } = await pulse('?limit=50')
  assert.equal(missing, undefined)
  for (const rows of [launched, graduated]) {
    assert(rows.length > 0)
    assert.equal(new Set(rows.map(({ mint }) => mint)).size, rows.length)
    for (const [index, { at }] of rows.entries()) if (index > 0) assert(at! <= rows[index - 1]!.at!)
  }
  const listed = (await servers.following.get('/api/v2/launches/recent?limit=200')).json.launches as {
    mint: string
    dexType: string
  }[]
  const onCurve = new Set(
    listed.filter(({ dexType }) => ['pumpfun', 'bonk', 'meteora_dbc'].includes(dexType)).map(({ mint }) => mint),
  )
  for (const { mint } of launched) assert(onCurve.has(mint), mint)
})

test('progress is that of the curve’s own account, and a graduated token is on no curve', async () => {
  const { launched, graduating, graduated } = await pulse('?limit=50')
  const left = new Set(graduated.map(({ mint }) => mint))
  for (const { mint, progressPct } of graduating) {
    assert(progressPct! >= 50 && progressPct! < 100)
    assert(!left.has(mint))
  }
  for (const { progressPct } of graduated) assert.equal(progressPct, null)
  const known = launched.filter(({ progressPct }) => progressPct !== null).slice(0, 3)
  assert(known.length > 0)
  for (const { mint, progressPct } of known) {
    const { json } = await servers.following.get(`/v1/token/info?mint=${mint}`, TRADER)
    if (json.bonding_curve_percent !== null) assert(Math.abs(json.bonding_curve_percent - progressPct!) < 5, mint)
  }
})

test('a token that nobody trades any more has the price and the cap of its last trade', async () => {
  const { launched, graduated } = await pulse('?limit=50')
  const quiet = [...launched, ...graduated].filter(({ trades }) => trades === 0)
  assert(quiet.length > 0)
  let priced = 0
  for (const { mint, priceUsd, marketCapUsd } of quiet) {
    const { json } = await servers.following.get(`/api/v2/first-party/tokens/solana/${mint}/trades?limit=4`)
    const last = (json.trades as { trade: { priceUSD: number | null } }[]).find(({ trade }) => trade.priceUSD !== null)
    assert.equal(priceUsd, last?.trade.priceUSD ?? null, mint)
    if (priceUsd === null) continue
    priced += 1
    assert(marketCapUsd! > 0, mint)
  }
  assert(priced > 0)
})

test('limit is clamped, and without a followed chain the lists are empty', async () => {
  const two = await pulse('?limit=2')
  assert.equal(two.launched.length, 2)
  assert((await pulse('?limit=9999')).launched.length <= 50)
  assert.equal((await pulse('?limit=0')).launched.length, 1)
  const alone = await pulse('', servers.waiting)
  assert.deepEqual([alone.launched, alone.graduating, alone.graduated], [[], [], []])
})
