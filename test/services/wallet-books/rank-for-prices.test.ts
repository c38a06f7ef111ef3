import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { rankForPrices } from '../../../src/services/wallet-books/rank-for-prices.ts'

/** Last trades: price of one whole token and its decimals. */
const LAST: Readonly<Record<string, { readonly priceUsd: number | null; readonly decimals: number }>> = {
  Cheap: { priceUsd: 0.001, decimals: 6 },
  Dear: { priceUsd: 3, decimals: 9 },
  Middle: { priceUsd: 2, decimals: 6 },
  Unpriced: { priceUsd: null, decimals: 6 },
}
const trades = ({ address }: { readonly address: string }) => ({ trades: LAST[address] ? [LAST[address]] : [] })
const ctx = { store: { tape: { trades } } } as unknown as Context

test('SOL and dollars come first, then tokens by their worth at the last trade, those that were never seen last', async () => {
  const balances = new Map([
    ['Anyone', 10n ** 18n],
    ['Cheap', 5_000_000n],
    ['Dear', 1_000_000_000n],
    ['Middle', 1_000_000n],
    ['Unpriced', 10n ** 18n],
    [USDC_MINT, 1n],
    [WSOL_MINT, 0n],
  ])
  const [first, second, ...rest] = await rankForPrices(ctx, balances)
  assert.deepEqual(new Set([first, second]), new Set([WSOL_MINT, USDC_MINT]))
  assert.deepEqual(rest, ['Dear', 'Middle', 'Cheap', 'Unpriced', 'Anyone'])
})
