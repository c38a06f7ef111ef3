import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { knownAddress } from '../../../src/chain/solana/labels.ts'
import { PROGRAMS_WITH_KNOWN_OWNERS, SHARED_OWNER } from '../../../src/services/pools/scan-by-owners.ts'

/** DEXs of which no pool is scanned for: the address of each follows from its mint. */
const FOUND_BY_ADDRESS: ReadonlySet<string> = new Set(['pumpfun'])

test('who owns the vaults of a DEX is written down: without it every search for pools scans its program', () => {
  const missing = DEXES.filter(({ name }) => !FOUND_BY_ADDRESS.has(name)).flatMap(({ name, programIds }) =>
    programIds
      .filter((program) => !PROGRAMS_WITH_KNOWN_OWNERS.has(program))
      .map((program) => `${name}: ${program} has no row in services/pools/scan-by-owners.ts`),
  )
  assert.deepEqual(missing, [])
})

test('an owner of the vaults of all pools is known as liquidity: else its tokens count as those of one large holder', () => {
  for (const { name, operator, programIds } of DEXES)
    for (const program of programIds) {
      const owner = SHARED_OWNER.get(program)
      if (owner === undefined) continue
      const known = knownAddress(owner)
      assert.deepEqual([known?.kind, known?.entity], ['liquidity', operator], `${name}: ${owner} in known-addresses.ts`)
    }
})
