import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFingerprinter, type Fingerprint } from '../../src/http/fingerprint.ts'

const empty = (): Fingerprint => ({ a: 0, b: 0, c: 0, d: 0 })

test('the sums are those of exact arithmetic, whatever the text', () => {
  // Recovers the random factors through the function itself, then does the sums with big integers.
  const fingerprintOf = createFingerprinter()
  const sumsOf = (text: string): Fingerprint => {
    const out = empty()
    assert(fingerprintOf(text, out))
    return out
  }
  const PRIME = 2n ** 31n - 1n
  const names = ['a', 'b', 'c', 'd'] as const
  const zeros = '\0'.repeat(126)
  const ofLength = (length: number) => sumsOf(zeros.slice(0, length))
  const factor = (pair: number, name: (typeof names)[number]): bigint => {
    const one = `${zeros.slice(0, pair * 2)}\0\x01${zeros.slice(pair * 2 + 2)}`
    return (BigInt(sumsOf(one)[name]) - BigInt(ofLength(126)[name]) + PRIME) % PRIME
  }
  const factors = names.map((name) => Array.from({ length: 63 }, (_, pair) => factor(pair, name)))
  const latin1 = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 126 })
  fc.assert(
    fc.property(fc.oneof(latin1, fc.constant(Array(126).fill(255))), (codes) => {
      const sums = sumsOf(String.fromCharCode(...codes))
      for (const [i, name] of names.entries()) {
        let expected = BigInt(ofLength(codes.length)[name])
        for (let k = 0; k < codes.length; k += 2)
          expected += BigInt(codes[k]! * 256 + (codes[k + 1] ?? 0)) * factors[i]![k >> 1]!
        assert.equal(BigInt(sums[name]), expected % PRIME)
      }
    }),
    { numRuns: 300 },
  )
})

test('neighbours differ: one character, one more, one less, two swapped', () => {
  const fingerprintOf = createFingerprinter()
  const seen = new Set<string>()
  const key = 'mg_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH'
  const texts = [key, `${key}\0`, `\0${key}`, key.slice(1), key.slice(0, -1), '', '\0', '\0\0']
  for (let i = 0; i < key.length; i++) {
    texts.push(`${key.slice(0, i)}~${key.slice(i + 1)}`)
    if (i > 0) texts.push(key.slice(0, i - 1) + key[i]! + key[i - 1]! + key.slice(i + 1))
  }
  for (const text of texts) {
    const out = empty()
    assert(fingerprintOf(text, out))
    seen.add(JSON.stringify(out))
  }
  assert.equal(seen.size, new Set(texts).size)
})

test('two processes have different sums for one text', () => {
  const sums = [createFingerprinter(), createFingerprinter()].map((fingerprintOf) => {
    const out = empty()
    fingerprintOf('mg_key', out)
    return out
  })
  assert.notDeepEqual(sums[0], sums[1])
})

test('long texts and texts beyond Latin-1 are left to the long way', () => {
  const fingerprintOf = createFingerprinter()
  assert.equal(fingerprintOf('x'.repeat(126), empty()), true)
  assert.equal(fingerprintOf('x'.repeat(127), empty()), false)
  assert.equal(fingerprintOf('mg_\u0142', empty()), false)
  assert.equal(fingerprintOf('mg_\ufffd', empty()), false)
})
