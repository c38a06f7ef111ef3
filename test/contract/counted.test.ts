import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, oneOrMany } from '../../src/contract/counted.ts'

test('one of something is singular, every other count is plural', () => {
  assert.deepEqual(
    [0, 1, 2, 1.5, 1n, 10n, '1', '11'].map((count) => counted(count, 'wallet')),
    ['0 wallets', '1 wallet', '2 wallets', '1.5 wallets', '1 wallet', '10 wallets', '1 wallet', '11 wallets'],
  )
})

test('a plural that takes more than an s is given, with its verb where it has one', () => {
  assert.equal(counted(1, 'entity', 'entities'), '1 entity')
  assert.equal(counted(3, 'entity', 'entities'), '3 entities')
  assert.equal(counted(1, 'pool holds', 'pools hold'), '1 pool holds')
  assert.equal(counted(2, 'pool holds', 'pools hold'), '2 pools hold')
})

test('a word elsewhere agrees with the count', () => {
  assert.equal(oneOrMany(1, 'its', 'their'), 'its')
  assert.equal(oneOrMany(0n, 'its', 'their'), 'their')
})
