import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { DAMM_V1_PROGRAM } from '../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { isSlippageError } from '../../../../src/chain/solana/dexes/slippage-errors.ts'
import { knownAddress } from '../../../../src/chain/solana/labels.ts'
import { SHARE_READERS } from '../../../../src/chain/solana/positions/index.ts'
import { TAPE_DEXES } from '../../../../src/contract/tape-event.ts'
import { decodeBase58 } from '../../../../src/hot-paths/base58.ts'

/** The rows of the registry: what derives from them needs each fact of each program. */

test('every DEX with a code on the tape has its row, and no other', () => {
  assert.deepEqual(DEXES.map(({ name }) => name).toSorted(), TAPE_DEXES.toSorted())
  assert.equal(new Set(DEXES.map(({ label }) => label)).size, DEXES.length, 'two DEXs are shown under one label')
})

test('each program has the address of a program, and no two DEXs share one', () => {
  const programs = DEXES.flatMap(({ programIds }) => programIds)
  assert.deepEqual(
    programs.filter((program) => decodeBase58(program)?.length !== 32),
    [],
  )
  assert.equal(new Set(programs).size, programs.length)
})

/** Programs whose LP tokens are positions, while escrows of their own hide who could withdraw the liquidity. */
const ESCROWED: ReadonlySet<string> = new Set([DAMM_V1_PROGRAM])

test('LP tokens of each program are read as positions of a wallet, and by lpTokens as the liquidity of a pool', () => {
  const readers = new Set(SHARE_READERS.map(({ program }) => program))
  const missing = DEXES.flatMap(({ name, programIds, lpTokens = {} }) =>
    programIds.flatMap((program) => {
      const [isPosition, isLiquidity] = [readers.has(program), program in lpTokens || ESCROWED.has(program)]
      if (isPosition === isLiquidity) return []
      return [`${name}: ${program} lacks ${isPosition ? 'lpTokens in its row' : 'a reader in SHARE_READERS'}`]
    }),
  )
  assert.deepEqual(missing, [], 'the row is dexes/<dex>/index.ts, the readers are chain/solana/positions/index.ts')
})

test('each program is known as a DEX of the operator that its row names', () => {
  for (const { name, operator, programIds } of DEXES)
    for (const program of programIds) {
      const known = knownAddress(program)
      assert.deepEqual([known?.kind, known?.entity], ['dex', operator], `${name}: ${program} in known-addresses.ts`)
    }
})

test('each program has codes for a price that moved, and no other program has some', () => {
  for (const { name, programIds, slippageCodes } of DEXES) {
    assert.deepEqual(Object.keys(slippageCodes).toSorted(), programIds.toSorted(), name)
    for (const [program, codes] of Object.entries(slippageCodes)) {
      assert(codes.length > 0, `${name}: ${program}`)
      for (const code of codes) assert(isSlippageError(`program:${program}:Custom(${code})`))
    }
  }
  assert(!isSlippageError(`program:${DEXES[0]!.programIds[0]}:Custom(1)`))
})

test('LP tokens are read of own programs only, and of no launchpad', () => {
  for (const { name, programIds, lpTokens = {}, isLaunchpad } of DEXES) {
    for (const program of Object.keys(lpTokens)) assert(programIds.includes(program), `${name}: ${program}`)
    assert(!isLaunchpad || Object.keys(lpTokens).length === 0, name)
  }
})

test('a DEX whose liquidity is LP tokens says what is in its pools, and its swaps can be computed again', () => {
  const withShares = DEXES.filter(({ lpTokens }) => lpTokens !== undefined)
  const missing = withShares.flatMap(({ name, saysReserves, replay }) => [
    ...(saysReserves === true ? [] : [`${name}: saysReserves, or no trade shows that liquidity was pulled`]),
    ...(replay === undefined ? [`${name}: replay, or no sandwich on it has a loss`] : []),
  ])
  assert.deepEqual(missing, [])
})
