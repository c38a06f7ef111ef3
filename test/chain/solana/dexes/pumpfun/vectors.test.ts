import { test } from 'node:test'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { assertVector, readVectors } from '../../../../support/dex-vectors.ts'

/** Curves, their graduations and the pools they graduate to, announced in the log and by a call with the same bytes. */
for (const vector of readVectors('pump').transactions)
  test(`reads what the IDL encoded: ${vector.name}`, () =>
    assertVector(vector, [pumpfun, pumpswap, meteora, meteoraDammV2]))
