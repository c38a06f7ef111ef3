import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletReads } from '../../../src/chain/wallet-port.ts'
import type { Context } from '../../../src/context.ts'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import { ok } from '../../../src/contract/outcome.ts'
import type { ParsedTransaction } from '../../../src/contract/parsed-transaction.ts'
import { getInformed } from '../../../src/services/wallet-profile/get-informed.ts'

const THRESHOLDS = { windowSecs: 3_600, pumpPct: 50, minWins: 3, minHitRatePct: 50 }

test('a purchase by a router through pools that are not read is considered, and unpriced', async () => {
  const side = (mint: string) => ({ mint, rawAmount: '7', decimals: 6, amount: null })
  const swap = { trader: 'W', source: 'UNKNOWN', programId: 'P', input: side(WSOL_MINT), output: side('M') }
  const routed = {
    signature: 's',
    timestamp: 1_790_000_000,
    events: { swaps: [{ ...swap, leftover: [], fees: [], legs: [] }], sales: [] },
  } as unknown as ParsedTransaction
  const wallets: WalletReads = {
    transactionsOf: async () => ok([{ signature: 's', slot: 1, isFailed: false, blockTimeSec: 1_790_000_000 }]),
    explain: async () => ok([routed]),
  }
  const ctx = { chain: { wallets }, clock: { nowMs: () => 1_800_000_000_000 } } as unknown as Context
  const report = await getInformed(ctx, 'W', THRESHOLDS, new AbortController().signal)
  assert(report.ok)
  const { buysConsidered, evaluated, unpriced, buys } = report.value
  assert.deepEqual([buysConsidered, evaluated, unpriced], [1, 0, 1])
  assert.deepEqual([buys[0]!.mint, buys[0]!.pool, buys[0]!.won], ['M', null, null])
})
