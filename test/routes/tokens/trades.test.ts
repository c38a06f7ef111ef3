import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

type Row = {
  hash: string
  date: number
  amountUSD: number
  priceUSD: number
  amount: number
  side: string
  sender: string
}

const success = successOf('GET /api/v2/tokens/{mint}/trades')
const servers = tapeServers()
const mintOf = (archetype: string) => servers.tokens.find((token) => token.archetype === archetype)!.mint
const trades = async (mint: string, query = '', server = servers.following) =>
  success(await server.get(`/api/v2/tokens/${mint}/trades${query}`))
/** A token whose launch and more than a page of trades are on the tape. */
const launched = () => mintOf('bundled')

test('the tape’s rows are the chain’s: newest first, one for each trade, with the signer and the amounts it moved', async () => {
  const mint = launched()
  const reply = await trades(mint)
  assert.deepEqual([reply.mint, reply.count], [mint, 20])
  assert.equal(typeof reply.nextCursor, 'string')
  const rows: Row[] = reply.trades
  assert.equal(new Set(rows.map(({ hash, side, amount }) => `${hash} ${side} ${amount}`)).size, 20)
  for (const [at, row] of rows.entries()) {
    if (at > 0) assert(row.date <= rows[at - 1]!.date, 'newest first')
    assert(row.amount > 0 && row.amountUSD > 0)
    assert(Math.abs(row.amount * row.priceUSD - row.amountUSD) <= row.amountUSD * 1e-9)
  }
  const { hash, date, amount, side, sender } = rows[0]!
  const asked = ['getTransaction', [hash, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 }]] as const
  const { result } = (
    await servers.following.post('/api/v2/rpc', { jsonrpc: '2.0', id: 1, method: asked[0], params: asked[1] })
  ).json
  assert.equal(result.blockTime * 1_000, date)
  assert(
    result.transaction.message.accountKeys.some(
      (key: { pubkey: string; signer: boolean }) => key.pubkey === sender && key.signer,
    ),
  )
  const held = (rows: { owner: string; mint: string; uiTokenAmount: { uiAmountString: string } }[]) =>
    rows
      .filter((one) => one.owner === sender && one.mint === mint)
      .reduce((sum, { uiTokenAmount }) => sum + Number(uiTokenAmount.uiAmountString), 0)
  const moved = held(result.meta.postTokenBalances) - held(result.meta.preTokenBalances)
  assert(Math.abs(moved - (side === 'buy' ? amount : -amount)) < 1e-5, `${moved} ${side} ${amount}`)
})

test('the provider gives the same trades where no one follows the chain', async () => {
  for (const archetype of ['bundled', 'serial_rugger', 'bluechip']) {
    const mint = mintOf(archetype)
    const ours: Row[] = (await trades(mint)).trades
    const theirs = await trades(mint, '', servers.provider)
    // Of trades in one block each side has an order of its own.
    const key = ({ hash, side, sender, amount }: Row) => `${hash} ${side} ${sender} ${amount.toFixed(4)}`
    assert.deepEqual(theirs.trades.map(key).sort(), ours.map(key).sort(), archetype)
    for (const row of theirs.trades as Row[]) assert.equal(row.date, ours.find(({ hash }) => hash === row.hash)!.date)
  }
})

test('behind the rows of the provider the cursor goes on with those of the node', async () => {
  const mint = mintOf('bluechip')
  const whole: Row[] = (await trades(mint, '?limit=20', servers.provider)).trades
  const first = await trades(mint, '?limit=4', servers.provider)
  assert.equal(first.trades.length, 4)
  const hashes: string[] = first.trades.map(({ hash }: Row) => hash)
  for (let cursor = first.nextCursor; cursor !== null && hashes.length < whole.length; ) {
    const page = await trades(mint, `?limit=4&cursor=${cursor}`, servers.provider)
    hashes.push(...page.trades.map(({ hash }: Row) => hash))
    cursor = page.nextCursor
  }
  assert.deepEqual(
    hashes.slice(0, whole.length),
    whole.map(({ hash }) => hash),
  )
})

