import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCoreList, pinThread, splitCores } from '../../src/runtime/pin-threads.ts'

test('core lists are read with ranges, whatever their order', () => {
  assert.deepEqual(parseCoreList('0,2-4'), [0, 2, 3, 4])
  assert.deepEqual(parseCoreList('5,1'), [1, 5])
  assert.deepEqual(parseCoreList('ff'), [])
  assert.deepEqual(parseCoreList(''), [])
})
test('the loop keeps the first core, and one core is not shared out', () => {
  assert.deepEqual(splitCores([0, 1, 2]), { loop: [0], workers: [1, 2] })
  assert.equal(splitCores([4]), null)
})
test('a machine without taskset is a placement that did not happen', async () => {
  const missing = async () => {
    throw Object.assign(new Error('spawn taskset ENOENT'), { code: 'ENOENT' })
  }
  assert.deepEqual(await pinThread(1, [0], missing), { placed: false, why: 'taskset is not installed' })
})
