import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUMPSWAP_PROGRAM } from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { decodePool } from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { decodeMintInfo } from '../../../../../src/chain/solana/mint-info.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { buildTestWorld } from '../../../../support/build-test-world.ts'
import { readTradablePool } from '../../../../support/swap-lab.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('swap pool trader')

test('every PumpSwap pool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = buildTestWorld()
  const pools = chain.accountsOfProgram(PUMPSWAP_PROGRAM).flatMap((pool) => {
    const state = decodePool(chain.account(pool)!.data)
    return state === null ? [] : [{ pool, mint: state.baseMint === NATIVE_MINT ? state.quoteMint : state.baseMint }]
  })
  assert(pools.length > 3, `${pools.length} pools`)
  const reasons: string[] = []
  let [open, buys, sells] = [0, 0, 0]
  for (const at of pools) {
    const read = readTradablePool(pumpswap.trading!, chain, at.pool, at.mint)
    if (!read.ok) {
      assert.equal(read.code, 'no_route')
      reasons.push(
        read.message
          .split(' ')
          .filter((word) => word.length < 30)
          .join(' '),
      )
      continue
    }
    // Whoever comes new to such a coin gets a frozen account; its pool is sound.
    const coin = decodeMintInfo({ address: at.mint, ...chain.account(at.mint)! })
    if (coin?.extensions.defaultFrozen) continue
    const done = tradeThereAndBack(chain, pumpswap, at, TRADER)
    open++
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(open > 3 && buys >= 3 * open && sells >= 3 * open, `${buys} buys, ${sells} sells in ${open} pools`)
  // The world's traps that no pool can be traded through.
  assert.deepEqual([...new Set(reasons)].sort(), ['transfers of are paused', 'transfers of run a program of their own'])
})
