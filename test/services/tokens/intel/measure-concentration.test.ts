import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldHolderRows } from '../../../../src/chain/solana/holder-table.ts'
import { LIMITS } from '../../../../src/config/limits.ts'
import type { Context } from '../../../../src/context.ts'
import { fail, type Outcome, ok } from '../../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { measureConcentration } from '../../../../src/services/tokens/intel/measure-concentration.ts'
import concentrationTask from '../../../../src/workers/tasks/concentration.ts'

const wallet = (n: number) =>
  encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? (n >> (8 * i)) & 255 : 7)))
const tableOf = (holders: number) =>
  foldHolderRows(Array.from({ length: holders }, (_, i) => ({ owner: wallet(i), amountRaw: BigInt(1 + (i % 13)) })))

function context(answer?: Outcome<Float64Array>) {
  const asked: { transfer: number }[] = []
  const workers = {
    async run(_name: string, input: { balances: Float64Array; supply: number }, options: { transfer: ArrayBuffer[] }) {
      asked.push({ transfer: options.transfer.length })
      return answer ?? ok(concentrationTask(input))
    },
  }
  return { ctx: { workers } as unknown as Context, asked }
}

test('few holders are measured on the loop, many on a compute thread with their balances moved', async () => {
  const { ctx, asked } = context()
  const few = await measureConcentration(ctx, await tableOf(LIMITS.concentrationInline), [], 100_000n)
  assert(few.ok)
  assert.deepEqual([few.value.holders, asked.length], [LIMITS.concentrationInline, 0])
  const many = await measureConcentration(ctx, await tableOf(LIMITS.concentrationInline + 1), [], 100_000n)
  assert(many.ok)
  assert.equal(many.value.holders, LIMITS.concentrationInline + 1)
  assert.deepEqual(asked, [{ transfer: 1 }])
})
test('the table keeps its amounts, and who is left out is not a holder', async () => {
  const table = await tableOf(20)
  const { ctx } = context()
  const figures = await measureConcentration(ctx, table, [wallet(0), wallet(1)], 1_000n)
  assert(figures.ok)
  assert.equal(figures.value.holders, 18)
  assert.equal(table.amountsRaw[0], 1n)
})
test('a full compute queue is a failure, not a wait', async () => {
  const { ctx } = context(fail('too_busy', 'the compute queue is full'))
  const figures = await measureConcentration(ctx, await tableOf(LIMITS.concentrationInline + 1), [], 1n)
  assert(!figures.ok)
  assert.equal(figures.code, 'too_busy')
})
