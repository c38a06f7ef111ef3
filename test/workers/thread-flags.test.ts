import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { threadFlags } from '../../src/workers/thread-flags.ts'

test('a thread starts with the flags that it is given, and inherits where one of them is not for threads', async () => {
  const given = ['--import=data:text/javascript,', '--disable-warning=ExperimentalWarning']
  const flags = threadFlags(given)
  assert.deepEqual(flags, [...given, '--no-experimental-require-module'])
  const worker = new Worker('', { eval: true, execArgv: flags! })
  assert.deepEqual(await once(worker, 'exit'), [0])
  for (const flag of ['--max-old-space-size=500', '--max-semi-space-size=32', '--inspect=0', '--import'])
    assert.equal(threadFlags([...given, flag === '--import' ? 'a.mjs' : flag]), undefined)
})
