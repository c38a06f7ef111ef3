import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAMM_V1_PROGRAM, DLMM_PROGRAM } from '../../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { decodeDammV1Pool } from '../../../../../src/chain/solana/dexes/meteora/damm-v1-state.ts'
import { decodeLbPair } from '../../../../../src/chain/solana/dexes/meteora/dlmm-state.ts'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('meteora trader')

for (const [name, program, mintOf] of [
  ['DLMM', DLMM_PROGRAM, (data: Uint8Array) => decodeLbPair(data)?.mintX],
  ['DAMM v1', DAMM_V1_PROGRAM, (data: Uint8Array) => decodeDammV1Pool(data)?.mintA],
] as const)
  test(`every ${name} pool of the world trades both ways for exactly what was quoted`, () => {
    const { chain } = sharedTestWorld()
    const pools = chain.accountsOfProgram(program).flatMap((pool) => {
      const mint = mintOf(chain.account(pool)!.data)
      return mint === undefined ? [] : [{ pool, mint }]
    })
    let [buys, sells] = [0, 0]
    for (const at of pools) {
      const done = tradeThereAndBack(chain, meteora, at, TRADER)
      buys += done.buys.length
      sells += done.sells.length
    }
    assert(pools.length > 0, 'the world has such pools')
    assert(
      buys >= 3 * pools.length && sells >= 6 * pools.length,
      `${buys} buys, ${sells} sells in ${pools.length} pools`,
    )
  })
