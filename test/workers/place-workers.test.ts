import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logger } from '../../src/runtime/log.ts'
import type { Taskset } from '../../src/runtime/pin-threads.ts'
import { placeWorkers } from '../../src/workers/place-workers.ts'

function place(options: {
  cores: string
  mode?: 'live' | 'sandbox'
  pinThreads?: boolean
  refuse?: boolean
  refuseLoop?: boolean
}) {
  const calls: string[] = []
  const lines: string[] = []
  const call: Taskset = async (args) => {
    calls.push(args.join(' '))
    if (options.refuse && args.length >= 4) throw new Error('sched_setaffinity: Operation not permitted')
    if (options.refuseLoop && args.join(' ') === `-p -c 0 ${process.pid}`) throw new Error('timed out')
    return `pid ${process.pid}'s current affinity list: ${options.cores}\n`
  }
  const log = {
    info: (facts: object, text: string) => lines.push(`${text} ${JSON.stringify(facts)}`),
    warn: (facts: object, text: string) => lines.push(`${text} ${JSON.stringify(facts)}`),
  } as unknown as Logger
  const { mode = 'live', pinThreads = true } = options
  return { calls, lines, hello: placeWorkers({ config: { mode, pinThreads }, log, call }) }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('the loop gets the first core, the workers and the threads that help them the others', async () => {
  const { calls, lines, hello } = place({ cores: '0-3' })
  hello(77)
  hello(78)
  await settle()
  const all = `-a -p -c 1,2,3 ${process.pid}`
  const loop = `-p -c 0 ${process.pid}`
  assert.deepEqual(calls.slice(1).sort(), [all, loop, '-p -c 1,2,3 77', '-p -c 1,2,3 78'].sort())
  assert(calls.indexOf(all) < calls.indexOf(loop), 'the loop leaves the others behind')
  assert.deepEqual(lines, ['threads placed {"workers":"1,2,3","loop":"0"}'])
})
test('in sandbox mode the loop keeps every core, for its child inherits them', async () => {
  const { calls, lines, hello } = place({ cores: '0,1', mode: 'sandbox' })
  hello(77)
  await settle()
  assert.deepEqual(calls.slice(1), ['-p -c 1 77'])
  assert.deepEqual(lines, ['threads placed {"workers":"1","loop":"any"}'])
})
test('one allowed core means no placement, and the log says so', async () => {
  const { calls, lines, hello } = place({ cores: '3' })
  hello(77)
  await settle()
  assert.equal(calls.length, 1)
  assert.deepEqual(lines, ['threads not placed: only one core is allowed {}'])
})
test('a system that refuses is skipped and said once', async () => {
  const { lines, hello } = place({ cores: '0,1', refuse: true })
  hello(77)
  hello(78)
  await settle()
  assert.deepEqual(lines, ['threads not placed {"why":"sched_setaffinity: Operation not permitted"}'])
})
test('a loop that cannot have its core gets all of them back', async () => {
  const { calls, lines, hello } = place({ cores: '0-2', refuseLoop: true })
  hello(77)
  await settle()
  assert.equal(calls.at(-1), `-a -p -c 0,1,2 ${process.pid}`)
  assert.deepEqual(lines, ['threads placed {"workers":"1,2","loop":"any"}'])
})
test('switched off asks nothing of the system', async () => {
  const { calls, hello } = place({ cores: '0,1', pinThreads: false })
  hello(77)
  await settle()
  assert.deepEqual(calls, [])
})
