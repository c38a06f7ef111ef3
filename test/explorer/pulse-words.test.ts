import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noneWords, orderWords, tradesWords } from '../../explorer/src/pages/pulse-words.ts'

const words = (trades: number, windowSecs: number): string => tradesWords({ trades, marketCapUsd: 5_000 }, windowSecs)

test('trades are counted over the window of the answer, and one is not many', () => {
  assert.deepEqual(
    [words(1, 3_600), words(1_234, 3_600), words(5, 240)],
    ['1 trade in 1h', '1,234 trades in 1h', '5 trades in 4m'],
  )
})

test('a cap without a trade in the window is that of an older one, and says so', () => {
  assert.equal(tradesWords({ trades: 0, marketCapUsd: 5_000 }, 3_600), 'no trade in 1h')
  assert.equal(tradesWords({ trades: 0, marketCapUsd: null }, 3_600), '')
  assert.equal(tradesWords({ trades: 2, marketCapUsd: null }, 3_600), '2 trades in 1h')
})

test('an empty list says that the chain is still read, and only then', () => {
  const solana = { chain: 'solana', serving: true, lagMs: null, reason: null }
  assert.equal(noneWords([solana as never], 'None.'), 'None.')
  assert.equal(noneWords(null, 'None.'), 'None.')
  assert.equal(
    noneWords(
      [{ ...solana, serving: false, lagMs: 970_097_770, reason: 'the tape is 970098 s behind' } as never],
      'None.',
    ),
    'Not known yet: the server is still reading the chain, 11d behind.',
  )
  assert.equal(
    noneWords([{ ...solana, serving: false, reason: 'its node does not answer' } as never], 'None.'),
    'Not known yet: the server is still reading the chain (its node does not answer).',
  )
  assert.equal(
    noneWords([{ ...solana, serving: false } as never], 'None.'),
    'Not known yet: the server is still reading the chain.',
  )
})

test('the order of the trending tokens is said: paid boosts, where there are any', () => {
  assert.match(orderWords([{ boosts: 1 }]), /^Most boosted/)
  assert.match(orderWords([{ boosts: 0 }, { boosts: 10 }]), /^Most boosted first: boosts are paid for/)
  assert.equal(orderWords([{ boosts: 0 }]), 'Traded most just now first.')
})
