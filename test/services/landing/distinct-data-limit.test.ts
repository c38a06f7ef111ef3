import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { distinctDataLimit } from '../../../src/services/landing/distinct-data-limit.ts'

test('each transaction of a process has a data limit of its own, near the runtime’s', () => {
  const kept = new Map<unknown, unknown>()
  const only = (make: () => unknown) => {
    if (!kept.has(make)) kept.set(make, make())
    return kept.get(make)
  }
  const ctx = { only } as unknown as Context
  const limits = Array.from({ length: 5_000 }, () => distinctDataLimit(ctx))
  assert.equal(new Set(limits).size, limits.length)
  for (const limit of limits) assert(limit > 63 * 1_024 * 1_024 - 1 && limit <= 64 * 1_024 * 1_024, String(limit))
})
