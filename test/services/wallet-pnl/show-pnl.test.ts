import assert from 'node:assert/strict'
import { test } from 'node:test'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import type { DraftPosition, DraftSums, PnlDraft } from '../../../src/contract/wallet-pnl-evidence.ts'
import { orderPositions } from '../../../src/services/wallet-pnl/order-positions.ts'
import { isThinNow, pnlSummaryOf, showPosition } from '../../../src/services/wallet-pnl/show-pnl.ts'

const NONE: DraftSums = {
  invested: 0n,
  investedUnits: 0n,
  proceeds: 0n,
  proceedsUnits: 0n,
  realisedCost: 0n,
  realisedProceeds: 0n,
  realised: null,
  heldUnits: 0n,
  heldCost: 0n,
  isKnown: false,
}
const gain = (raw: bigint): DraftSums => ({ ...NONE, realised: raw, realisedProceeds: raw, isKnown: true })

/** A position that was sold, with what that realised in lamports and in millionths of a dollar; null: not known. */
function sold(mint: string, lamports: bigint | null, usdMicros: bigint | null): DraftPosition {
  return {
    mint,
    decimals: 6,
    balanceRaw: 0n,
    boughtRaw: 1n,
    soldRaw: 1n,
    unknownBasisRaw: 0n,
    lamports: lamports === null ? NONE : gain(lamports),
    usdMicros: usdMicros === null ? NONE : gain(usdMicros),
    buys: 1,
    sells: 1,
    firstTs: 1,
    lastTs: 2,
    basisKnown: true,
  }
}

const draftOf = (positions: readonly DraftPosition[]): PnlDraft => ({
  positions,
  costs: {
    networkFeeLamports: 0n,
    failedFeeLamports: 0n,
    tipLamports: 0n,
    rentPaidLamports: 0n,
    rentReturnedLamports: 0n,
  },
  medianHoldSecs: null,
  assets: [],
  gaps: [],
  priceSources: [],
})
const rowsOf = (positions: readonly DraftPosition[]) => positions.map((one) => showPosition(one, 'strict', () => null))
const summaryOf = (positions: readonly DraftPosition[]) => pnlSummaryOf(draftOf(positions), 'strict', rowsOf(positions))

test('the win rate is of wins and losses: dollars at par are neither, and alone they give no rate', () => {
  const par = sold(USDC_MINT, null, 0n)
  const alone = summaryOf([par])
  assert.deepEqual([alone.wins, alone.losses, alone.winRatePct], [0, 0, null])
  const beside = summaryOf([par, sold('A', 5n, null), sold('B', 7n, 9n), sold('C', -1n, null), sold('D', -2n, 3n)])
  assert.deepEqual([beside.wins, beside.losses, beside.winRatePct], [2, 2, 50])
})

test('positions without dollars stand where their SOL would in dollars, those without either come last', () => {
  const rows = rowsOf([
    sold('A', null, null),
    sold('B', 2_000_000_000n, null),
    sold('C', 1n, 150_000_000n),
    sold('D', 1n, 250_000_000n),
    sold('E', -3_000_000_000n, null),
    sold('F', 1n, -200_000_000n),
  ])
  const mints = (solPriceUsd: number | null) => orderPositions(rows, 'realized', solPriceUsd).map(({ mint }) => mint)
  assert.deepEqual(mints(100), ['D', 'B', 'C', 'F', 'E', 'A'])
  assert.deepEqual(mints(50), ['D', 'C', 'B', 'E', 'F', 'A'])
  assert.deepEqual(mints(null), ['D', 'C', 'F', 'A', 'B', 'E'])
})

test('a balance is held against its pool in whole tokens: without decimals, or a price, nothing is said of it', () => {
  const held = { ...sold('A', 1n, 1n), balanceRaw: 5_000_000n }
  const price = { priceUsd: 3, liquidityUsd: 14 }
  assert.equal(
    isThinNow(held, () => price),
    true,
  )
  assert.equal(
    isThinNow({ ...held, balanceRaw: 4_000_000n }, () => price),
    false,
  )
  assert.equal(
    isThinNow({ ...held, decimals: null }, () => price),
    false,
  )
  assert.equal(
    isThinNow(held, () => null),
    false,
  )
})
