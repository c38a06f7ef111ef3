import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bondingCurvePda } from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { decodeBondingCurve } from '../../../../../src/chain/solana/dexes/pumpfun/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { buildTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('curve trader')

test('every open curve of the world trades both ways for exactly what was quoted', () => {
  const { chain, world } = buildTestWorld()
  const open = [...world.launches.keys()].filter((mint) => {
    const account = chain.account(bondingCurvePda(mint).address)
    return account !== null && decodeBondingCurve(account.data)?.complete === false
  })
  assert(open.length > 3, `${open.length} open curves`)
  let [buys, sells] = [0, 0]
  for (const mint of open) {
    const done = tradeThereAndBack(chain, pumpfun, { pool: bondingCurvePda(mint).address, mint }, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(buys >= 3 * open.length && sells >= 3 * open.length, `${buys} buys, ${sells} sells on ${open.length} curves`)
})
