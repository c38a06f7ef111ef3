import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DBC_PROGRAM } from '../../../../../src/chain/solana/dexes/meteora-dbc/addresses.ts'
import { meteoraDbc } from '../../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { readDbcConfig } from '../../../../../src/chain/solana/dexes/meteora-dbc/pools.ts'
import { isSoldOut } from '../../../../../src/chain/solana/dexes/meteora-dbc/quote.ts'
import { decodeDbcPool } from '../../../../../src/chain/solana/dexes/meteora-dbc/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { openDexChain } from '../../../../sandbox/programs/swap-fixture.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { dbcScene, drawDbc } from '../../../../support/pool-scenes/dbc-scene.ts'
import { playScene } from '../../../../support/pool-scenes/scene.ts'
import { assertBeyondLimit, tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('dbc trader')
const SCENES = 300

test('every curve of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const curves = chain.accountsOfProgram(DBC_PROGRAM).flatMap((address) => {
    const pool = decodeDbcPool(chain.account(address)!.data)
    if (pool === null) return []
    const config = readDbcConfig({ ...chain.account(pool.config)!, address: pool.config })!
    return isSoldOut({ pool, config }) ? [] : [{ pool: address, mint: pool.baseMint }]
  })
  let [buys, sells] = [0, 0]
  for (const at of curves) {
    const done = tradeThereAndBack(chain, meteoraDbc, at, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(curves.length > 0, 'the world has such curves')
  assert(buys >= 3 * curves.length && sells >= 6 * curves.length, `${buys} buys, ${sells} sells`)
})

test('drawn curves pay what was quoted, and no unit more, on the sandbox that computes by itself', () => {
  const chain = openDexChain()
  let [paid, filled] = [0, 0]
  for (let seed = 1; seed <= SCENES; seed++) {
    const scene = dbcScene(drawDbc(seed))
    chain.advanceSlot()
    const { quote, swap } = playScene(meteoraDbc.trading!, chain, scene, [null, null])
    if (quote === null) {
      assert(swap(1n).err !== null, `seed ${seed}: no quote, but it pays`)
      continue
    }
    assertBeyondLimit({ programId: DBC_PROGRAM }, swap(quote.amountOutRaw + 1n).err, `seed ${seed}`)
    const { err, paidRaw, gotRaw, logs } = swap(quote.amountOutRaw)
    assert.equal(err, null, `seed ${seed}: ${logs.join('\n')}`)
    assert.deepEqual([paidRaw, gotRaw], [quote.amountInRaw, quote.amountOutRaw], `seed ${seed}`)
    paid++
    if (quote.amountInRaw < scene.amountInRaw) filled++
  }
  assert(paid > 200 && filled > 40, `${paid} swaps, ${filled} that filled the curve`)
})
