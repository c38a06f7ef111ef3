import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodedWords, gapFigures } from '../../explorer/src/pages/chain-figures.ts'

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
