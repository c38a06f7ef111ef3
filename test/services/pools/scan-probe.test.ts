import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRADING } from '../../../src/config/trading.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { createScanProbe } from '../../../src/services/pools/scan-probe.ts'

const REFUSED = fail('upstream_refused', 'refused')

test('sixteen scans at once cost a node that refuses them two calls, and none for ten minutes', async () => {
  let nowMs = 0
  let asked = 0
  const probe = createScanProbe({ monotonicMs: () => nowMs })
  const scan = async (): Promise<Outcome<string>> => {
    asked++
    return REFUSED
  }
  const all = () => Promise.all(Array.from({ length: 16 }, (_, at) => probe.run(`program ${at >> 1}`, scan)))
  assert((await all()).every((outcome) => !outcome.ok))
  // Both scans of the first program, one of the second.
  assert.equal(asked, 3)
  await all()
  assert.equal(asked, 3)
  nowMs += TRADING.refusedScanMs
  await all()
  assert.equal(asked, 4)
})

test('once one was answered scans run together, and a program that is refused alone closes nothing', async () => {
  const probe = createScanProbe({ monotonicMs: () => 0 })
  let together = 0
  let most = 0
  const scan = async (): Promise<Outcome<number>> => {
    most = Math.max(most, ++together)
    await new Promise((resolve) => setTimeout(resolve, 1))
    together--
    return ok(1)
  }
  await probe.run('first', scan)
  await Promise.all(Array.from({ length: 4 }, () => probe.run('other', scan)))
  assert.equal(most, 4)
  assert.equal((await probe.run('refused', async () => REFUSED)).ok, false)
  assert.equal((await probe.run('other', scan)).ok, true)
})
