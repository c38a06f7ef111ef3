import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../../sandbox/chain/types.ts'
import { WHIRLPOOL_PROGRAM } from '../../../../../src/chain/solana/dexes/orca/addresses.ts'
import { orca } from '../../../../../src/chain/solana/dexes/orca/index.ts'
import { decodeWhirlpool } from '../../../../../src/chain/solana/dexes/orca/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('whirlpool trader')

const poolsOf = (chain: SandboxChain) =>
  chain.accountsOfProgram(WHIRLPOOL_PROGRAM).flatMap((pool) => {
    const state = decodeWhirlpool(chain.account(pool)!.data)
    if (state === null) return []
    return [{ pool, mint: state.tokenMintA === NATIVE_MINT ? state.tokenMintB : state.tokenMintA }]
  })

test('every Whirlpool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const pools = poolsOf(chain)
  assert(pools.length > 0, 'the world has Whirlpools')
  let [buys, sells] = [0, 0]
  for (const at of pools) {
    const done = tradeThereAndBack(chain, orca, at, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(buys >= 4 * pools.length && sells >= 4 * pools.length, `${buys} buys, ${sells} sells in ${pools.length} pools`)
})
