import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chainOfKey } from '../../../src/chain/catalog/chains.ts'
import { measureChain } from '../../../src/services/chain-tiers/measure-chain.ts'
import { readTier } from '../../../src/services/chain-tiers/tier-of.ts'
import { openChainServer } from '../../support/chain-server.ts'
import { type ChainWorld, WORLD_POOL, WORLD_WALLET } from '../../support/chain-world.ts'
import type { OpenServer } from '../../support/open-server.ts'

/* Lies whose every figure could be: only together they cannot. */

const WETH = '0x4200000000000000000000000000000000000006'
const OTHER_POOL = WORLD_POOL.replace('bb', 'ee')

type Row = Record<string, unknown>
let world: ChainWorld
let server: OpenServer

before(async () => {
  ;({ world, server } = await openChainServer())
})
after(async () => {
  await server?.stop()
  await world?.close()
})
beforeEach(() => {
  world.lie = null
  // Past what is kept of answers, for when their source fails, too.
  server.clock.push(6 * 60_000)
})

/** The world's own answer, changed, to requests whose address holds the text. */
function changing(where: string, change: (reply: never) => unknown): void {
  world.lie = (url, response) => {
    if (!url.includes(where)) return false
    const end = response.end.bind(response)
    response.end = ((body: string) => end(JSON.stringify(change(JSON.parse(body) as never)))) as never
    return false
  }
}
const get = async (path: string) => {
  const { status, json, text } = await server.get(`/api/v2/chain/base/${path}`)
  assert.equal(status, 200, text)
  return json
}
const ask = async (what: 'security' | 'holders') => get(`tokens/${WETH}/${what}`)
const record = (change: (row: Row) => Row) =>
  changing('token_security', ({ result, ...rest }: { result: Record<string, Row> }) => ({
    ...rest,
    result: Object.fromEntries(Object.entries(result).map(([token, row]) => [token, change(row)])),
  }))
const holder = (at: number, percent: string): Row => ({
  address: `0x${(at + 4_096).toString(16).padStart(40, '0')}`,
  balance: '5',
  percent,
  is_contract: 0,
  is_locked: 0,
})

test('trades of five minutes that the day does not hold are no evidence, and raise no tier', async () => {
  const chain = chainOfKey('optimism')!
  const none = { buys: 0, sells: 0 }
  changing('/token-pairs/', (rows: Row[]) =>
    rows.map((row) => ({ ...row, txns: { m5: { buys: 9, sells: 9 }, h1: none, h6: none, h24: none } })),
  )
  await measureChain(server.ctx, chain, null)
  assert.equal(readTier(server.ctx, chain).tier, 'L1')
  const { freshness, pools } = await get(`tokens/${WETH}/pools`)
  assert.equal(freshness.ageUnderMs, null)
  assert.deepEqual(pools[0].txns, { m5: null, h1: null, h6: null, h24: null })
})

test('an hour that sells more than its day has no volumes, and does not speak for its token', async () => {
  changing('/token-pairs/', ([row]: Row[]) => [
    row,
    { ...row, pairAddress: OTHER_POOL, priceUsd: '9', volume: { m5: 0, h1: 900_000, h6: 900_000, h24: 5_000 } },
  ])
  const { price, pairs } = await get(`tokens/${WETH}`)
  assert.equal(price.priceUsd, 2001.25)
  const contradictory = pairs.find((pair: { pairAddress: string }) => pair.pairAddress === OTHER_POOL)
  assert.deepEqual(contradictory.volume, { m5: null, h1: null, h6: null, h24: null })
})

test('holders of more than the whole, and one holder with two shares, leave no share', async () => {
  for (const holders of [
    Array.from({ length: 10 }, (_, at) => holder(at, '0.9')),
    [...Array.from({ length: 9 }, (_, at) => holder(at, '0.05')), holder(3, '0.06'), holder(10, '0.01')],
  ]) {
    record((row) => ({ ...row, holders }))
    const said = await ask('holders')
    assert(said.holders.length >= 10)
    assert(said.holders.every(({ pct }: { pct: number | null }) => pct === null))
    assert.equal(said.top10Pct, null)
    server.clock.push(6 * 60_000)
  }
})

test('the ten largest are the ten largest, in whatever order they come, and a row that comes twice is one', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => holder(at, String((at + 1) / 1_000)))
  record((row) => ({ ...row, holders: [...rows, rows[11]] }))
  const said = await ask('holders')
  assert.equal(said.holders.length, 12)
  assert.equal(said.holders[0].pct, 1.2)
  assert.equal(said.top10Pct, 7.5)
})

