import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { isAlive, isForeign, markOfName, nameOfMark, ownMark } from '../../src/store/process-mark.ts'

test('the own mark is alive and survives its text form', () => {
  const mark = ownMark()
  assert(isAlive(mark))
  assert.deepEqual(markOfName(nameOfMark(mark)), mark)
})

test('two names of one process differ', () => {
  assert.notEqual(nameOfMark(ownMark()), nameOfMark(ownMark()))
})

test('a process that ended is not alive', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  assert.equal(isAlive({ ...ownMark(), pid: child.pid! }), false)
})

test('another process under a used-again id, or of an earlier boot, is not the one meant', {
  skip: process.platform !== 'linux',
}, () => {
  assert.equal(isAlive({ ...ownMark(), startTicks: '1' }), false)
  assert.equal(isAlive({ ...ownMark(), bootId: 'earlier' }), false)
})

test('an id of another container is no one here, and marks of versions before have none', {
  skip: process.platform !== 'linux',
}, () => {
  const own = ownMark()
  assert.deepEqual([isForeign(own), isForeign({ ...own, namespace: '1' })], [false, true])
  assert.equal(isAlive({ ...own, namespace: '1' }), false)
  assert.equal(isForeign({ ...own, namespace: '1', bootId: 'earlier' }), false)
  const older = markOfName(nameOfMark(own).split(':').slice(0, 4).join(':'))!
  assert.deepEqual([older.namespace, isForeign(older), isAlive(older)], ['', false, true])
})

test('a name that is no mark is not read as one', () => {
  assert.equal(markOfName('nonsense'), undefined)
  assert.equal(markOfName('x:1:2:3'), undefined)
})