test('a trade has the same dollars on every route: the provider’s rows, the tape’s and the replay’s', async () => {
  const { following } = servers
  // More than the tape holds of a token from before it: the provider answers.
  const mint = mintOf('bluechip')
  const rows: Row[] = (await trades(mint, '?limit=100')).trades
  const onTape = following.ctx.store.tape.trades({ by: 'mint', address: mint }, { limit: 100 }).trades
  const compared = onTape.filter(({ amountUsd }) => amountUsd !== null)
  assert(compared.length > 5)
  for (const { signature, side, amountUsd, priceUsd } of compared) {
    const row = rows.find((one) => one.hash === signature && one.side === side)!
    assert.deepEqual([row.amountUSD, row.priceUSD], [amountUsd, priceUsd], signature)
  }
})

test('limit is clamped to 1..100 and 20 by default', async () => {
  const mint = launched()
  const all = (await trades(mint, '?limit=100')).count
  for (const [query, count] of [
    ['?limit=1', 1],
    ['?limit=0', 1],
    ['?limit=-5', 1],
    ['?limit=7.9', 7],
    ['?limit=1e9', all],
    ['?limit=', 20],
    ['?limit=x', 20],
  ] as const)
    assert.equal((await trades(mint, query)).count, count, query)
  assert(all > 20 && all <= 100)
})

test('consecutive pages of the tape hold every trade once', async () => {
  const mint = launched()
  const all: Row[] = (await trades(mint, '?limit=100')).trades
  const paged: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply = await trades(mint, `?limit=9&cursor=${cursor}`)
    paged.push(...reply.trades)
    cursor = reply.nextCursor
    assert(paged.length <= 1_000)
  }
  assert.deepEqual(paged.slice(0, all.length), all)
})

test('a mint that no one trades has no trades', async () => {
  for (const server of [servers.following, servers.provider])
    assert.deepEqual((await trades(strangerAddress(5), '', server)).trades, [])
})

test('an answer is kept for 30 s for each mint and limit', async () => {
  const { provider } = servers
  const calls = async () => {
    const lines = (await provider.ctx.metrics.expose()).split('\n')
    const counts = lines.filter((line) => /^mintglass_upstream_calls_total.*mobula/.test(line))
    return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const mint = launched()
  const before = await calls()
  await trades(mint, '?limit=33', provider)
  provider.clock.push(29_000)
  await trades(mint, '?limit=33', provider)
  await trades(mint, '?limit=33&x=1', provider)
  assert.equal((await calls()) - before, 1)
  await trades(mint, '?limit=34', provider)
  assert.equal((await calls()) - before, 2)
  provider.clock.push(1_500)
  await trades(mint, '?limit=33', provider)
  assert.equal((await calls()) - before, 3)
})

test('what is wrong with a request is reported', async () => {
  const { following, waiting, bare } = servers
  assertFails(await following.get('/api/v2/tokens/xyz/trades'), 400, 'invalid mint')
  assertFails(await following.get(`/api/v2/tokens/${launched()}/trades?cursor=x`), 400, 'invalid cursor')
  const gone = `/api/v2/tokens/${launched()}/trades?cursor=00000000-00000000001`
  assertFails(await following.get(gone), 400, 'cursor is no longer kept')
  assertFails(await following.get(`/api/v2/tokens/${launched()}/trades`, { key: null }), 401, 'missing API key')
  assertFails(await bare.get(`/api/v2/tokens/${launched()}/trades`), 503, 'provider not configured: trades or tape')
  const noSignature = `past-12-${'1'.repeat(88)}-0`
  assertFails(await waiting.get(`/api/v2/tokens/${launched()}/trades?cursor=${noSignature}`), 400, 'invalid cursor')
  const forged = `past-12-${'1'.repeat(64)}-0`
  assertFails(
    await waiting.get(`/api/v2/tokens/${launched()}/trades?cursor=${forged}`),
    400,
    'cursor is no longer kept',
  )
})
