import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLMM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import { raydiumClmm } from '../../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { decodeClmmPool } from '../../../../../src/chain/solana/dexes/raydium-clmm/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'
import { readTradingVectors } from '../trading-vectors.ts'
import { tradeVector } from '../vector-chain.ts'

const TRADER = keypairFromText('clmm trader')

test('the pools that the SDK encoded trade on the emulator for exactly what was quoted, one swap after the other', () => {
  let [paid, refused] = [0, 0]
  for (const vector of readTradingVectors('raydium-clmm-trading').vectors) {
    const got = tradeVector(raydiumClmm, vector, { programsDir: null })
    paid += got.filter((raw) => raw !== null).length
    refused += got.filter((raw) => raw === null).length
  }
  assert(paid >= 300 && refused >= 50, `${paid} paid, ${refused} refused`)
})

test('every CLMM pool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const pools = chain.accountsOfProgram(CLMM_PROGRAM).flatMap((pool) => {
    const state = decodeClmmPool(chain.account(pool)!.data)
    if (state === null) return []
    return [{ pool, mint: state.token0Mint === NATIVE_MINT ? state.token1Mint : state.token0Mint }]
  })
  assert(pools.length > 0, 'the world has CLMM pools')
  let [buys, sells] = [0, 0]
  for (const at of pools) {
    const done = tradeThereAndBack(chain, raydiumClmm, at, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(buys >= 4 * pools.length && sells >= 4 * pools.length, `${buys} buys, ${sells} sells in ${pools.length} pools`)
})
