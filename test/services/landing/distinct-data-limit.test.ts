import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distinctDataLimit } from '../../../src/services/landing/distinct-data-limit.ts'
import { fakeContext } from '../../support/fake-context.ts'

test('each transaction of a process has a data limit of its own, near the runtime’s', () => {
  const { ctx } = fakeContext()
  const limits = Array.from({ length: 5_000 }, () => distinctDataLimit(ctx))
  assert.equal(new Set(limits).size, limits.length)
  for (const limit of limits) assert(limit > 63 * 1_024 * 1_024 - 1 && limit <= 64 * 1_024 * 1_024, String(limit))
})
