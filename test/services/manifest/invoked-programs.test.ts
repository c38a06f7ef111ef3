import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invokedPrograms } from '../../../src/services/manifest/invoked-programs.ts'

const [swap, token] = ['So11111111111111111111111111111111111111112', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA']

test('programs at every depth, each once, in order; what a program prints about itself counts for nothing', () => {
  const logs = [
    `Program ${swap} invoke [1]`,
    `Program log: Program ${'1'.repeat(32)} invoke [1]`,
    `Program ${token} invoke [2]`,
    `Program ${token} success`,
    `Program ${token} invoke [2]`,
  ]
  assert.deepEqual(invokedPrograms(logs), [swap, token])
})

test('a log that was cut off does not say', () => {
  assert.equal(invokedPrograms([`Program ${swap} invoke [1]`, 'Log truncated']), null)
})
