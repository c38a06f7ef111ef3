import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEX_EMULATORS } from '../../../sandbox/programs/dex-emulators.ts'
import { installPrograms } from '../../../sandbox/programs/index.ts'
import { SWAP_KINDS } from '../../../sandbox/programs/jupiter/aggregator-layout.ts'
import { dexTradesOf } from '../../../sandbox/world/dex-trades/index.ts'
import { isLaunchpad } from '../../../sandbox/world/launchpads.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { WHIRLPOOL_IMMUTABLE_PROGRAM } from '../../../src/chain/solana/dexes/orca/addresses.ts'
import { openChain } from '../chain/chain-fixture.ts'

/** Lists of the sandbox that have a row for every DEX: the world goes on without one, and less of it is tested. */

/** The code of another program of the same DEX, deployed a second time. */
const SECOND_COPIES: ReadonlySet<string> = new Set([WHIRLPOOL_IMMUTABLE_PROGRAM])
const PROGRAMS = DEXES.flatMap(({ name, programIds }) =>
  programIds.filter((program) => !SECOND_COPIES.has(program)).map((program) => ({ name, program })),
)

function missingFrom(has: (program: string) => boolean): readonly string[] {
  return PROGRAMS.filter(({ program }) => !has(program)).map(({ name, program }) => `${name}: ${program}`)
}

test('each program of a DEX is emulated on a new chain and in dry runs', () => {
  const chain = openChain()
  installPrograms(chain)
  assert.deepEqual(
    missingFrom((program) => chain.isEmulated(program)),
    [],
    'add its installer to sandbox/programs/index.ts',
  )
  assert.deepEqual(
    missingFrom((program) => DEX_EMULATORS.has(program)),
    [],
    'add its emulator to sandbox/programs/dex-emulators.ts',
  )
})

test('the aggregator of the sandbox routes swaps through each program of a DEX', () => {
  const routed = new Set(SWAP_KINDS.map(({ programId }) => programId))
  assert.deepEqual(
    missingFrom((program) => routed.has(program)),
    [],
    'add its kind of swap to sandbox/programs/jupiter/aggregator-layout.ts',
  )
})

test('the world reads the pools of each DEX and trades on them', () => {
  const missing = DEXES.filter(({ name }) => dexTradesOf(name) === null).map(({ name }) => name)
  assert.deepEqual(missing, [], 'add its trades to sandbox/world/dex-trades/index.ts')
})

test('the world knows which DEXs are launchpads, and where their tokens go on', () => {
  const names = (isOne: (dex: (typeof DEXES)[number]) => boolean) => DEXES.filter(isOne).map(({ name }) => name)
  assert.deepEqual(
    names(({ name }) => isLaunchpad(name)),
    names((dex) => dex.isLaunchpad),
    'add it to GRADUATES_TO of sandbox/world/launchpads.ts',
  )
})
