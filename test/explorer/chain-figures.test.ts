import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodedWords, gapFigures, milliseconds, slowestWords } from '../../explorer/src/pages/chain-figures.ts'

test('the decoded share is a percentage of a fraction, and not 0 where nothing was swapped', () => {
  const shown = (decodedShare: number | null) => decodedWords({ decodedShare } as never)
  assert.deepEqual(
    [shown(1), shown(0.9876), shown(0), shown(null), decodedWords(null)],
    ['100%', '98.8%', '0%', '–', '–'],
  )
})

test('gaps are in slots on Solana and in blocks elsewhere', () => {
  const coverage = { fromBlock: 456_966_067, toBlock: 1, from: 0, to: 0 }
  const lost = [
    { fromBlock: 5, toBlock: 5, reason: '' },
    { fromBlock: 10, toBlock: 19, reason: '' },
  ]
  assert.deepEqual(gapFigures({ chain: 'solana', coverage, lost }), [
    ['Without a gap since slot', '456,966,067'],
    ['Slots lost', '11'],
  ])
  assert.deepEqual(gapFigures({ chain: 'base', coverage: null, lost: [] }), [
    ['Without a gap since block', '–'],
    ['Blocks lost', '0'],
  ])
})

test('answers above the end of the histogram are over 30 s, not unknown', () => {
  assert.deepEqual(
    [slowestWords({ p99Ms: null, requests: 7 }), slowestWords({ p99Ms: null, requests: 0 })],
    ['over 30 s', '–'],
  )
  assert.deepEqual([0.4, 99.96, 118, 9_999, 12_000].map(milliseconds), [
    '0.4 ms',
    '100.0 ms',
    '118 ms',
    '9,999 ms',
    '12 s',
  ])
})
