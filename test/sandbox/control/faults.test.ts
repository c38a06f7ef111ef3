import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFaults } from '../../../sandbox/control/faults.ts'
import { SANDBOX_LIMITS } from '../../../sandbox/limits.ts'

const slot = { provider: 'rpc', name: 'getSlot' }
const slotLeader = { provider: 'rpc', name: 'getSlotLeader' }

test('methods match exactly, paths by their beginning', () => {
  const faults = createFaults(() => 0)
  faults.add({ provider: 'rpc', match: 'getSlot', kind: 'drop' })
  faults.add({ provider: 'jupiter', match: '/price', kind: 'garbage' })
  assert.equal(faults.planFor([slot]).action?.kind, 'drop')
  assert.equal(faults.planFor([slotLeader]).action, null)
  assert.equal(faults.planFor([slotLeader, slot]).action?.kind, 'drop')
  assert.equal(faults.planFor([{ provider: 'jupiter', name: '/price/v3' }]).action?.kind, 'garbage')
  assert.equal(faults.planFor([{ provider: 'jupiter', name: '/tokens/price' }]).action, null)
  assert.equal(faults.planFor([]).action, null)
})

test('delays add up and the oldest other fault wins', () => {
  const faults = createFaults(() => 0)
  faults.add({ provider: '*', kind: 'delay', delayMs: 10 })
  faults.add({ provider: 'rpc', kind: 'delay', delayMs: 5 })
  faults.add({ provider: 'rpc', kind: 'status', status: 502 })
  faults.add({ provider: 'rpc', kind: 'drop' })
  assert.deepEqual(faults.planFor([slot]), {
    delayMs: 15,
    action: { provider: 'rpc', kind: 'status', status: 502 },
    retryAfterSec: null,
  })
  assert.deepEqual(
    faults.list().map(({ hits }) => hits),
    [1, 1, 1, 0],
  )
})

test('a fault that was to hit twice hits twice', () => {
  const faults = createFaults(() => 0)
  faults.add({ provider: 'rpc', kind: 'rpcError', code: -32005, message: 'behind', times: 2 })
  const seen = [1, 2, 3].map(() => faults.rpcErrorFor(slot)?.code ?? null)
  assert.deepEqual(seen, [-32005, -32005, null])
})

test('a rate limit opens again with the next window', () => {
  let nowMs = 1_000
  const faults = createFaults(() => nowMs)
  faults.add({ provider: 'rpc', kind: 'rateLimit', limit: 1, windowMs: 2_500 })
  const limited = () => faults.planFor([slot])
  assert.equal(limited().action, null)
  nowMs = 2_000
  assert.deepEqual([limited().action?.kind, limited().retryAfterSec], ['rateLimit', 2])
  nowMs = 3_499
  assert.equal(limited().action?.kind, 'rateLimit')
  nowMs = 3_500
  assert.equal(limited().action, null)
})

test('the number of faults is bounded', () => {
  const faults = createFaults(() => 0)
  for (let i = 0; i < SANDBOX_LIMITS.faults; i++) assert.ok(faults.add({ provider: 'rpc', kind: 'drop' }))
  assert.equal(faults.add({ provider: 'rpc', kind: 'drop' }), null)
  faults.clear()
  assert.deepEqual(faults.list(), [])
})
