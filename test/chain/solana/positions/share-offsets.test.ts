import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { SHARE_READERS } from '../../../../src/chain/solana/positions/index.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { sharedTestWorld } from '../../../support/build-test-world.ts'

/* A reader of LP tokens finds the pool of a token by the bytes at its offset. */

for (const { name, lpTokens = {} } of DEXES)
  for (const [program, readShares] of Object.entries(lpTokens))
    test(`${name}: the reader looks for the mint of LP tokens where pools of the world have it`, () => {
      const { chain } = sharedTestWorld()
      const reader = SHARE_READERS.find((one) => one.program === program)
      assert(reader)
      const pools = chain.accountsOfProgram(program).flatMap((address) => {
        const { data } = chain.account(address)!
        const shares = readShares(data)
        return shares === null ? [] : [{ data, lpMint: shares.lpMint }]
      })
      assert(pools.length > 0, `the world has no pool of ${name}: sandbox/world/plan-dex-pools.ts`)
      for (const { data, lpMint } of pools)
        assert.equal(encodeBase58(data.subarray(reader.mintOffset, reader.mintOffset + 32)), lpMint)
    })
