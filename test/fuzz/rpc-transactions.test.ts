import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzRpcTransactions } from '../../bench/fuzz/rpc-transactions.ts'

const COUNT = 1_500

test(`${COUNT} mutated transactions through the RPC of a sandbox that trades are all answered`, async () => {
  const report = await fuzzRpcTransactions({ count: COUNT, seed: 20_261_120 })
  assert.deepEqual(report.lost, [])
  assert.deepEqual(report.internalErrors, [])
  assert.deepEqual([report.sent, report.isHealthy, report.isSameWorld], [COUNT, true, true])
  for (const outcome of ['sendTransaction result', 'simulateTransaction result', 'simulateTransaction err'])
    assert.ok((report.outcomes[outcome] ?? 0) > 20, `${outcome}: ${JSON.stringify(report.outcomes)}`)
})
