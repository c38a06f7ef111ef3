import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../../sandbox/chain/types.ts'
import { RAYDIUM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium/addresses.ts'
import { raydium } from '../../../../../src/chain/solana/dexes/raydium/index.ts'
import { decodeAmmInfo } from '../../../../../src/chain/solana/dexes/raydium/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('amm trader')

const poolsOf = (chain: SandboxChain) =>
  chain.accountsOfProgram(RAYDIUM_PROGRAM).flatMap((pool) => {
    const state = decodeAmmInfo(chain.account(pool)!.data)
    if (state === null) return []
    return [{ pool, mint: state.coinMint === NATIVE_MINT ? state.pcMint : state.coinMint }]
  })

test('every AMM v4 pool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const pools = poolsOf(chain)
  assert(pools.length > 0, 'the world has AMM v4 pools')
  let [buys, sells] = [0, 0]
  for (const at of pools) {
    const done = tradeThereAndBack(chain, raydium, at, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(buys >= 4 * pools.length && sells >= 4 * pools.length, `${buys} buys, ${sells} sells in ${pools.length} pools`)
})
