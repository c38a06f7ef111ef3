import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { readClock, slotMsBetween } from '../../../src/services/evidence/read-clock.ts'

const { signal } = new AbortController()
const refused = fail('upstream_failed', 'no')

/** A node with these answers by method; block times by slot. */
function nodeWith(answers: Readonly<Record<string, unknown>>, times: Readonly<Record<number, number>> = {}): SolanaRpc {
  return {
    async call(method: string, [first]: readonly unknown[]): Promise<Outcome<unknown>> {
      if (method === 'getBlockTime') return (first as number) in times ? ok(times[first as number]) : refused
      return method in answers ? ok(answers[method]) : refused
    },
  } as unknown as SolanaRpc
}
const samples = (...rows: readonly (readonly [numSlots: number, secs: number])[]) =>
  rows.map(([numSlots, samplePeriodSecs]) => ({ slot: 1, numTransactions: 1, numSlots, samplePeriodSecs }))

test('the slot time is that of all samples together', async () => {
  const node = nodeWith({ getSlot: 5_000, getRecentPerformanceSamples: samples([280, 60], [281, 60]) }, { 5000: 99 })
  assert.deepEqual(await readClock(node, signal), ok({ slot: 5_000, timeSec: 99, slotMs: 213.9, ledgerStartSec: null }))
})

test('without samples two block times a thousand slots apart give the pace', async () => {
  const times = { 5000: 10_214, 4000: 10_000 }
  assert.deepEqual(
    await readClock(nodeWith({ getSlot: 5_000 }, times), signal),
    ok({ slot: 5_000, timeSec: 10_214, slotMs: 214, ledgerStartSec: null }),
  )
})

test('the ledger begins with the oldest block that the node keeps', async () => {
  const node = nodeWith({ getSlot: 5_000, getFirstAvailableBlock: 7 }, { 5000: 99, 7: 12 })
  const clock = await readClock(node, signal)
  assert.equal(clock.ok && clock.value.ledgerStartSec, 12)
  const strange = await readClock(nodeWith({ getSlot: 5_000, getFirstAvailableBlock: 'x' }, { 5000: 99 }), signal)
  assert.equal(strange.ok && strange.value.ledgerStartSec, null)
})

test('nonsense of a node is no slot time', async () => {
  const strange = [
    null,
    'x',
    {},
    [null],
    [{ numSlots: '1', samplePeriodSecs: 60 }],
    samples([0, 60]),
    samples([1, 9_999]),
  ]
  for (const getRecentPerformanceSamples of strange) {
    const read = await readClock(nodeWith({ getSlot: 10, getRecentPerformanceSamples }, { 10: 5 }), signal)
    assert.deepEqual(read, ok({ slot: 10, timeSec: 5, slotMs: null, ledgerStartSec: null }))
  }
})

test('a node that does not return its slot, or returns no number, is a failure', async () => {
  assert.equal((await readClock(nodeWith({}), signal)).ok, false)
  for (const getSlot of [null, '5', -1, 1.5]) assert.equal((await readClock(nodeWith({ getSlot }), signal)).ok, false)
})

test('two moments give a slot time only when they lie apart and it is one', () => {
  assert.equal(slotMsBetween({ slot: 100, timeSec: 1_000 }, { slot: 1_100, timeSec: 1_300 }), 300)
  assert.equal(slotMsBetween({ slot: 100, timeSec: 1_000 }, { slot: 100, timeSec: 1_300 }), null)
  assert.equal(slotMsBetween({ slot: 100, timeSec: 1_000 }, { slot: 101, timeSec: 900 }), null)
})
