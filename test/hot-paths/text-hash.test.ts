import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { hashText } from '../../src/hot-paths/text-hash.ts'

const addressOf = (index: number): string => encodeBase58(createHash('sha256').update(`address ${index}`).digest())

test('a hash is a number below 2^53 and the same each time', () => {
  for (const text of ['', 'a', 'ab', addressOf(1)]) {
    const hash = hashText(text)
    assert(Number.isSafeInteger(hash) && hash >= 0, text)
    assert.equal(hashText(text), hash)
  }
})

test('200,000 addresses do not collide, and neighbours differ in both halves', () => {
  const seen = new Set<number>()
  for (let index = 0; index < 200_000; index++) seen.add(hashText(addressOf(index)))
  assert.equal(seen.size, 200_000)
  assert.notEqual(hashText('ab'), hashText('ba'))
  assert.notEqual(Math.floor(hashText('a') / 2 ** 32), Math.floor(hashText('b') / 2 ** 32))
})

test('every bit of the hash is set about half the time', () => {
  const rounds = 20_000
  const counts = new Array<number>(53).fill(0)
  for (let index = 0; index < rounds; index++) {
    let hash = BigInt(hashText(addressOf(index)))
    for (let bit = 0; bit < 53; bit++, hash >>= 1n) if ((hash & 1n) === 1n) counts[bit]!++
  }
  for (const [bit, count] of counts.entries())
    assert(Math.abs(count / rounds - 0.5) < 0.02, `bit ${bit}: ${count} of ${rounds}`)
})
