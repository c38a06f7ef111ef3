import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastRent } from '../../../src/services/refund/forecast.ts'

const TOKEN_ACCOUNT_BYTES = 165

test('each step frees the difference of the floors, and only the coming steps are listed', () => {
  const accounts = [{ lamports: 2_039_280n, dataBytes: TOKEN_ACCOUNT_BYTES }]
  const steps = forecastRent(accounts, 5_080n)
  assert.deepEqual(
    steps.map(({ step, lamportsPerByte, freedLamports }) => [step, lamportsPerByte, freedLamports]),
    [
      [3, 2_575n, 293n * (5_080n - 2_575n)],
      [4, 1_322n, 293n * (2_575n - 1_322n)],
      [5, 696n, 293n * (1_322n - 696n)],
    ],
  )
  assert.equal(steps.at(-1)!.excessLamports, 2_039_280n - 293n * 696n)
  assert.equal(steps[0]!.tokenAccountMin, 293n * 2_575n)
  assert.deepEqual(forecastRent(accounts, 6_960n).length, 5)
  assert.deepEqual(forecastRent(accounts, 696n), [])
})

test('an account below a floor frees nothing until the floor falls below it', () => {
  const poor = [{ lamports: 293n * 1_000n, dataBytes: TOKEN_ACCOUNT_BYTES }]
  assert.deepEqual(
    forecastRent(poor, 5_080n).map(({ freedLamports }) => freedLamports),
    [0n, 0n, 293n * 304n],
  )
})
