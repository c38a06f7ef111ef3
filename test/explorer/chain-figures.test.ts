import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decodedWords,
  gapFigures,
  lagWords,
  milliseconds,
  slowestWords,
} from '../../explorer/src/pages/chain-figures.ts'

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
  assert.deepEqual(
    [slowestWords({ p99Ms: 12, requests: 7 }), slowestWords({ p99Ms: 0, requests: 0 })],
    ['12.0 ms', '0.0 ms'],
  )
  assert.deepEqual([0, 0.4, 99.94, 99.96, 118.4, 9_999, 9_999.6, 12_000, 120_000, null].map(milliseconds), [
    '0.0 ms',
    '0.4 ms',
    '99.9 ms',
    '100 ms',
    '118 ms',
    '9,999 ms',
    '10 s',
    '12 s',
    '2 min',
    '–',
  ])
})

test('how far a tape is behind is in the unit that it rounds to', () => {
  assert.deepEqual([null, -3, 0, 999.4, 999.6, 1_234, 59_949, 59_950, 60_000, 119_999, 7_200_000].map(lagWords), [
    'unknown time',
    '0 ms',
    '0 ms',
    '999 ms',
    '1.0 s',
    '1.2 s',
    '59.9 s',
    '1m',
    '1m',
    '1m',
    '2h',
  ])
})
