import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzWithWitness } from '../../bench/fuzz/witness-fuzz.ts'

/** A short run; `node bench/fuzz/witness-fuzz.ts --requests 500000` is a long one. */
const REQUESTS = 2_000

test(`${REQUESTS} requests of arbitrary bytes are read as another parser reads them`, async () => {
  const report = await fuzzWithWitness({ requests: REQUESTS, seed: 20_261_123 })
  assert.deepEqual(report.findings, [])
  assert.equal(report.serverErrors, 0)
  assert.ok(report.both > REQUESTS / 4, `${report.both} read by both`)
})
