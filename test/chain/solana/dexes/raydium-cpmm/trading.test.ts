import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../../sandbox/chain/types.ts'
import { CPMM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { raydiumCpmm } from '../../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { decodeCpmmPool } from '../../../../../src/chain/solana/dexes/raydium-cpmm/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('cpmm trader')

const poolsOf = (chain: SandboxChain) =>
  chain.accountsOfProgram(CPMM_PROGRAM).flatMap((pool) => {
    const state = decodeCpmmPool(chain.account(pool)!.data)
    if (state === null) return []
    return [{ pool, mint: state.token0Mint === NATIVE_MINT ? state.token1Mint : state.token0Mint }]
  })

test('every CPMM pool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const pools = poolsOf(chain)
  assert(pools.length > 0, 'the world has CPMM pools')
  let [buys, sells] = [0, 0]
  for (const at of pools) {
    const done = tradeThereAndBack(chain, raydiumCpmm, at, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(buys >= 4 * pools.length && sells >= 4 * pools.length, `${buys} buys, ${sells} sells in ${pools.length} pools`)
})
