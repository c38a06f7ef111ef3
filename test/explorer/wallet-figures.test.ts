import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyWords, movedWords, pnlCoverage, pnlFigures, worthWords } from '../../explorer/src/pages/wallet-figures.ts'

const summary = {
  realizedUSD: -9.486042,
  unrealizedUSD: 3_048.56,
  investedUSD: 8_757.4,
  proceedsUSD: 2_931,
  realizedSol: 1.630477264,
  realizedLamports: '1630477264',
  netSol: null,
  netLamports: null,
  feesSol: 0.000005443,
  costs: {
    networkFeeLamports: '5443',
    failedFeeLamports: '0',
    tipLamports: '0',
    rentPaidLamports: '0',
    rentReturnedLamports: '0',
  },
  buys: 1_038,
  sells: 27,
  tokens: 32,
  wins: 6,
  losses: 6,
  winRatePct: 50,
  medianHoldSecs: 293.5,
}

test('each figure of profit and loss has a name, its unit, and digits enough to be something', () => {
  assert.deepEqual(
    pnlFigures(summary).map(([label, text]) => `${label}: ${text}`),
    [
      'Realised: -$9.49',
      'Unrealised: $3.05K',
      'Bought for: $8.76K',
      'Sold for: $2.93K',
      'Realised in SOL: 1.630477 SOL',
      'Less fees, tips and rent: –',
      'Fees and tips: 0.000005 SOL',
      'Buys: 1,038',
      'Sales: 27',
      'Tokens: 32',
      'Tokens with a gain: 6',
      'Tokens with a loss: 6',
      'Of tokens, won: 50%',
      'Held for, median: 5 min',
    ],
  )
})

test('what profit and loss rests on is said, with what it leaves out', () => {
  const coverage = { txScanned: 1, capped: false, oldestTs: null, newestTs: null, slot: 1, missing: [] }
  assert.equal(pnlCoverage({ coverage, positions: [], positionsTotal: 0 }), '1 transaction read.')
  assert.equal(
    pnlCoverage({
      coverage: { ...coverage, txScanned: 1_000, capped: true, missing: ['two transactions'] },
      positions: [],
      positionsTotal: 3,
    }),
    '1,000 transactions read; there are older ones. 0 of 3 tokens shown. Not read: two transactions.',
  )
})

test('what is not part of the total stands in brackets, and what is not known is not 0', () => {
  assert.deepEqual(
    [worthWords({ usdValue: 609.11, thin: true }), worthWords({ usdValue: 609.11, thin: false })],
    ['($609.11)', '$609.11'],
  )
  assert.deepEqual([copyWords({ score: null }), copyWords({ score: 0 })], ['–', '0 of 100'])
  assert.deepEqual(movedWords({ inSol: 0, outSol: 0.00003 }), { got: '', gave: '>-0.0001 SOL' })
  assert.deepEqual(movedWords({ inSol: 62.544933609, outSol: 0 }), { got: '+62.5449 SOL', gave: '' })
})
