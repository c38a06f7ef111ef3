import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import { guarded, inBackground, watchStrays } from '../../src/runtime/background.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { openWebSocket } from '../../src/runtime/web-socket-client.ts'
import { startSubscriptionNode } from '../support/subscription-node.ts'
import { keptLog } from '../support/test-client.ts'

function watched(t: TestContext) {
  const { log, lines } = keptLog()
  const metrics = createMetrics()
  t.after(watchStrays({ log, metrics }))
  return { lines, metrics }
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 20))
const boom = (): never => {
  throw new SyntaxError('Cannot convert 1_000 to a BigInt')
}

test('what throws where no one awaits is logged and counted, and the process lives', async (t) => {
  const { lines, metrics } = watched(t)
  inBackground('promise', Promise.reject(new Error('late')))
  inBackground('call', boom)
  inBackground('async call', async () => boom())
  setTimeout(guarded('timeout', boom), 1)
  setImmediate(guarded('immediate', boom))
  const interval = setInterval(guarded('interval', boom), 1)
  const socket = new EventEmitter()
  socket.on('message', guarded('listener', boom))
  socket.on(
    'message',
    guarded('async listener', async () => boom()),
  )
  socket.emit('message')
  await turns()
  clearInterval(interval)
  const exposed = await metrics.expose()
  for (const work of [
    'promise',
    'call',
    'async call',
    'timeout',
    'immediate',
    'interval',
    'listener',
    'async listener',
  ]) {
    assert.match(exposed, new RegExp(`mintglass_background_failures_total\\{work="${work}"\\} [1-9]`), work)
    const line = lines.map((one) => JSON.parse(one)).find((one) => one.work === work)
    assert.equal(line?.level, 50, work)
    assert.ok(line.err.stack, work)
  }
})

test('a listener of a socket that throws costs neither the socket nor the process', async (t) => {
  const { metrics } = watched(t)
  const node = await startSubscriptionNode(t)
  const heard: string[] = []
  const socket = openWebSocket(node.url, {
    onOpen: boom,
    onMessage(bytes) {
      heard.push(bytes.toString())
      boom()
    },
    onClose: boom,
  })
  t.after(() => socket.close())
  await node.until(() => node.connections() === 1)
  node.say('one')
  node.say('two')
  await node.until(() => heard.length === 2)
  node.breakOff()
  await turns()
  const exposed = await metrics.expose()
  for (const [work, times] of [
    ['socket open', 1],
    ['socket message', 2],
    ['socket close', 1],
  ])
    assert.ok(exposed.includes(`mintglass_background_failures_total{work="${work}"} ${times}`), exposed)
})

test('nothing is counted for what ends well', async (t) => {
  const { lines } = watched(t)
  inBackground('fine', Promise.resolve())
  inBackground('fine', () => 5)
  await turns()
  assert.deepEqual(lines, [])
})
