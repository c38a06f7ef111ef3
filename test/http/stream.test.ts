import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ok } from '../../src/contract/outcome.ts'
import type { StreamSink } from '../../src/contract/streamed.ts'
import { defineRoute, type Route } from '../../src/routes/define-route.ts'
import { requestText, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { until } from '../support/until.ts'

const PATH = '/api/v2/test/stream'

function streamRoute(start: (sink: StreamSink) => void): Route {
  return defineRoute({
    method: 'GET',
    path: PATH,
    auth: 'apiKey',
    needs: [],
    cache: 'none',
    summary: 'Goes on.',
    reply: 'stream',
    streams: ['text/event-stream'],
    handle: async () => ok({ contentType: 'text/event-stream', headers: { 'X-Accel-Buffering': 'no' }, start }),
  })
}

/** A reader of its own pace. */
function openReader(t: TestContext, port: number): { socket: Socket; text(): string } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (piece) => {
    text += piece.toString('latin1')
  })
  socket.on('error', () => {})
  t.after(() => socket.destroy())
  socket.write(requestText({ path: PATH, headers: { Connection: '' } }))
  return { socket, text: () => text }
}

test('a stream sends its head at once, pieces as they come, and an end that leaves the connection usable', async (t) => {
  let sink: StreamSink | undefined
  const { port, usage } = await startTestServer(t, [streamRoute((opened) => (sink = opened))])
  const { text } = openReader(t, port)
  await until(() => sink !== undefined, 'the stream does its next thing')
  sink!.write('data: one\n\n')
  await until(() => text().includes('data: one'), 'the stream does its next thing')
  assert.match(text(), /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(text(), /\r\nContent-Type: text\/event-stream\r\nX-Accel-Buffering: no\r\n/i)
  assert.match(text(), /\r\nCache-Control: private, no-cache\r\n/i)
  assert.equal(usage.length, 1, 'charged when it begins')
  let closed = 0
  sink!.onClosed(() => closed++)
  sink!.end()
  await until(() => text().endsWith('\r\n0\r\n\r\n'), 'the body is over')
  // Nothing stands between the last piece and the end: strict clients refuse the whole body otherwise.
  assert.match(text(), /\r\n\r\n(?:\r\n)?b\r\ndata: one\n\n\r\n0\r\n\r\n$/)
  assert.equal(closed, 1)
  assert.equal(sink!.isOpen, false)
  assert.equal(sink!.write('late'), false)
})

test('a reader that leaves is reported once, and nothing is written after it', async (t) => {
  let sink: StreamSink | undefined
  let closed = 0
  const { port } = await startTestServer(t, [
    streamRoute((opened) => {
      sink = opened
      opened.onClosed(() => closed++)
    }),
  ])
  const { socket } = openReader(t, port)
  await until(() => sink !== undefined, 'the stream does its next thing')
  socket.destroy()
  await until(() => closed === 1, 'the stream does its next thing')
  assert.equal(sink!.isOpen, false)
  sink!.end()
  assert.equal(closed, 1)
})

test('a slow reader makes write return false, and drain fires when it has caught up; nothing is lost', async (t) => {
  let sink: StreamSink | undefined
  const { port } = await startTestServer(t, [streamRoute((opened) => (sink = opened))])
  const { socket, text } = openReader(t, port)
  await until(() => sink !== undefined, 'the stream does its next thing')
  socket.pause()
  const piece = `${'x'.repeat(65_535)}\n`
  let written = 0
  const fill = (): void => {
    while (written < 400) {
      written++
      if (!sink!.write(piece)) return
    }
    sink!.end()
  }
  let drains = 0
  sink!.onDrain(() => {
    drains++
    fill()
  })
  fill()
  assert(written < 400, 'the reader is behind')
  socket.resume()
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  assert(drains > 0)
  assert.equal(text().split('x'.repeat(65_535)).length - 1, 400)
})

test('a server that stops notifies its streams, which end', async (t) => {
  let sink: StreamSink | undefined
  const { port, server } = await startTestServer(t, [
    streamRoute((opened) => {
      sink = opened
      opened.onStopping(() => {
        opened.write('event: bye\n\n')
        opened.end()
      })
    }),
  ])
  const { text } = openReader(t, port)
  await until(() => sink !== undefined, 'the stream does its next thing')
  await server.close(5_000)
  await until(() => text().includes('event: bye'), 'the stream does its next thing')
})

test('HEAD of a stream has the head alone', async (t) => {
  let started = 0
  const { send } = await startTestServer(t, [streamRoute(() => started++)])
  const reply = await send({ method: 'HEAD', path: PATH })
  assert.equal(reply.status, 200)
  assert.equal(reply.text, '')
  assert.equal(started, 0)
})

test('an ordinary client reads a stream that ends to its end, and asks again on the same connection', async (t) => {
  const { port } = await startTestServer(t, [
    streamRoute((sink) => {
      sink.write('data: one\n\n')
      sink.write('data: two\n\n')
      sink.end()
    }),
  ])
  for (let round = 0; round < 3; round++) {
    const reply = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: { 'X-API-Key': TEST_KEY } })
    assert.equal(await reply.text(), 'data: one\n\ndata: two\n\n')
  }
})
