import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  allowedCores,
  parseCoreList,
  pinAllThreads,
  pinThread,
  splitCores,
  taskset,
} from '../../src/runtime/pin-threads.ts'

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
test('all threads of a process go to the given core, and one of them to another', async (t) => {
  const cores = await allowedCores(taskset).catch(() => [])
  if (cores.length < 2) return t.skip('needs taskset and two cores')
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1_000)'], { stdio: 'pipe' })
  t.after(() => child.kill())
  await once(child.stdout, 'data')
  const [first, second] = [cores[0]!, cores[1]!]
  assert.deepEqual(await pinAllThreads(child.pid!, [second]), { placed: true, cores: String(second) })
  assert.deepEqual(await pinThread(child.pid!, [first]), { placed: true, cores: String(first) })
  const threads = readdirSync(`/proc/${child.pid}/task`)
  assert(threads.length > 1, 'helpers beside the loop')
  for (const thread of threads) {
    const status = readFileSync(`/proc/${child.pid}/task/${thread}/status`, 'utf8')
    const core = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1]
    assert.equal(core, String(Number(thread) === child.pid ? first : second))
  }
})