test('shares that prove nothing make no analysis', async () => {
  const chain = chainOfKey('base')!
  record((row) => ({ ...row, holders: [holder(1, '0.9'), holder(2, '0.9')] }))
  await measureChain(server.ctx, chain, null)
  assert(readTier(server.ctx, chain).tier < 'L3')
  world.lie = null
  await measureChain(server.ctx, chain, null)
  assert.equal(readTier(server.ctx, chain).tier, 'L3')
})

test('a token whose sale is taxed whole cannot be sold, whatever its flag says', async () => {
  record((row) => ({ ...row, is_honeypot: '0', sell_tax: '1' }))
  const { honeypot, score, grade } = await ask('security')
  assert.deepEqual([honeypot.verdict, score, grade], ['honeypot', 0, 'danger'])
})

test('two records of one token, a good and a bad one, are no answer', async () => {
  changing('token_security', ({ result, ...rest }: { result: Record<string, Row> }) => {
    const [row] = Object.values(result)
    return { ...rest, result: { [WETH]: row, [WETH.toUpperCase().replace('0X', '0x')]: row, [`${WETH} `]: row } }
  })
  // The address of WETH has no letters: one spelling, and one that is another text.
  assert.equal((await ask('security')).honeypot.verdict, 'sellable')
  const token = '0x00000000000000000000000000000000000000aa'
  changing('token_security', ({ result, ...rest }: { result: Record<string, Row> }) => {
    const [row] = Object.values(result)
    return { ...rest, result: { [token]: row, [token.replace('aa', 'AA')]: { ...row, is_honeypot: '1' } } }
  })
  const { status, json } = await server.get(`/api/v2/chain/base/tokens/${token}/security`)
  assert.equal(status, 502)
  assert.match(json.error, /two records/)
})

test('a token that is paid with itself has no pool there, and a pool that is named twice is one', async () => {
  changing('/token-pairs/', ([row]: Row[]) => [
    row,
    row,
    { ...row, pairAddress: OTHER_POOL, quoteToken: { address: WETH, symbol: 'X' } },
  ])
  const { count, pools } = await get(`tokens/${WETH}/pools`)
  assert.deepEqual([count, pools[0].pairAddress], [1, WORLD_POOL])
  changing('/trending_pools', ({ data: [row], ...rest }: { data: Row[] }) => {
    const { attributes, relationships } = row as { attributes: Row; relationships: Row }
    const self = { ...relationships, quote_token: relationships['base_token'] }
    return {
      ...rest,
      data: [row, row, { ...row, attributes: { ...attributes, address: OTHER_POOL }, relationships: self }],
    }
  })
  const trending = await get('pools/trending')
  assert.deepEqual(
    trending.pools.map((pool: { pairAddress: string }) => pool.pairAddress),
    [WORLD_POOL],
  )
})

test('what is no id of a transaction is handed on as none', async () => {
  for (const id of ['', 'javascript:alert(1)//', '\u202e0x12', `0x${'a'.repeat(70_000)}`, `0x${'ab'.repeat(32)}\n`]) {
    changing('/trades', ({ data: [row] }: { data: { attributes: Row }[] }) => ({
      data: [row, { ...row, attributes: { ...row!.attributes, tx_hash: id } }],
    }))
    const { trades } = await get(`pools/${WORLD_POOL}/trades`)
    assert.deepEqual(
      trades.map(({ hash, sender }: { hash: string; sender: string }) => [hash, sender]),
      [[`0x${'ab'.repeat(32)}`, WORLD_WALLET]],
      id.slice(0, 40),
    )
    server.clock.push(6 * 60_000)
  }
})

test('of lists that are longer than any provider sends, the first thousand rows are looked at', async () => {
  const many = 20_000
  changing('/trades', ({ data: [row] }: { data: { attributes: Row }[] }) => ({
    data: Array.from({ length: many }, (_, at) => ({
      attributes: { tx_hash: String(at).padStart(16, '0'), kind: row!.attributes['kind'] },
    })),
  }))
  const { trades } = await get(`pools/${WORLD_POOL}/trades?limit=100`)
  assert.equal(trades.length, 100)
  changing('/dexes', () => ({ data: Array.from({ length: many }, (_, at) => ({ id: `d${at}`, attributes: {} })) }))
  assert.equal((await get('dexes')).count, 1_000)
  changing('/token-pairs/', ([row]: Row[]) =>
    Array.from({ length: 2_000 }, (_, at) => ({
      chainId: row!['chainId'],
      dexId: 'u',
      pairAddress: `0x${at.toString(16).padStart(40, '0')}`,
      baseToken: row!['baseToken'],
    })),
  )
  assert.equal((await get(`tokens/${WETH}`)).pairs.length, 8)
})
