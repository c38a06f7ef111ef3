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

test('limits count down from what the runtime allows, a mebibyte of them, and begin again', () => {
  const { ctx } = fakeContext()
  const most = 64 * 1_024 * 1_024
  ctx.parts.dataLimitTurn.next = 1_024 * 1_024 - 2
  assert.deepEqual(
    Array.from({ length: 4 }, () => most - distinctDataLimit(ctx)),
    [1_024 * 1_024 - 1, 0, 1, 2],
  )
})
