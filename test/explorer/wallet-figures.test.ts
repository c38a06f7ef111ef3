import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  busiestWords,
  copyWords,
  memberWords,
  movedWords,
  pnlCoverage,
  pnlFigures,
  realisedWords,
  scannedFigures,
  sentenceParts,
  worthWords,
} from '../../explorer/src/pages/wallet-figures.ts'

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

test('an estimate is called one, and what was never held for a time has none', () => {
  const figures = pnlFigures({ ...summary, medianHoldSecs: null, netSol: 1.2345678, winRatePct: 33.333 } as never)
  assert.equal(figures.find(([label]) => label === 'Unrealised')![2], 'an estimate, at present prices')
  assert.equal(figures.filter(([, , hint]) => hint !== undefined).length, 1)
  const text = (label: string) => figures.find(([name]) => name === label)![1]
  assert.deepEqual(
    [text('Held for, median'), text('Less fees, tips and rent'), text('Of tokens, won')],
    ['–', '1.234568 SOL', '33.3%'],
  )
})

test('what profit and loss rests on is said, with what it leaves out', () => {
  const coverage = { txScanned: 1, capped: false, oldestTs: null, newestTs: null, slot: 1, missing: [] }
  assert.equal(pnlCoverage({ coverage, positions: [], positionsTotal: 0 }), '1 transaction read.')
  assert.equal(
    pnlCoverage({
      coverage: { ...coverage, txScanned: 1_000, capped: true, missing: ['two transactions', 'prices'] },
      positions: [],
      positionsTotal: 3,
    }),
    '1,000 transactions read; there are older ones. 0 of 3 tokens shown. Not read: two transactions; prices.',
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

test('a token of which nothing was sold has realised nothing, and the oldest of a part is not the first of all', () => {
  assert.deepEqual(
    [realisedWords({ sells: 0, realizedSol: 0 }), realisedWords({ sells: 2, realizedSol: -0.5 })],
    ['–', '-0.5 SOL'],
  )
  assert.deepEqual(scannedFigures({ scanned: 1_000, capped: true }), { read: '1,000+', oldest: 'Oldest read' })
  assert.deepEqual(scannedFigures({ scanned: 33, capped: false }), { read: '33', oldest: 'Active since' })
})

test('what a transaction did has links to tokens and wallets, and amounts with separators', () => {
  const wallet = '8aiMezBLdo6GNfVfeLyL6FYFAMu6rBH98vmAULxHMQ7C'
  const mint = 'EW2JA1CKpwkkwn8SdXHGjjFJohdjqm9qxUa42of7NAec'
  const other = 'Cr8wy7VzfCJso9j1gdaN5mhfHv5hp8EHEWLKvRg3NVE4'
  assert.deepEqual(
    sentenceParts(`${wallet} swapped 11852429.260763 ${mint} for 0.507363521 SOL on PUMP_FUN.`, wallet),
    [
      { kind: 'text', text: 'This wallet' },
      { kind: 'text', text: ' swapped 11,852,429.260763 ' },
      { kind: 'token', address: mint },
      { kind: 'text', text: ' for 0.507363521 SOL on PUMP_FUN.' },
    ],
  )
  assert.deepEqual(sentenceParts(`${other} transferred 0.038629008 SOL to ${wallet}.`, wallet), [
    { kind: 'wallet', address: other },
    { kind: 'text', text: ' transferred 0.038629008 SOL to this wallet' },
    { kind: 'text', text: '.' },
  ])
  assert.deepEqual(sentenceParts(`${wallet} transferred 1000 ${mint} to ${other}.`, wallet).slice(1), [
    { kind: 'text', text: ' transferred 1,000 ' },
    { kind: 'token', address: mint },
    { kind: 'text', text: ' to ' },
    { kind: 'wallet', address: other },
    { kind: 'text', text: '.' },
  ])
  assert.deepEqual(sentenceParts('', wallet), [])
  assert.deepEqual(
    sentenceParts(`${wallet} and ${wallet}; to ${other}`, wallet).map((part) =>
      part.kind === 'text' ? part.text : part.address,
    ),
    ['This wallet', ' and this wallet', '; to ', other],
  )
  assert.equal(sentenceParts(`5 of ${mint}`, wallet).at(-1)!.kind, 'wallet', 'an amount stands right before its token')
  assert.deepEqual(sentenceParts(`to ${wallet}`, wallet), [{ kind: 'text', text: 'to this wallet' }])
  // A signature holds no address, and neither does the word at which a text was cut off.
  for (const text of [`sent in ${mint}${other}`, `${other.slice(0, 40)}…`])
    assert.deepEqual(sentenceParts(text, wallet), [{ kind: 'text', text }])
  assert.deepEqual(sentenceParts(`sold 5 ${mint}, ${wallet}`, wallet).at(-1), { kind: 'text', text: ', this wallet' })
  assert.deepEqual(sentenceParts('0.12345 of 1234 and 18446744073709551615', wallet), [
    { kind: 'text', text: '0.12345 of 1,234 and 18,446,744,073,709,551,615' },
  ])
})

test('members of an answer are words, and the busiest hour is said', () => {
  assert.deepEqual(['copyLikeness', 'risk', 'stakingOpportunity'].map(memberWords), [
    'copy likeness',
    'risk',
    'staking opportunity',
  ])
  assert.equal(busiestWords([0, 3, 98, 3]), 'Most at 2:00: 98 transactions.')
  assert.deepEqual([busiestWords([0, 0]), busiestWords([])], ['', ''])
})
