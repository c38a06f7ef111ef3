import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DBC_POOL_AUTHORITY } from '../../../../../src/chain/solana/dexes/meteora-dbc/addresses.ts'
import { meteoraDbc } from '../../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { dbcScene, drawDbc } from '../../../../support/pool-scenes/dbc-scene.ts'
import { quoteScene } from '../../../../support/pool-scenes/scene.ts'
import { type HeldAccount, scanNode } from '../../../../support/scan-node.ts'

const fields = [...Array(50).keys()]
  .map((seed) => drawDbc(seed + 1))
  .find(({ sqrtPrice, sqrtStart, segments }) => sqrtPrice > sqrtStart && segments.length > 2)!
const scene = dbcScene(fields)
const [base, quote] = fields.isBaseFirst ? scene.mints : [scene.mints[1], scene.mints[0]]
const accounts = (): Map<string, HeldAccount> => new Map(scene.accounts)

test('a curve is found by a scan for its token, priced by its configuration', async () => {
  const found = await meteoraDbc.findPools(scanNode(accounts()).rpc, base)
  assert(found.ok)
  const [pool, ...others] = found.value
  assert(pool !== undefined && others.length === 0)
  assert.deepEqual([pool.address, pool.baseMint, pool.quoteMint], [scene.pool, base, quote])
  assert.deepEqual(pool.vaultOwners, [DBC_POOL_AUTHORITY])
  assert.deepEqual([pool.tradeable, pool.curveComplete], [true, false])
  assert.equal(pool.realQuoteReserveRaw, fields.quoteReserve)
  const progress = Number((fields.quoteReserve * 10_000n) / fields.quoteThreshold) / 100
  assert.equal(pool.curveProgressPct, progress)
  const price = Number(pool.quoteReserveRaw) / Number(pool.baseReserveRaw)
  const expected = (Number(fields.sqrtPrice) / 2 ** 64) ** 2
  assert(Math.abs(price / expected - 1) < 1e-3, `${price} is not ${expected}`)
  // What is left to buy is what a purchase of everything gets.
  const all = quoteScene(meteoraDbc.trading!, { ...scene, isFirstIn: !fields.isBaseFirst, amountInRaw: 1n << 60n })
  if (all !== null && fields.collectFeeMode === 0) assert.equal(all.amountOutRaw, pool.realBaseReserveRaw)
})

test('the quote of a curve is not scanned for, and a node that refuses scans leaves the failure', async () => {
  const ofQuote = await meteoraDbc.findPools(scanNode(accounts()).rpc, quote)
  assert(ofQuote.ok && ofQuote.value.length === 0, 'the pool account does not name it')
  const refused = await meteoraDbc.findPools(scanNode(accounts(), { refusesScans: true }).rpc, base)
  assert(!refused.ok, 'no address can be derived')
})

test('a curve without its configuration is left out, one that has raised its sum is complete', async () => {
  const held = accounts()
  const config = [...held.keys()].find((address) => held.get(address)!.data.length === 1_048)!
  held.delete(config)
  const without = await meteoraDbc.findPools(scanNode(held).rpc, base)
  assert(without.ok && without.value.length === 0)
  const over = dbcScene({ ...fields, quoteReserve: fields.quoteThreshold })
  const found = await meteoraDbc.findPools(scanNode(new Map(over.accounts)).rpc, base)
  assert(found.ok)
  const [pool] = found.value
  assert.deepEqual([pool!.curveProgressPct, pool!.curveComplete, pool!.tradeable], [100, true, false])
})
