import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
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

test('LP tokens of each program are read as positions of a wallet', () => {
  const read = new Set(SHARE_READERS.map(({ program }) => program))
  const missing = DEXES.flatMap(({ name, lpTokens = {} }) =>
    Object.keys(lpTokens).flatMap((program) => (read.has(program) ? [] : [`${name}: ${program}`])),
  )
  assert.deepEqual(missing, [], 'add a reader to SHARE_READERS of chain/solana/positions/index.ts')
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
  assert.deepEqual(
    DEXES.filter(({ lpTokens }) => lpTokens !== undefined).map(({ name }) => name),
    ['pumpswap', 'raydium', 'raydium_cpmm'],
  )
})
