import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TAPE_DEXES } from '../../../src/contract/tape-event.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { tapeServers } from '../../support/tape-servers.ts'

type Row = { mint: string; poolAddress: string; dexType: string; indexedAt: number; name: string | null }

const success = successOf('GET /api/v2/launches/recent')
const servers = tapeServers()
const recent = async (query = '', server = servers.following) =>
  success(await server.get(`/api/v2/launches/recent${query}`))

test('the newest tokens and pools of the world, latest indexed first, no pool twice', async () => {
  const reply = await recent('?limit=200')
  const rows: Row[] = reply.launches
  assert.equal(reply.count, rows.length)
  assert(rows.length >= 30, String(rows.length))
  assert.equal(new Set(rows.map(({ poolAddress }) => poolAddress)).size, rows.length)
  for (const [at, { indexedAt }] of rows.entries()) if (at > 0) assert(indexedAt <= rows[at - 1]!.indexedAt)
  const token = servers.tokens.find(({ archetype }) => archetype === 'bundled')!
  assert(rows.some(({ mint, dexType, name }) => mint === token.mint && dexType === 'pumpfun' && name !== null))
  for (const text of rows.flatMap((row) => Object.values(row))) assert.notEqual(text, '')
})

test('a graduated token stands there twice: its curve, and its pool under the pool’s DEX, both with its name', async () => {
  const rows: Row[] = (await recent('?limit=200')).launches
  const curves = new Map(rows.filter(({ dexType }) => dexType === 'pumpfun').map((row) => [row.mint, row]))
  const pools = rows.filter(({ mint, dexType }) => dexType === 'pumpswap' && curves.has(mint))
  assert(pools.length > 0)
  for (const { mint, name } of pools) assert.equal(name, curves.get(mint)!.name)
})

test('dex in any case is one of the known DEXs, and each has its own rows', async () => {
  const all: Row[] = (await recent('?limit=200')).launches
  for (const dex of TAPE_DEXES) {
    const rows: Row[] = (await recent(`?limit=200&dex=${dex}`)).launches
    assert.deepEqual(
      rows,
      all.filter(({ dexType }) => dexType === dex),
      dex,
    )
    assert.deepEqual((await recent(`?limit=200&dex=${dex.toUpperCase()}`)).launches, rows)
  }
  assert.deepEqual((await recent('?limit=200&dex=')).launches, all)
  for (const word of ['x', 'pump', 'pumpfun,orca', '__proto__', '%00'])
    assertFails(await servers.following.get(`/api/v2/launches/recent?dex=${word}`), 400, /dex must be one of pumpfun/)
})

test('limit is clamped to 1..200 and 50 by default', async () => {
  const all = (await recent('?limit=200')).count
  assert(all > 50)
  for (const [query, count] of [
    ['', 50],
    ['?limit=x', 50],
    ['?limit=0', 1],
    ['?limit=-1', 1],
    ['?limit=3', 3],
    ['?limit=9999', all],
  ] as const)
    assert.equal((await recent(query)).count, count, query)
})

test('consecutive pages hold every launch once, also of one DEX', async () => {
  for (const dex of ['', '&dex=pumpfun']) {
    const all: Row[] = (await recent(`?limit=200${dex}`)).launches
    const paged: Row[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply = await recent(`?limit=7${dex}&cursor=${cursor}`)
      paged.push(...reply.launches)
      cursor = reply.nextCursor
      assert(paged.length <= 1_000)
    }
    const pools = (rows: readonly Row[]) => rows.map(({ poolAddress }) => poolAddress)
    assert.deepEqual(pools(paged).slice(0, all.length).sort(), pools(all).sort())
  }
})

test('where nothing is followed the list is empty, never an error', async () => {
  for (const server of [servers.provider, servers.waiting, servers.bare])
    assert.deepEqual(await recent('', server), { success: true, count: 0, launches: [], nextCursor: null })
})

test('a cursor that leads nowhere and a missing key are reported', async () => {
  const { following } = servers
  assertFails(await following.get('/api/v2/launches/recent?cursor=x'), 400, 'invalid cursor')
  const gone = '/api/v2/launches/recent?cursor=00000000-00000000001'
  assertFails(await following.get(gone), 400, 'cursor is no longer kept')
  assertFails(await following.get('/api/v2/launches/recent', { key: null }), 401, 'missing API key')
})
