import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAUNCHLAB_EVENT_AUTHORITY, LAUNCHLAB_PROGRAM } from '../../../../../src/chain/solana/dexes/bonk/addresses.ts'
import { bonk } from '../../../../../src/chain/solana/dexes/bonk/index.ts'
import { decodeLaunchPool, STATUS_TRADING } from '../../../../../src/chain/solana/dexes/bonk/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { findProgramAddress } from '../../../../../src/chain/solana/pda.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { readTradablePool } from '../../../../support/swap-lab.ts'
import { tradeThereAndBack } from '../round-trip.ts'

const TRADER = keypairFromText('launch trader')

test('the event authority is where the program derives it', () => {
  const seeds = [Buffer.from('__event_authority')]
  assert.equal(findProgramAddress(seeds, LAUNCHLAB_PROGRAM).address, LAUNCHLAB_EVENT_AUTHORITY)
})

test('every LaunchLab curve of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const curves = chain.accountsOfProgram(LAUNCHLAB_PROGRAM).flatMap((pool) => {
    const state = decodeLaunchPool(chain.account(pool)!.data)
    return state === null ? [] : [{ pool, mint: state.baseMint, isTrading: state.status === STATUS_TRADING }]
  })
  let [open, closed, buys, sells] = [0, 0, 0, 0]
  for (const { isTrading, ...at } of curves) {
    if (isTrading) {
      const done = tradeThereAndBack(chain, bonk, at, TRADER)
      open++
      buys += done.buys.length
      sells += done.sells.length
      continue
    }
    closed++
    const read = readTradablePool(bonk.trading!, chain, at.pool, at.mint)
    assert(!read.ok && read.code === 'no_route')
    assert.match(read.message, /has graduated/)
  }
  assert(open > 0 && closed > 0, `${open} open, ${closed} closed`)
  assert(buys >= 3 * open && sells >= 3 * open, `${buys} buys, ${sells} sells on ${open} curves`)
})
