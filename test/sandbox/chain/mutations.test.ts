import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzTransactions } from '../../../bench/fuzz/mutate-transactions.ts'

test('five thousand mutated transactions of all versions never bring the chain down', async () => {
  const { exitCode, summary, lastWire } = await fuzzTransactions({ count: 5_000, seed: 20_261_120 })
  assert.equal(exitCode, 0, `died near ${lastWire}`)
  assert(summary)
  assert(summary.landed > 100, `${summary.landed} landed`)
  assert(summary.simulated > 300, `${summary.simulated} simulated`)
  for (const code of ['-32602', '-32003', '-32002']) assert((summary.refusals[code] ?? 0) > 50, `${code} refused`)
})
