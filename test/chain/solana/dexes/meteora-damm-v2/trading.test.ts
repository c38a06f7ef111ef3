import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAMM_V2_PROGRAM } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/addresses.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { decodeDammV2Pool } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('damm v2 trader')

test('every DAMM v2 pool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const pools = chain.accountsOfProgram(DAMM_V2_PROGRAM).flatMap((pool) => {
    const state = decodeDammV2Pool(chain.account(pool)!.data)
    return state === null ? [] : [{ pool, mint: state.mintA }]
  })
  let [buys, sells] = [0, 0]
  for (const at of pools) {
    const done = tradeThereAndBack(chain, meteoraDammV2, at, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(pools.length > 0, 'the world has such pools')
  assert(buys >= 3 * pools.length && sells >= 6 * pools.length, `${buys} buys, ${sells} sells in ${pools.length} pools`)
})
