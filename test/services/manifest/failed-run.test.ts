import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { failedRun } from '../../../src/services/manifest/failed-run.ts'

const at = (program: string, code: number) => ({
  err: { InstructionError: [2, { Custom: code }] },
  logs: [`Program ${program} invoke [1]`, `Program ${program} failed: custom program error`],
})

test('a price that moved, an empty funding wallet and anything else are distinguished', () => {
  assert.equal(failedRun(at(PUMPSWAP_PROGRAM, 6_040)).code, 'price_moved')
  assert.equal(failedRun(at(PUMPSWAP_PROGRAM, 6_001)).code, 'simulation_failed')
  assert.equal(failedRun(at(TOKEN_PROGRAM, 1)).code, 'insufficient_balance')
  assert.equal(failedRun(at(SYSTEM_PROGRAM, 1)).code, 'insufficient_balance')
  assert.equal(failedRun({ err: 'AccountNotFound', logs: [] }).code, 'insufficient_balance')
  assert.equal(failedRun({ err: 'BlockhashNotFound', logs: [] }).code, 'simulation_failed')
})

test('nothing was paid, asking again is safe, and the last lines of the log are handed on', () => {
  const { err, logs } = at(PUMPSWAP_PROGRAM, 6_001)
  const long = [...Array.from({ length: 100 }, (_, i) => `Program log: ${i}`), ...logs]
  const { message, details } = failedRun({ err, logs: long })
  const { logs: shown, ...inner } = details!['details'] as { logs: readonly string[]; error: string; err: unknown }
  assert.deepEqual(
    { ...details, details: inner },
    {
      stage: 'simulate',
      fee_lamports: 0,
      retry_safe: true,
      details: { error: `program:${PUMPSWAP_PROGRAM}:Custom(6001)`, err },
    },
  )
  assert.equal(shown.length, 40)
  assert.equal(shown.at(-1), logs[1])
  assert.match(message, /Custom\(6001\)/)
})
