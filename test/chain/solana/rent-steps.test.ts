import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateOfFloor, readRentFloors } from '../../../src/chain/solana/rent-floors.ts'
import { comingRentSteps, rentLamports, rentStepOf } from '../../../src/chain/solana/rent-steps.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { ok } from '../../../src/contract/outcome.ts'

test('a rate has its place in the schedule, 0 before it, and none between its steps', () => {
  assert.deepEqual([6_960n, 6_333n, 5_080n, 2_575n, 1_322n, 696n, 3_000n].map(rentStepOf), [0, 1, 2, 3, 4, 5, null])
  assert.deepEqual(comingRentSteps(1_322n), [{ step: 5, lamportsPerByte: 696n }])
  assert.deepEqual(comingRentSteps(3_000n)[0], { step: 3, lamportsPerByte: 2_575n })
})

test('the figures of the old and of the present rate are those of the chain', () => {
  assert.deepEqual([rentLamports(165, 6_960n), rentLamports(82, 6_960n)], [2_039_280n, 1_461_600n])
  assert.deepEqual([rentLamports(165, 5_080n), rentLamports(0, 5_080n)], [1_488_440n, 650_240n])
  assert.equal(rateOfFloor(650_240n), 5_080n)
})

test('floors are what the node says, and an answer that is no number is the node’s failure', async () => {
  const node = (answers: readonly unknown[]) =>
    ({ callMany: async () => answers.map((one) => ok(one)) }) as unknown as SolanaRpc
  const floors = await readRentFloors(node([1, 2]), [0, 165])
  assert.deepEqual(floors.ok && floors.value, [1n, 2n])
  for (const wrong of ['1', null, -1, 1.5, 128 * 6_960 + 1, 2 ** 50]) {
    const read = await readRentFloors(node([wrong]), [0])
    assert.equal(read.ok ? '' : read.code, 'upstream_failed')
  }
})
